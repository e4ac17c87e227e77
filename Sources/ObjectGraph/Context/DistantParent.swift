/// A context in another isolation, as the parent of one in this: what crosses between them are rows.
protocol DistantParent: Sendable {
  /// What lies over the store there and was not saved yet: rows, or nil for one that was deleted.
  func unsavedRows() async -> [ManagedObjectID: Row?]

  /// Makes what a child saved, in slices, changes of the context, to be undone in one go.
  func take(_ slices: [StoreChanges]) async
}

extension BackgroundContext: DistantParent {}

extension PersistentContainer: DistantParent {
  /// Opens a context with an isolation of its own within the main context.
  ///
  /// It sees what the main context has not saved as it was when it was opened, or refreshed
  /// (``BackgroundContext/refresh()``); its saves become changes of the main context, which has yet to save
  /// them. The main actor never waits for it. What it saves arrives in slices, so that the main actor is not
  /// held for long, and is undone in one go, unless somebody changed something between two slices. To import
  /// very many, a worker on the store (``makeWorker(mergePolicy:durability:name:)``) is the better way: it
  /// costs the main context much less.
  public nonisolated func makeChild(
    mergePolicy: MergePolicy = .error, name: String = "child"
  ) async throws -> BackgroundContext {
    try BackgroundContext(
      parent: self, coordinator: coordinator, rows: await unsavedRows(), mergePolicy: mergePolicy, name: name)
  }

  @MainActor func unsavedRows() -> [ManagedObjectID: Row?] { viewContext.unsavedRows() }

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
  func show(_ unsaved: [ManagedObjectID: Row?]) throws -> CommitReport {
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
      case (let row?, nil): report.deleted.append(row)
      case (let old?, let row?) where old.values != row.values:
        report.updated.append(.init(row: row, before: old.values))
      default: break
      }
    }
    return report
  }
}
