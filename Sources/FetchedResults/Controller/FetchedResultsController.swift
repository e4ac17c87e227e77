public import ListChanges
public import ObjectGraph

/// A sectioned, sorted list of the objects that match a fetch request, kept up to date with a context.
///
/// ```swift
/// let request = FetchRequest<Photo>(order: [FetchOrder("album.name"), FetchOrder("title")])
/// let photos = try FetchedResultsController(request, sectionKeyPath: "album.name", context: context)
/// photos.onChange = { changes in view.apply(changes) }
/// try await photos.load()
/// ```
///
/// The list includes unsaved changes of the context. It holds identifiers and sort keys, never objects. A
/// change of *k* objects in a list of *n* costs O(*k* log *n*). The reported changes contain those *k*
/// rows, and rows that enter or leave at the edges of a limit.
///
/// A controller belongs to the isolation of its context. Its asynchronous functions must be called there.
public final class FetchedResultsController<Object: ManagedObject> {
  /// The context whose objects are listed.
  public let context: ManagedObjectContext
  /// The request whose results are listed; see ``replaceRequest(_:showingFirst:)``.
  public internal(set) var request: FetchRequest<Object>
  /// The key path whose value names the section of a row; `nil` for a list of one section.
  public internal(set) var sectionKeyPath: String?
  /// The number of Unicode scalars at the beginning of the value that name the section; `nil` for the whole value.
  public internal(set) var sectionNameLength: Int?
  /// A callback for changes of the list, called when the list already shows the new state.
  ///
  /// Changes that the callback itself makes are reported in another call, after this one has returned. For more than one
  /// observer there are ``observe(_:)`` and ``changes``.
  public var onChange: ((SectionedChanges) -> Void)?
  /// A callback before the list is replaced by another one whose differences are not reported
  /// (`SectionedChanges.isReload`): the list still has the former rows.
  public var willReload: (() -> Void)?
  /// A callback for errors that occur while changed objects are read.
  ///
  /// The controller retries the failed reading with the next change.
  public var onFailure: ((any Error) -> Void)?

  /// The observers beside ``onChange``.
  var observers = Observers<SectionedChanges>()

  var query: ListQuery
  var list: RowList
  /// A Boolean value that indicates whether the list was fetched, so that it must follow the context.
  var isFetched = false
  /// The number of the latest reading; results of earlier ones are discarded.
  var latest = 0
  /// The reading in the background, which the next one interrupts.
  let reading = LatestReading()
  /// The objects that changed since the current reading began, whose changes the store may not have shown
  /// to it.
  var changedWhileReading: Set<ManagedObjectID>?
  /// The changed objects that have not been processed yet.
  var waiting: Set<ManagedObjectID> = []
  /// The objects of `waiting` of which only members of to-many relationships changed.
  var regrouped: Set<ManagedObjectID> = []
  /// The number of the reading whose list is being compared with this one, which must not change until
  /// then.
  var comparison: Int?
  /// The snapshots of related objects used to evaluate rows, so that only real changes cause another
  /// evaluation.
  var related: [ManagedObjectID: Row?] = [:]
  /// A Boolean value that indicates whether changes are being processed or reported; later changes wait.
  private var isBusy = false
  /// The number of reloads that the context has reported (`ContextChanges.isReload`).
  var reloads = 0
  /// The number of those that the list shows.
  var shownReloads = 0
  /// The number of lists that were read and shown.
  var shows = 0
  /// A Boolean value that indicates whether the list will be read again soon.
  var willReadAgain = false
  /// A Boolean value that indicates whether the list must be read again if the reading in flight fails.
  var dependsOnReading = false
  /// The objects that were read together with the latest part (``ListPart/objectCount``).
  var partObjects: [ManagedObject] = []
  private var observation: ContextObservation?

  /// Creates a list, which is empty until it is fetched.
  ///
  /// Rows with the same text at the end of `sectionKeyPath` form a section. The first order must be by that
  /// path. With a length, rows with the same beginning of the text do: 7 makes sections of months of dates as
  /// `2024-07-01`. Dates are texts in the form of their `description`, in UTC.
  ///
  /// - Precondition: `sectionNameLength` is not negative.
  /// - Throws: ``FetchedResultsError`` if the first order is by another path, or does not keep equal beginnings together;
  ///   `FetchError` if a path is invalid.
  public init(
    _ request: FetchRequest<Object>, sectionKeyPath: String? = nil, sectionNameLength: Int? = nil,
    context: ManagedObjectContext
  ) throws {
    self.context = context
    self.request = request
    self.sectionKeyPath = sectionKeyPath
    self.sectionNameLength = sectionNameLength
    query = try ListQuery(
      request, sectionKeyPath: sectionKeyPath, sectionNameLength: sectionNameLength, model: context.model,
      store: context.coordinator.identity)
    list = RowList(order: query.order, window: query.window)
  }

  deinit { Self.free(&list) }

  /// Releases a list on another thread, because releasing a million rows takes a noticeable time.
  static func free(_ list: inout RowList) {
    let former = list
    list = RowList(order: former.arrangement.order, window: former.arrangement.window)
    Task.detached { [former = consume former] in withExtendedLifetime(former) {} }
  }

  /// Starts observing the context, unless the controller already does.
  func startObserving() {
    guard observation == nil else { return }
    observation = context.observe { [weak self] in self?.record($0) }
  }

  private func record(_ changes: ContextChanges) {
    if changes.isReload { reloads += 1 }
    let changed = [changes.inserted, changes.updated, changes.deleted]
    if changedWhileReading != nil { for ids in changed { changedWhileReading?.formUnion(ids) } }
    guard isFetched || comparison != nil else { return }
    let members = changes.onlyMembersChanged
    if !members.isEmpty { regrouped.formUnion(members.subtracting(waiting)) }
    for ids in changed {
      // Most changes are of entities that the list does not show.
      for id in ids where comparison != nil || query.depends(on: id.entity) {
        waiting.insert(id)
        if !regrouped.isEmpty, !members.contains(id) { regrouped.remove(id) }
      }
    }
    followChanges()
  }

  /// Applies the waiting changes to the list, and reports them one set after the other.
  func followChanges() {
    guard comparison == nil, !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    var canRead = true
    while true {
      if isStale {
        // A reading in flight may have read the former state: the list is read again after it.
        dependsOnReading = changedWhileReading != nil
        if canRead, !dependsOnReading { canRead = readAgain() }
      }
      guard !waiting.isEmpty else { return }
      let (changed, regrouped) = (waiting, regrouped)
      waiting = []
      self.regrouped = []
      do {
        let edits = try edits(for: changed, regrouped: regrouped)
        let changes = list.apply(edits)
        report(changes)
      } catch {
        // The list stays unchanged, and everything is processed again with the next change.
        self.regrouped.formUnion(regrouped.subtracting(waiting))
        waiting.formUnion(changed)
        related = [:]
        onFailure?(error)
        return
      }
    }
  }

  /// Reports changes that the list already shows.
  func notify(_ changes: SectionedChanges) {
    isBusy = true
    report(changes)
    isBusy = false
  }

  /// Notifies the observers that the list was fetched, and shows something else; the caller of the fetch is ``onChange``'s
  /// owner, and knows.
  func notifyFetch() {
    // An observer may fetch the list again.
    let wasBusy = isBusy
    isBusy = true
    notifyObservers(SectionedChanges(isReload: true), shows)
    isBusy = wasBusy
    followChanges()
  }

  func report(_ changes: SectionedChanges) {
    guard !changes.isEmpty else { return }
    let shows = shows
    onChange?(changes)
    notifyObservers(changes, shows)
  }

  /// Calls the observers that are still registered when it is their turn.
  ///
  /// If a callback fetches the list, all observers get its reload; the changes are then those of a former list.
  ///
  /// - Parameter shows: The number of lists shown when the changes were made.
  private func notifyObservers(_ changes: SectionedChanges, _ shows: Int) {
    for number in observers.numbers {
      guard shows == self.shows else { return }
      if let handler = observers[number] { handler(changes) }
    }
  }
}

@available(*, unavailable)
extension FetchedResultsController: Sendable {}

extension FetchedResultsController {
  /// Checks the invariants that must hold after every change; for tests.
  ///
  /// - Throws: A description of the first broken invariant.
  /// - Complexity: O(*n*)
  package func checkInvariants() throws { try list.checkInvariants() }
}
