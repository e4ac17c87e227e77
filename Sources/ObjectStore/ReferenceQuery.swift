public import ObjectModel

/// A question for the rows that refer to some rows in one slot, for ``StoreTransaction/references(_:)``.
public struct ReferenceQuery: Hashable, Sendable {
  /// The entity of the rows that refer; rows of its subentities are found as well.
  public var entity: EntityNumber
  /// The slot of the references.
  public var slot: Slot
  /// The IDs of the rows that are referred to, all of one inheritance tree.
  public var targets: [ManagedObjectID]

  /// Makes a question.
  public init(entity: EntityNumber, slot: Slot, targets: [ManagedObjectID]) {
    self.entity = entity
    self.slot = slot
    self.targets = targets
  }
}
