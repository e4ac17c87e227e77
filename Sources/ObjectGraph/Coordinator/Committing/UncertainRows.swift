internal import ObjectModel
internal import ObjectStore

/// The rows of commits whose outcome was unknown when they failed, and that were made.
///
/// Their contexts have the changes as unsaved ones, and save them again.
struct UncertainRows {
  /// The rows of the last commit, of which it is not known whether it was made.
  private var open: Rows?
  private var made = Rows()

  private struct Rows {
    var inserted: Set<ManagedObjectID> = []
    /// The updated rows as they were written last, with the numbers of the contexts.
    var updated: [ManagedObjectID: (row: Row, context: Int)] = [:]
  }

  /// A Boolean value that indicates whether the outcome of the last commit is not known.
  var hasOpenOutcome: Bool { open != nil }

  /// Records the rows of a commit whose outcome is unknown.
  mutating func record(_ commit: Commit) {
    var rows = Rows()
    rows.inserted.formUnion(commit.changes.inserted.lazy.map(\.id))
    for update in commit.changes.updated { rows.updated[update.row.id] = (update.row.saved, commit.origin) }
    open = rows
  }

  /// Keeps the rows of the last commit if it was made, and forgets them if it was not, or if that cannot be found out.
  mutating func resolve(wasMade: Bool) {
    guard let rows = open else { return }
    open = nil
    guard wasMade else { return }
    made.inserted.formUnion(rows.inserted)
    made.updated.merge(rows.updated) { $1 }
  }

  /// Forgets the rows of a commit that was made, except inserted ones that it has updated.
  ///
  /// Another context can update a row whose own context has yet to save it again. Its version then shows the conflict.
  mutating func forget(_ changes: RowChanges) {
    guard !made.inserted.isEmpty || !made.updated.isEmpty else { return }
    for id in changes.inserted.lazy.map(\.id) { made.inserted.remove(id) }
    for id in changes.deleted.lazy.map(\.id) { made.inserted.remove(id) }
    for id in changes.ids { made.updated[id] = nil }
  }

  /// Returns a Boolean value that indicates whether a commit has inserted a row.
  func haveInserted(_ id: ManagedObjectID) -> Bool { made.inserted.contains(id) }

  /// Returns a Boolean value that indicates whether a stored row is one that a commit of a context has updated, and that no
  /// other commit has changed since.
  ///
  /// Values count as a column holds them. Derived values change with other rows.
  func haveUpdated(_ stored: Row, of entity: Entity, from context: Int) -> Bool {
    guard let update = made.updated[stored.id], update.context == context,
      update.row.version == stored.version
    else { return false }
    let values = entity.derived(from: stored.values, in: entity.persistent(update.row).values)
    return zip(values, stored.values).allSatisfy { $0.columnValue == $1.columnValue }
  }
}
