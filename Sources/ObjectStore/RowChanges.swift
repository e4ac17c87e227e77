public import ObjectModel

/// Changes of rows: those that a save asks for, or those that a commit has made.
public struct RowChanges: Sendable {
  /// A row whose values changed.
  public struct Update: Sendable {
    /// The row after the update; if it is not committed yet, with the version that was read.
    public var row: Row
    /// The values before the update: as they were read, or as they were in the store.
    ///
    /// For an external change (``CommitReport/isExternal``), they contain only the references, and null for
    /// all other properties.
    public var before: [PropertyValue]

    /// The slots whose values differ.
    public var slots: [Slot] { row.values.slots.filter { row.values[$0] != before[$0] } }

    /// Makes an update from the values `before` to those of `row`.
    public init(row: Row, before: [PropertyValue]) {
      self.row = row
      self.before = before
    }
  }

  /// The inserted rows.
  public var inserted: [Row]
  /// The updated rows.
  public var updated: [Update]
  /// The deleted rows, in the last state that is known.
  public var deleted: [Row]

  /// Makes a set of changes.
  public init(inserted: [Row] = [], updated: [Update] = [], deleted: [Row] = []) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// A Boolean value that indicates whether no row changes.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The IDs of all rows.
  package var ids: [ManagedObjectID] { inserted.map(\.id) + updated.map(\.row.id) + deleted.map(\.id) }
}
