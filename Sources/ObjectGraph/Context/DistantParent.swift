internal import ObjectModel
internal import ObjectStore

/// A parent context in another isolation than its child.
///
/// Only rows cross between them.
protocol DistantParent: Sendable {
  /// Adds a child, which is notified of changes as long as it exists, and returns its first snapshot.
  func connect(_ child: ParentChanges) async -> ParentSnapshot

  /// Returns the unsaved rows of the context, and its changes since the last snapshot for the child.
  func snapshot(for child: ParentChanges) async -> ParentSnapshot

  /// Merges a save of a child, in slices, as unsaved changes of the context. They are undone together.
  func merge(_ slices: [RowChanges]) async
}

extension BackgroundContext: DistantParent {}

extension PersistentContainer: DistantParent {
  /// Opens a child of the main context, with an isolation of its own.
  ///
  /// The child sees the unsaved changes of the main context as they were when it was opened or refreshed
  /// (``BackgroundContext/refresh()``), or merges them automatically
  /// (``ManagedObjectContext/automaticallyMergesChangesFromParent``). Its saves become unsaved changes of the
  /// main context. Neither context waits for the other. A save arrives in slices, so that the main actor is
  /// not blocked for long. It is undone as one event, unless something else changed between two slices. For
  /// large imports, a worker on the store (``makeBackgroundContext(mergePolicy:durability:name:)``) costs the main
  /// context much less.
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

  /// Yields to other work whenever the main actor has been blocked for a millisecond, see ``CommitMerging``.
  @MainActor func merge(_ slices: [RowChanges]) async {
    let number = coordinator.announcements.newNumber()
    var start = ContinuousClock.now
    for slice in slices {
      viewContext.mergeDistantSave(slice, number: number)
      guard ContinuousClock.now - start > .milliseconds(1) else { continue }
      await Task.yield()
      start = .now
    }
  }
}

extension ManagedObjectContext {
  /// Adds a child in another isolation, and returns its first snapshot.
  func connect(_ child: ParentChanges) -> ParentSnapshot {
    children.add(child)
    return child.snapshot(of: self)
  }

  /// Notifies children in other isolations of changes of this context.
  ///
  /// Without changes, the children compare the unsaved rows of this context with those that they show.
  func notifyDistantChildren(_ changes: ContextChanges = ContextChanges()) {
    children.notifyDistant(of: changes)
  }

  /// Opens the stand-in for a parent in another isolation, which the child uses as its parent.
  static func standIn(
    coordinator: PersistentStoreCoordinator, rows: [ManagedObjectID: Row?]
  ) throws -> ManagedObjectContext {
    ManagedObjectContext(
      coordinator: coordinator, role: .standIn(Outbox()), reader: try coordinator.store.makeReader(),
      overlay: PendingRows(rows, over: coordinator.pending))
  }

  /// Returns the rows that are not saved here or in a parent; `nil` for deleted rows.
  func unsavedRows() -> [ManagedObjectID: Row?] {
    processPendingChanges()
    var rows = parent?.unsavedRows() ?? (outbox == nil ? [:] : overlay.states)
    for object in unsaved.all { rows[object.objectID] = .some(object.isDeleted ? nil : object.row) }
    return rows
  }

  /// Merges a slice of a save of a child in another isolation as unsaved changes of this context.
  ///
  /// Slices of the same `number` are undone together.
  func mergeDistantSave(_ changes: RowChanges, number: Int) {
    processPendingChanges()
    undoHistory?.series = number
    mergeSave(changes)
    // A conflict that cannot be resolved remains, and the next save throws the error.
    try? resolveNewcomers(changes.inserted.compactMap { registry[$0.id] })
    processTurn()
    undoHistory?.series = nil
  }

  /// Replaces the unsaved rows of a stand-in by those of its parent, and returns the differences.
  ///
  /// - Throws: The errors of the store's reader. The stand-in is then unchanged.
  func show(_ rows: [ManagedObjectID: Row?], _ redirects: Redirects) throws -> CommitReport {
    let known = Set(overlay.states.keys).union(unsaved.all.map(\.objectID))
    let ids = known.union(rows.keys).sorted()
    let before = Dictionary(try self.rows(for: ids).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let fresh = PendingRows(rows, over: coordinator.pending)
    var after: [ManagedObjectID: Row] = [:]
    var unknown: [ManagedObjectID] = []
    for id in ids {
      if let state = fresh.state(of: id) { after[id] = state } else { unknown.append(id) }
    }
    if !unknown.isEmpty { for row in try reader.rows(unknown) { after[row.id] = row } }
    reset()
    overlay = fresh
    var report = CommitReport()
    report.lastEntity = EntityNumber(model.entities.count)
    for id in ids {
      switch (before[id], after[id]) {
      case (nil, let row?): report.rows.inserted.append(row)
      case (let row?, nil):
        report.rows.deleted.append(row)
        report.mergedInto[id] = redirects[id]
      case (let old?, let row?) where old.values != row.values:
        report.rows.updated.append(.init(row: row, before: old.values))
      default: break
      }
    }
    return report
  }
}
