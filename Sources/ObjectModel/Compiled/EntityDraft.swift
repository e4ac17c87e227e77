/// The properties of an entity with those of its ancestors, before relationships between entities are resolved.
struct EntityDraft {
  /// The description, without inherited properties.
  var description: EntityDescription
  /// The content of each slot, inherited ones first.
  var contents: [SlotContent]
  /// The relationships, inherited ones first.
  var relationships: [RelationshipDescription]
  /// The fetched properties, inherited ones first.
  var fetchedProperties: [FetchedPropertyDescription]
  /// The uniqueness constraints, inherited ones first.
  var uniquenessConstraints: [[String]]
  /// The entity that describes each uniqueness constraint.
  var constraintOwners: [EntityNumber]
  /// The attributes of the full-text index, inherited ones first.
  var fullTextIndex: [String] = []
  /// The name by which stores keep rows: that of the root of the inheritance tree.
  var storageName: String
  /// The names by which stores keep the values, by slot.
  var storageNames: [String]
  /// A Boolean value that indicates whether rows of the entity are join rows of a many-to-many relationship.
  var isLink = false

  var slots: Range<Slot> { Slot(0)..<Slot(contents.count) }

  func slot(of name: String) -> Slot? { contents.firstIndex { $0.name == name }.map { Slot($0) } }

  func relationship(_ name: String) -> RelationshipDescription? { relationships.first { $0.name == name } }
}
