public import ObjectModel

/// The rows that other writers changed between two states of a store.
public struct ExternalChanges: Sendable {
  /// The IDs of new rows.
  public var inserted: [ManagedObjectID]
  /// Rows that changed, as they were before: at least their versions and their references, other values may be null.
  public var updated: [Row]
  /// Rows that are gone, as they were before, in the same way.
  public var deleted: [Row]

  /// Creates a set of changes.
  public init(inserted: [ManagedObjectID] = [], updated: [Row] = [], deleted: [Row] = []) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// A Boolean value that indicates whether no row changed.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The changes in parts of at most `size` rows: insertions first, then updates, then deletions.
  package func parts(of size: Int) -> [ExternalChanges] {
    inserted.parts(of: size).map { ExternalChanges(inserted: $0) }
      + updated.parts(of: size).map { ExternalChanges(updated: $0) }
      + deleted.parts(of: size).map { ExternalChanges(deleted: $0) }
  }
}

extension Array {
  fileprivate func parts(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
