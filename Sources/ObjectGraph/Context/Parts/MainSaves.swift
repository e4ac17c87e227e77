internal import ObjectModel
internal import ObjectStore

/// The saves of the main context, which are visible at once and are committed later.
///
/// A change goes through these states:
///
///     unsaved ──publish──▶ published(n) ──commit──▶ committed(n)
///        ▲                      │
///        └─────── failed(n) ◀───┘
///
/// - Unsaved: the context retains the object (``UnsavedChanges``). Only this context shows the change.
/// - Published: the save has the number *n*. All contexts show its rows, which ``PendingRows`` lays over those
///   of the store. The writer has the commit in its queue. What the context needs if the commit fails is here.
/// - Committed: the writer has written the rows, perhaps with other values, because conflicts and duplicates
///   are resolved in the store. ``CommitInbox`` delivers the outcome in the order of the commits, among commits
///   of other contexts. The context merges rows that differ from those it shows.
/// - Failed: ``CommitInbox`` delivers the error. The changes are unsaved again, beneath later changes.
///
/// The isolation of the context guards this object. `PendingRows` and `CommitInbox` have a mutex each, because
/// the writer and other contexts use them at the same time.
final class MainSaves {
  /// A published save.
  struct Save {
    /// The changes, updated for the rows that are known now.
    var changes: RowChanges
    /// Deleted objects, which belong to no context unless the commit fails.
    let deleted: [ManagedObject]
    /// Rows that the commit must find in the store as they were read.
    let guarded: [ManagedObjectID: Row]
    /// A Boolean value that indicates whether ``ManagedObjectContext/save()`` waits for the outcome and throws
    /// the error.
    let isAwaited: Bool
    /// The updated and deleted rows that do not exist, because an earlier save that inserted them has failed.
    var neverInserted: Set<ManagedObjectID> = []
  }

  /// An object with work to do, unless it is gone.
  struct Worker {
    weak var object: (any AsynchronousWorker)?
  }

  /// The last deletion or reinsertion of a row by this context.
  struct DeletionState {
    var version: Int64
    var isDeleted: Bool
  }

  /// The object that schedules work in the isolation of the context.
  let home: any ContextHome
  /// The processor of outcomes and of commits of other contexts.
  var merging: CommitMerging?
  /// The objects whose work the home has not yet begun (``ManagedObjectContext/runLater(_:)``).
  var workers: [Worker] = []
  /// The number of published saves that have failed.
  private(set) var failures = 0
  /// The number of redirects that the writer has reported.
  private(set) var knownRedirects = 0

  private var saves: [Int: Save] = [:]
  private var deletionStates: [ManagedObjectID: DeletionState] = [:]
  private var updatesBeneath: [ManagedObjectID: RowChanges.Update] = [:]
  private var mergedRows: [ManagedObjectID: Row?] = [:]

  init(home: any ContextHome) { self.home = home }

  // MARK: Published saves

  /// A Boolean value that indicates whether no save is published.
  var isEmpty: Bool { saves.isEmpty }

  /// The changes of the published saves, in their order.
  var pending: [(number: Int, changes: RowChanges)] {
    saves.sorted { $0.key < $1.key }.map { ($0.key, $0.value.changes) }
  }

  /// Records a save that was published.
  func begin(_ number: Int, _ save: Save) {
    saves[number] = save
    recordDeletionStates(save.changes)
  }

  /// Removes a save whose outcome is known, and returns it.
  func end(_ number: Int) -> Save? { saves.removeValue(forKey: number) }

  /// Replaces the changes of a published save.
  func replace(_ number: Int, by changes: RowChanges) {
    saves[number]?.changes = changes
    recordDeletionStates(changes)
  }

  /// Bases the later published saves on the rows beneath a failed save, as far as they delete its rows or insert them again.
  ///
  /// These saves fail as well. Without the failed save, they delete other rows, or none, and update rows that it has not
  /// deleted.
  ///
  /// - Returns: The changes of the failed save, without those that the later saves now contain.
  func rebaseSaves(on failed: RowChanges) -> RowChanges {
    var beneath: [ManagedObjectID: (version: Int64, row: Row?)] = [:]
    for row in failed.inserted { beneath[row.id] = (row.version, nil) }
    for update in failed.updated {
      let row = update.row
      beneath[row.id] = (row.version, Row(id: row.id, version: row.version, values: update.before))
    }
    let kept = Dictionary(failed.deleted.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for row in failed.deleted { beneath[row.id] = (row.version, row) }
    var (deletedLater, writtenLater): (Set<ManagedObjectID>, Set<ManagedObjectID>) = ([], [])
    for (number, var save) in saves {
      for (index, row) in save.changes.deleted.enumerated() {
        guard let base = beneath[row.id] else { continue }
        deletedLater.insert(row.id)
        // The deletion applies to an older row already, if the failed save has inserted the row again.
        guard base.version < row.version else { continue }
        if let row = base.row { save.changes.deleted[index] = row } else { save.neverInserted.insert(row.id) }
      }
      for row in save.changes.inserted {
        guard let base = kept[row.id] else { continue }
        let update = Row(id: row.id, version: base.version, values: row.values)
        save.changes.updated.append(.init(row: update, before: base.values))
      }
      save.changes.inserted.removeAll { kept[$0.id] != nil }
      if !kept.isEmpty { writtenLater.formUnion(save.changes.ids) }
      saves[number] = save
    }
    return RowChanges(
      inserted: failed.inserted.filter { !deletedLater.contains($0.id) },
      updated: failed.updated.filter { !deletedLater.contains($0.row.id) },
      deleted: failed.deleted.filter { !writtenLater.contains($0.id) })
  }

  /// Records that a row will not exist, because the save that inserted it has failed and the object is deleted now.
  func recordNeverInserted(_ id: ManagedObjectID) {
    for number in saves.keys { saves[number]?.neverInserted.insert(id) }
  }

  /// Returns rows as the last of the published saves that contain them show them.
  ///
  /// - Complexity: O(*n*) in the number of rows of all published saves.
  func rows(of ids: Set<ManagedObjectID>) -> [ManagedObjectID: Row] {
    var rows: [ManagedObjectID: Row] = [:]
    for (_, changes) in pending {
      for row in changes.inserted + changes.updated.map(\.row) where ids.contains(row.id) {
        rows[row.id] = row
      }
    }
    return rows
  }

  /// Records that a published save has failed, and that its rows are neither deleted nor inserted again.
  func recordFailure(of ids: some Sequence<ManagedObjectID>) {
    failures += 1
    for id in ids { deletionStates[id] = nil }
  }

  /// Records redirects that the writer has reported.
  func recordRedirects(_ count: Int) { knownRedirects += count }

  // MARK: Rows deleted or inserted again here

  /// The last deletion or reinsertion of a row by this context; commits of older versions are ignored.
  func deletionState(of id: ManagedObjectID) -> DeletionState? { deletionStates[id] }

  /// Removes the state of a row whose deletion the writer has given up.
  func forgetDeletion(of id: ManagedObjectID) { deletionStates[id] = nil }

  /// A deletion is final unless an undo inserts the row again, with a higher version.
  private func recordDeletionStates(_ changes: RowChanges) {
    for row in changes.deleted {
      deletionStates[row.id] = DeletionState(version: row.version, isDeleted: true)
    }
    for row in changes.inserted where deletionStates[row.id] != nil {
      deletionStates[row.id] = DeletionState(version: row.saved.version, isDeleted: false)
    }
  }

  // MARK: Commits of other contexts

  /// Records an update that a published save of the same row hides.
  ///
  /// If that save fails, the update becomes visible.
  func recordUpdateBeneath(_ update: RowChanges.Update) { updatesBeneath[update.row.id] = update }

  /// Returns the updates that published saves of these rows hid, and removes them.
  func removeUpdatesBeneath(_ ids: some Sequence<ManagedObjectID>) -> [RowChanges.Update] {
    ids.compactMap { updatesBeneath.removeValue(forKey: $0) }
  }

  /// Returns a row of the commit that is being merged, which observers can read meanwhile: `.some(nil)` for a
  /// deleted row, and `nil` for a row that the commit does not contain.
  func mergedRow(_ id: ManagedObjectID) -> Row?? { mergedRows.isEmpty ? nil : mergedRows[id] }

  /// Records a row of the commit that is being merged; `nil` for a deleted row.
  func recordMerged(_ id: ManagedObjectID, _ row: Row?) { mergedRows[id] = .some(row) }

  /// Removes the rows of the commit that was merged.
  func removeMergedRows() { mergedRows.removeAll(keepingCapacity: true) }
}
