package import Foundation
public import ObjectModel

/// The rows that a commit wrote, after conflicts were resolved.
///
/// The rows include join rows of many-to-many relationships. They belong to no entity of
/// ``ManagedObjectModel/entities``, but ``ManagedObjectContext/mergeChanges(from:)`` needs them; ``changes`` omits
/// them.
public struct CommitReport: Sendable {
  /// The author of the changes (``ManagedObjectContext/transactionAuthor``).
  public package(set) var author: String?
  /// The name of the context that saved the changes (``ManagedObjectContext/name``).
  public package(set) var context: String?
  /// A Boolean value that indicates whether another program, or another coordinator, made the changes.
  ///
  /// Author, context, and the former values of attributes are then unknown. One report may combine several
  /// commits, and it contains the rows as they were when it was made.
  public package(set) var isExternal = false
  /// A Boolean value that indicates whether other rows may have changed as well, so that contexts and lists read
  /// everything that they show again.
  ///
  /// It is `true` for an external change, if the history of the store was purged before it was read or the program could not
  /// follow it for a while, for a batch of more rows than are announced one by one, and for a save that only some stores of a
  /// ``CombinedStore`` have committed.
  public package(set) var isReload = false
  /// A Boolean value that indicates whether the report follows a published save that has failed.
  ///
  /// The report lists the rows that contexts may have read from the save, as they are in the store: those that the save was going
  /// to delete as inserted, those that are not there as deleted, and the others as updated. Author and context are nil.
  ///
  /// Usually nothing of the save was committed. Parts of it were if only some stores of a ``CombinedStore`` have committed, and all
  /// of it can be if the outcome is unknown, as after a lost connection. The lists have the rows of the store in each case, so a
  /// program that keeps a copy of the store must not skip this report. Deletions that were committed are in no list.
  public package(set) var followsFailedSave = false
  /// The position in the history of the store after the commit, or nil if the store keeps no history.
  public package(set) var historyToken: PersistentHistoryToken?
  /// The positions in the histories of the stores of a ``CombinedStore``, by their identifiers.
  package var partTokens: [UUID: PersistentHistoryToken] = [:]
  /// The rows as they were written.
  ///
  /// Updates include those that a merge policy has changed. Deleted rows are in their last state; for an
  /// external change, only with their references.
  public package(set) var rows = RowChanges()
  /// The inserted rows.
  public var inserted: [Row] { rows.inserted }
  /// The updated rows.
  public var updated: [RowChanges.Update] { rows.updated }
  /// The deleted rows.
  public var deleted: [Row] { rows.deleted }
  /// The rows that remain, by the IDs of inserted or existing rows that were merged into them because they had
  /// the same unique values.
  public package(set) var mergedInto: [ManagedObjectID: ManagedObjectID] = [:]
  /// The rows that keep their state in the store instead of the values to save.
  public package(set) var unchanged: [Row] = []

  /// Makes an empty report.
  package init() {}

  /// Returns the row into which a row was finally merged, or the same ID for another row.
  package func finalRow(for id: ManagedObjectID) -> ManagedObjectID {
    var id = id
    while let next = mergedInto[id] { id = next }
    return id
  }

  /// The highest number of an entity of the model; higher numbers are those of join rows.
  package var lastEntity = EntityNumber(.max)

  /// The ID of one of the written rows, or nil if the commit wrote nothing.
  package var anyID: ManagedObjectID? { inserted.first?.id ?? updated.first?.row.id ?? deleted.first?.id }

  /// Returns a Boolean value that indicates whether the commit wrote these changes and nothing else, the usual
  /// case.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  package func isOutcome(of changes: RowChanges) -> Bool {
    unchanged.isEmpty && mergedInto.isEmpty
      && inserted.elementsEqual(changes.inserted) { $0 == $1.saved }
      && updated.elementsEqual(changes.updated) { $0.row == $1.row.saved }
      && deleted.elementsEqual(changes.deleted) { $0.id == $1.id }
  }

  /// A Boolean value that indicates whether the commit wrote nothing.
  public var isEmpty: Bool { rows.isEmpty && !isReload }
}
