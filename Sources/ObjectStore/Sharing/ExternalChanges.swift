public import ObjectModel

/// The rows that other writers changed between two states of a store.
public struct ExternalChanges: Sendable {
  /// The IDs of new rows.
  public var inserted: [ManagedObjectID]
  /// Rows that changed, as they were before: at least their versions and their references, other values may be null.
  public var updated: [Row]
  /// Rows that are gone, as they were before, in the same way.
  public var deleted: [Row]

  /// Rows that changed, of which only the references that differ are known; a row occurs more than once if
  /// several of its former states are known.
  public var former: [FormerState] = []
  /// A Boolean value that indicates whether other rows may have changed as well, and which ones is unknown.
  ///
  /// Contexts and lists that follow the store then read everything that they show again.
  public var isReload = false

  /// The references of a row before it changed.
  public struct FormerState: Hashable, Sendable {
    /// The ID of the row.
    public var id: ManagedObjectID
    /// The references that differ, by slot; null for none.
    public var references: [Slot: PropertyValue]

    /// Creates the former state of a row.
    public init(id: ManagedObjectID, references: [Slot: PropertyValue]) {
      self.id = id
      self.references = references
    }
  }

  /// Creates a set of changes.
  public init(
    inserted: [ManagedObjectID] = [], updated: [Row] = [], deleted: [Row] = [], former: [FormerState] = [],
    isReload: Bool = false
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.former = former
    self.isReload = isReload
  }

  /// A Boolean value that indicates whether no row changed.
  public var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && former.isEmpty && !isReload
  }

  /// The changes in parts of at most `size` rows: insertions first, then updates, then deletions.
  package func parts(of size: Int) -> [ExternalChanges] {
    (isReload ? [ExternalChanges(isReload: true)] : [])
      + inserted.parts(of: size).map { ExternalChanges(inserted: $0) }
      + former.parts(of: size).map { ExternalChanges(former: $0) }
      + updated.parts(of: size).map { ExternalChanges(updated: $0) }
      + deleted.parts(of: size).map { ExternalChanges(deleted: $0) }
  }
}

extension Array {
  fileprivate func parts(of size: Int) -> [[Element]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
