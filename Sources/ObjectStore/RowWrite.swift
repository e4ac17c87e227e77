public import ObjectModel

/// A write of one row, for ``StoreTransaction/write(_:)``.
public enum RowWrite: Sendable {
  /// Inserts a row, as ``StoreTransaction/insert(_:)`` does.
  case insert(Row)
  /// Updates slots of a row, as ``StoreTransaction/update(_:slots:)`` does.
  case update(Row, slots: [Slot])
  /// Writes slots of a row whatever its version, as ``StoreTransaction/overwrite(_:slots:)`` does.
  case overwrite(Row, slots: [Slot])
  /// Deletes a row, as ``StoreTransaction/delete(_:version:)`` does.
  case delete(ManagedObjectID, version: Int64?)

  /// The ID of the row.
  public var id: ManagedObjectID {
    switch self {
    case .insert(let row), .update(let row, _), .overwrite(let row, _): row.id
    case .delete(let id, _): id
    }
  }

  /// The number of rows that a commit writes by one call at most, so that a large commit needs no memory in proportion to
  /// its rows.
  package static let limit = 4_096
}
