/// The changes that a save writes, as row values.
public struct StoreChanges: Sendable {
  /// A row whose values changed.
  public struct Update: Sendable {
    /// The new row, still with the version that was read.
    public var row: Row
    /// The values as they were read.
    public var base: [PropertyValue]

    /// The slots whose values differ from those read.
    public var slots: [Int] { row.values.indices.filter { row.values[$0] != base[$0] } }

    /// Makes an update from the values read to those of `row`.
    public init(row: Row, base: [PropertyValue]) {
      self.row = row
      self.base = base
    }
  }

  /// The rows to insert.
  public var inserted: [Row]
  /// The rows to update.
  public var updated: [Update]
  /// The rows to delete, as they were read.
  public var deleted: [Row]

  /// Makes a set of changes.
  public init(inserted: [Row] = [], updated: [Update] = [], deleted: [Row] = []) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// A Boolean value that indicates whether there is nothing to write.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
