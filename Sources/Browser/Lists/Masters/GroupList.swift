import FetchedResults
import ObjectGraph
import ObjectStore
import PhotoLibrary
import TerminalUI

/// The groups of the library's photos in the left pane, such as its tags, with the numbers of their photos.
///
/// The groups are counted in the background, and again after changes of photos. They are objects of a store in memory,
/// so that the list follows by the changes of rows like every other.
final class GroupList: MasterList {
  private let kind: PhotoGrouping
  let list: ObjectList<ListedGroup>
  private let controller: FetchedResultsController<ListedGroup>
  var filter = ""
  var requestedFilters: [String] = []
  private(set) var isReady = false
  private(set) var hasFailed = false
  private let library: PhotoLibrary
  private let container: PersistentContainer
  private let worker: BackgroundContext
  private var observation: ContextObservation?
  /// The time between two counts, so that they take a fifth of the time of a core at most.
  private var pause = Pause(GroupList.shortestPause)
  private let saves = LateSaves()
  private var isCounting = false
  /// A Boolean value that indicates whether photos changed since the groups were last counted.
  private var isOutdated = false
  /// Called when the groups cannot be counted.
  var onError: (any Error) -> Void = { _ in }

  /// Creates the list, which is empty until ``load()``.
  ///
  /// - Throws: The errors of a store in memory.
  init(_ grouping: PhotoGrouping, of library: PhotoLibrary) throws {
    kind = grouping
    self.library = library
    container = try PersistentContainer(
      store: InMemoryStore(model: try ListedGroup.model()), mergePolicy: .objectTrumps)
    worker = try container.makeBackgroundContext(mergePolicy: .objectTrumps, name: "groups")
    let hasSections = ![.licenses, .albums, .folders, .sources].contains(grouping)
    controller = try FetchedResultsController(
      Self.request(grouping, filter: ""), sectionKeyPath: hasSections ? ListedGroup.section.keyPath : nil,
      context: container.viewContext)
    list = ObjectList(
      controller,
      headings: grouping == .tags ? .letters : .lines, emptyText: "",
      present: { ListRow(title: $0.name, note: $0.note, trailing: String($0.count)) },
      header: { name, count, _ in ListHeader(title: name.isEmpty ? "–" : name, trailing: String(count)) })
    let entities = Self.types(for: grouping).map(library.context.model.number(of:))
    observation = library.context.observe { [weak self] changes in
      if entities.contains(where: changes.concern) { self?.countLater() }
    }
  }

  private static let shortestPause = Duration.milliseconds(500)

  /// Returns the classes of the objects by whose changes groups change.
  private static func types(for grouping: PhotoGrouping) -> [ManagedObject.Type] {
    switch grouping {
    // A new title changes no photo, and neither do another camera in the settings and a copy that comes to a folder or goes.
    case .albums: [Photo.self, Album.self]
    case .cameras: [Photo.self, Shot.self]
    case .folders: [Photo.self, LocalFile.self]
    case .tags, .years, .months, .days, .places, .licenses, .sources: [Photo.self]
    }
  }

  /// Counts the groups, and lists them.
  func load() async throws {
    try controller.performFetch()
    list.reload()
    try await count()
  }

  /// Writes the groups as they are now; the list follows.
  private func count() async throws {
    isCounting = true
    await saves.wait(for: library) { [weak self] in self?.countLater() }
    isOutdated = false
    let start = ContinuousClock.now
    defer {
      isCounting = false
      pause = Pause(max(Self.shortestPause, start.duration(to: .now) * 4))
      // Photos may have changed since they were read.
      if isOutdated { countLater() }
    }
    hasFailed = false
    do {
      let groups = try await library.groups(by: kind)
      try await worker.perform { try ListedGroup.replaceAll(with: groups, in: $0) }
      try await worker.save()
      await worker.perform { $0.reset() }
    } catch {
      hasFailed = true
      throw error
    }
    // Also when the first count failed, and a later one did not.
    isReady = true
  }

  /// Counts the groups after a pause, so that an import has them counted now and then, and not for each page.
  private func countLater() {
    isOutdated = true
    guard !isCounting, !pause.isWaiting else { return }
    pause.run { [weak self] in
      Task {
        do { try await self?.count() } catch { self?.onError(error) }
      }
    }
  }

  private static func request(_ grouping: PhotoGrouping, filter: String) -> FetchRequest<ListedGroup> {
    let isAscending = !grouping.isByDate
    return FetchRequest<ListedGroup>(
      where: filter.isEmpty ? nil : condition(filter),
      order: [
        FetchOrder(ListedGroup.section, ascending: isAscending),
        FetchOrder(ListedGroup.sortKey, ascending: isAscending),
      ])
  }

  private static func condition(_ text: String) -> FetchPredicate {
    ListedGroup.name.contains(text, [.caseInsensitive, .diacriticInsensitive])
  }
}

extension GroupList {
  var rows: any RowList { list }
  var grouping: PhotoGrouping? { kind }
  var name: String { kind.rawValue }
  var scope: PhotoScope? { list.selected.map { .group($0.query) } }
  var selectedName: String? { list.selected?.name }
  var coordinator: PersistentStoreCoordinator { container.coordinator }

  func rowID(of scope: PhotoScope) -> ManagedObjectID? {
    guard case .group(let query) = scope else { return nil }
    let request = FetchRequest<ListedGroup>(where: ListedGroup.query == query, limit: 1)
    // A store in memory fails at nothing.
    return try? container.viewContext.fetchIDs(request).first
  }

  func replaceRows(matching text: String) async throws {
    let request = Self.request(kind, filter: text)
    try await list.replace { [controller] in
      try await controller.replaceRequest(request, showingFirst: $0)
    }
  }

  func loadMissing() async throws { if hasFailed { try await count() } }

  func lists(_ text: String) -> Bool {
    controller.request.predicate == Self.request(kind, filter: text).predicate
  }

  func query(matching text: String) -> StoreQuery { list.query(where: Self.condition(text)) }
}
