/// A context in another isolation, as the parent of one in this: what crosses between them are rows.
protocol DistantParent: Sendable {
  /// Adds a child, which is notified of changes as long as it exists, and returns its first snapshot.
  func connect(_ child: ParentChanges) async -> ParentSnapshot

  /// What the context shows now, and what has changed there for a child.
  func snapshot(for child: ParentChanges) async -> ParentSnapshot

  /// Makes what a child saved, in slices, changes of the context, to be undone in one go.
  func take(_ slices: [StoreChanges]) async
}

extension BackgroundContext: DistantParent {}

extension PersistentContainer: DistantParent {
  /// Opens a context with an isolation of its own within the main context.
  ///
  /// It sees the unsaved changes of the main context as they were when it was opened or refreshed
  /// (``BackgroundContext/refresh()``), or follows them
  /// (``ManagedObjectContext/automaticallyMergesChangesFromParent``). Its saves become unsaved changes of the main
  /// context. Neither waits for the other. What it saves arrives in slices, so that the main actor is not held for
  /// long, and is undone as one event, unless something else changed between two slices. For large imports, a worker on
  /// the store (``makeWorker(mergePolicy:durability:name:)``) costs the main context much less.
  ///
  /// - Throws: The errors of the store when a reader is opened.
  public nonisolated func makeChild(
    mergePolicy: MergePolicy = .error, name: String = "child"
  ) async throws -> BackgroundContext {
    let changes = ParentChanges()
    let snapshot = await connect(changes)
    return try BackgroundContext(
      parent: self, changes, snapshot, coordinator: coordinator, mergePolicy: mergePolicy, name: name)
  }

  @MainActor func connect(_ child: ParentChanges) -> ParentSnapshot { viewContext.connect(child) }

  @MainActor func snapshot(for child: ParentChanges) -> ParentSnapshot { child.snapshot(of: viewContext) }

  /// Gives way to other work whenever the main actor has been held for a millisecond, see ``Adoption``.
  @MainActor func take(_ slices: [StoreChanges]) async {
    let number = coordinator.announcements.newNumber()
    var start = ContinuousClock.now
    for slice in slices {
      viewContext.takeFromAfar(slice, number: number)
      guard ContinuousClock.now - start > .milliseconds(1) else { continue }
      await Task.yield()
      start = .now
    }
  }
}

extension ManagedObjectContext {
  /// A child in another isolation, which is not kept alive.
  struct DistantChild {
    weak var changes: ParentChanges?
  }

  /// Adds a child in another isolation, and returns what it sees at first.
  func connect(_ child: ParentChanges) -> ParentSnapshot {
    distantChildren.append(DistantChild(changes: child))
    return child.snapshot(of: self)
  }

  /// Lets children in other isolations merge changes of this context.
  ///
  /// Without changes they look for differences in what is not saved here.
  func notifyDistantChildren(_ changes: ContextChanges = ContextChanges()) {
    guard !distantChildren.isEmpty else { return }
    distantChildren.removeAll { $0.changes == nil }
    for child in distantChildren { child.changes?.record(changes) }
  }

  /// Opens the stand-in for a parent in another isolation, of which children read here.
  static func standIn(
    coordinator: PersistentStoreCoordinator, rows: [ManagedObjectID: Row?]
  ) throws -> ManagedObjectContext {
    let context = ManagedObjectContext(
      coordinator: coordinator, role: .worker, reader: try coordinator.store.makeReader(),
      overlay: PendingRows(rows, over: coordinator.pending))
    context.outbox = []
    return context
  }

  /// What lies over the store here and was not saved yet.
  func unsavedRows() -> [ManagedObjectID: Row?] {
    processPendingChanges()
    var rows = parent?.unsavedRows() ?? (outbox == nil ? [:] : overlay.states)
    for (id, object) in changed.values.joined() { rows[id] = .some(object.isDeleted ? nil : object.row) }
    return rows
  }

  /// Makes what a child elsewhere saved changes of this context.
  ///
  /// Slices of the same `number` are undone together.
  func takeFromAfar(_ changes: StoreChanges, number: Int) {
    processPendingChanges()
    undoHistory?.series = number
    take(changes)
    // What cannot be settled stays as it is, and the next save here says why.
    try? settleNewcomers(changes.inserted.compactMap { registered[$0.id]?.object })
    processTurn()
    undoHistory?.series = nil
  }

  /// Lets a stand-in show what its original shows now, and says what that changes.
  func show(_ unsaved: [ManagedObjectID: Row?], _ redirects: Redirects) throws -> CommitReport {
    let known = Set(overlay.states.keys).union(changed.values.flatMap(\.keys))
    let ids = known.union(unsaved.keys).sorted()
    let before = Dictionary(try rows(for: ids).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    reset()
    overlay = PendingRows(unsaved, over: coordinator.pending)
    let after = Dictionary(try rows(for: ids).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var report = CommitReport()
    report.lastEntity = model.entities.count
    for id in ids {
      switch (before[id], after[id]) {
      case (nil, let row?): report.inserted.append(row)
      case (let row?, nil):
        report.deleted.append(row)
        report.redirects[id] = redirects[id]
      case (let old?, let row?) where old.values != row.values:
        report.updated.append(.init(row: row, before: old.values))
      default: break
      }
    }
    return report
  }
}
