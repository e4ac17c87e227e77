public import ListChanges
public import ObjectGraph

/// A list of objects that follows its context: which there are, in which order, in which sections.
///
/// ```swift
/// let request = FetchRequest<Photo>(order: [FetchOrder("album.name"), FetchOrder("title")])
/// let photos = try FetchedResultsController(request, sectionKeyPath: "album.name", context: context)
/// photos.onChange = { changes in view.apply(changes) }
/// try await photos.performFetch()
/// ```
///
/// The list shows what the context shows, changes that were not saved included. It holds identifiers and sort keys,
/// never objects. k changed objects in a list of n cost O(k log n), and the changes list those k rows, besides
/// rows that come and go at the edges of a limit.
///
/// Belongs to the isolation of its context; its asynchronous functions must be called there.
public final class FetchedResultsController<Object: ManagedObject> {
  /// The context that is shown.
  public let context: ManagedObjectContext
  /// What is shown; see ``replaceRequest(_:)``.
  public internal(set) var request: FetchRequest<Object>
  /// The key path whose value names the section of a row; nil for a list of one section.
  public internal(set) var sectionKeyPath: String?
  /// Called after each change; the list shows the new state by then.
  ///
  /// What the callback changes itself is told in another call, after this one has returned.
  public var onChange: ((SectionedChanges) -> Void)?
  /// Called when changed objects could not be read.
  ///
  /// They are looked at again with the next change.
  public var onFailure: ((any Error) -> Void)?

  var query: ListQuery
  var list: RowList
  /// Whether the list shows something, and so has to follow.
  var isFetched = false
  /// The reading that counts; earlier ones are dropped.
  let latest = LatestNumber()
  /// What changed since the present reading began, which the store may not have shown to it.
  var changedWhileReading: Set<ManagedObjectID>?
  /// What changed and has not been looked at yet.
  var waiting: Set<ManagedObjectID> = []
  /// Those of `waiting` of which only members of to-many relationships changed.
  var regrouped: Set<ManagedObjectID> = []
  /// The reading whose list is being compared with this one, which must not change until that is done.
  var comparison: Int?
  /// Related objects by which rows were judged, so that only what changed of them is looked at again.
  var related: [ManagedObjectID: Row?] = [:]
  /// Whether changes are being looked at or told; what comes meanwhile waits.
  private var isBusy = false
  private var observation: ContextObservation?

  /// Makes a list, which is empty until it is fetched.
  ///
  /// Sections are the rows with one name: the value at the end of `sectionKeyPath`, as text. The first order must be
  /// by that path. Throws ``FetchedResultsError`` if it is not, and `FetchError` if a path leads nowhere.
  public init(
    _ request: FetchRequest<Object>, sectionKeyPath: String? = nil, context: ManagedObjectContext
  ) throws {
    self.context = context
    self.request = request
    self.sectionKeyPath = sectionKeyPath
    query = try ListQuery(
      request, sectionKeyPath: sectionKeyPath, model: context.model, store: context.coordinator.identity)
    list = RowList(order: query.order, window: query.window)
  }

  deinit { Self.free(&list) }

  /// Lets go of a list, which takes the time that somebody would see when it has a million rows, somewhere else.
  static func free(_ list: inout RowList) {
    let former = list
    list = RowList(order: former.arrangement.order, window: former.arrangement.window)
    Task.detached { [former = consume former] in withExtendedLifetime(former) {} }
  }

  /// Begins to follow the context, if it does not yet.
  func startObserving() {
    guard observation == nil else { return }
    observation = context.observe { [weak self] in self?.note($0) }
  }

  private func note(_ changes: ContextChanges) {
    let ids = changes.inserted.union(changes.updated).union(changes.deleted)
    changedWhileReading?.formUnion(ids)
    guard isFetched || comparison != nil else { return }
    regrouped.formUnion(changes.onlyMembersChanged.subtracting(waiting))
    waiting.formUnion(ids)
    regrouped.subtract(ids.subtracting(changes.onlyMembersChanged))
    followChanges()
  }

  /// Brings the list in step with what waits, and tells the changes one set after the other.
  func followChanges() {
    guard comparison == nil, !isBusy else { return }
    isBusy = true
    defer { isBusy = false }
    while !waiting.isEmpty {
      let (changed, regrouped) = (waiting, regrouped)
      waiting = []
      self.regrouped = []
      do {
        let edits = try edits(for: changed, regrouped: regrouped)
        let changes = list.apply(edits)
        if !changes.isEmpty { onChange?(changes) }
      } catch {
        // The list stays as it is, and everything is looked at again with the next change.
        self.regrouped.formUnion(regrouped.subtracting(waiting))
        waiting.formUnion(changed)
        related = [:]
        onFailure?(error)
        return
      }
    }
  }

  /// Tells changes that the list shows already.
  func tell(_ changes: SectionedChanges) {
    isBusy = true
    if !changes.isEmpty { onChange?(changes) }
    isBusy = false
  }
}

@available(*, unavailable)
extension FetchedResultsController: Sendable {}

extension FetchedResultsController {
  /// Checks everything that must hold after every change, and throws what does not; for tests.
  ///
  /// O(n).
  package func checkInvariants() throws { try list.checkInvariants() }
}
