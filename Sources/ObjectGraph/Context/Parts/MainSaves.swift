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
/// - Failed: ``CommitInbox`` delivers the error. Later saves of the same rows fail as well. The last state of these rows
///   is unsaved again, as a change of the row beneath the failed save.
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
  private var lastSave = 0
  /// The rows of failed saves, with the number of the last save that was published before the context knew of the failure.
  ///
  /// The saves up to it that contain the row fail as well, and the row is unsaved already.
  private(set) var failedRows: [ManagedObjectID: Int] = [:]
  private var deletionStates: [ManagedObjectID: DeletionState] = [:]
  private var updatesBeneath: [ManagedObjectID: RowChanges.Update] = [:]
  private var mergedRows: [ManagedObjectID: Row?] = [:]

  init(home: any ContextHome) { self.home = home }

  // MARK: Published saves

  /// A Boolean value that indicates whether no save is published.
  var isEmpty: Bool { saves.isEmpty }

  /// The changes of the published saves, in their order, without the rows of failed saves.
  ///
  /// - Complexity: O(*n* log *n*) in the number of saves; with rows of failed saves, also O(*n*) in the number of rows.
  var pending: [(number: Int, changes: RowChanges)] {
    saves.sorted { $0.key < $1.key }.map { ($0.key, withoutFailedRows($0.value.changes, of: $0.key)) }
  }

  /// Records a save that was published.
  func begin(_ number: Int, _ save: Save) {
    saves[number] = save
    lastSave = number
    recordDeletionStates(save.changes)
  }

  /// Removes a save whose outcome is known, and returns it without the rows of earlier saves that have failed.
  func end(_ number: Int) -> Save? {
    guard var save = saves.removeValue(forKey: number) else { return nil }
    save.changes = withoutFailedRows(save.changes, of: number)
    if saves.isEmpty { failedRows.removeAll() }
    return save
  }

  /// Replaces the changes of a published save.
  func replace(_ number: Int, by changes: RowChanges) {
    saves[number]?.changes = changes
    recordDeletionStates(changes)
  }

  /// Records that a published save has failed with its rows, which are neither deleted nor inserted again.
  func recordFailure(of ids: some Sequence<ManagedObjectID>) {
    failures += 1
    for id in ids {
      deletionStates[id] = nil
      if !saves.isEmpty { failedRows[id] = lastSave }
    }
  }

  private func withoutFailedRows(_ changes: RowChanges, of number: Int) -> RowChanges {
    if failedRows.isEmpty { return changes }
    func isLeft(_ id: ManagedObjectID) -> Bool { failedRows[id].map { $0 < number } ?? true }
    return RowChanges(
      inserted: changes.inserted.filter { isLeft($0.id) },
      updated: changes.updated.filter { isLeft($0.row.id) },
      deleted: changes.deleted.filter { isLeft($0.id) })
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
