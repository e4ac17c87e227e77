extension Entity {
  /// A one-to-one relationship, seen from one of its ends.
  struct Pair: Sendable {
    /// The slot of the relationship.
    var slot: Slot
    /// The destination entity.
    var destination: EntityNumber
    /// The slot of its inverse.
    var inverse: Slot
  }

  /// A to-one relationship that can lead to objects of an entity.
  struct Referrer: Sendable {
    /// The entity that describes the relationship; its sub-entities have it too.
    var entity: EntityNumber
    /// The slot of the relationship.
    var slot: Slot
    /// The relationship.
    var relationship: RelationshipDescription
  }

  /// The inverse to-many relationship of a slot.
  struct End: Sendable {
    /// Its name.
    var name: String
    /// The slot that refers to the member; nil when the row is the member itself.
    var member: Slot?
    /// The slot with the place of the member, if the relationship is ordered.
    var position: Slot?
    /// A Boolean value that indicates whether the number of members is limited.
    var isCounted: Bool

    /// The member for which the row with that ID and those values stands.
    func member(_ id: ManagedObjectID, _ values: [PropertyValue]) -> ManagedObjectID? {
      guard let member else { return id }
      return values[member].reference
    }
  }
}
