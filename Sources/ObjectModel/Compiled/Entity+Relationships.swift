extension Entity {
  /// A one-to-one relationship, seen from one of its ends.
  package struct Pair: Sendable {
    /// The slot of the relationship.
    package var slot: Slot
    /// The destination entity.
    package var destination: EntityNumber
    /// The slot of its inverse.
    package var inverse: Slot
  }

  /// A to-one relationship that can lead to objects of an entity.
  package struct Referrer: Sendable {
    /// The entity that describes the relationship; its sub-entities have it too.
    package var entity: EntityNumber
    /// The slot of the relationship.
    package var slot: Slot
    /// The relationship.
    package var relationship: RelationshipDescription
  }

  /// The inverse to-many relationship of a slot.
  package struct End: Sendable {
    /// Its name.
    package var name: String
    /// The slot that refers to the member; nil when the row is the member itself.
    var member: Slot?
    /// The slot with the place of the member, if the relationship is ordered.
    package var position: Slot?
    /// A Boolean value that indicates whether the number of members is limited.
    package var isCounted: Bool

    /// The member for which the row with that ID and those values stands.
    package func member(_ id: ManagedObjectID, _ values: [PropertyValue]) -> ManagedObjectID? {
      guard let member else { return id }
      return values[member].reference
    }
  }
}
