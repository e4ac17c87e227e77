/// A type of object in a model: its class, attributes and relationships, with all that follows from them.
///
/// A model compiles an entity from its ``EntityDescription`` and those of its ancestors.
///
/// A row of the entity holds an array of values, one *slot* for each attribute and each to-one relationship.
/// To-many relationships have no slot: the slots of their inverses hold them. The slots of a subentity begin
/// with those of its parent, so a slot means the same in the whole inheritance tree.
public final class Entity: Sendable {
  /// The number in the model.
  public let number: EntityNumber
  /// The number of the entity at the top of the inheritance tree, which gives the whole tree its table and its keys.
  public let root: EntityNumber
  /// The numbers of the entity and of all that inherit from it.
  public let family: ClosedRange<EntityNumber>
  /// The entity from which this one inherits, or nil.
  public let parent: Entity?

  /// The name, as in Swift; the table is named `Z` and the name of the root of its inheritance tree in capitals.
  public let name: String
  /// The class of the objects; `nil` for `ManagedObject` itself.
  public let objectClass: (any EntityObject.Type)?
  /// A Boolean value that indicates whether rows of the entity are join rows of a many-to-many relationship.
  package let isLink: Bool
  /// A Boolean value that indicates whether the entity is abstract: only its subentities have objects.
  public let isAbstract: Bool
  /// The attributes, inherited ones first, in the order of their slots.
  public let attributes: [AttributeDescription]
  /// The relationships, to-one and to-many, inherited ones first, in the order in which they were described.
  public let relationships: [RelationshipDescription]
  /// The uniqueness constraints, inherited ones first, by the names of their properties.
  public let uniquenessConstraints: [[String]]
  /// The indexes that the store keeps: lists of attributes and to-one relationships, each with a direction; not
  /// inherited.
  public let indexes: [[IndexElement]]
  /// The text attributes by whose contents the store finds objects, inherited ones first.
  public let fullTextIndex: [String]
  /// The name that identifies the entity in two versions of a model in which its names differ.
  public let renamingIdentifier: String?
  /// A text that makes this version of the entity differ from another that is described alike.
  public let versionHashModifier: String?
  /// Information of the application about the entity, which ObjectGraph does not use.
  public let userInfo: [String: String]
  /// The properties that are fetched when they are read, inherited ones first.
  public let fetchedProperties: [FetchedPropertyDescription]

  /// The to-one relationships, in the order of their slots.
  public let toOneRelationships: [RelationshipDescription]
  /// The to-many relationships.
  public let toManyRelationships: [RelationshipDescription]
  /// The to-many relationships whose number of members is limited.
  package let countedRelationships: [RelationshipDescription]
  /// The slots of each uniqueness constraint.
  public let uniqueSlots: [[Slot]]
  /// The entity that describes each uniqueness constraint.
  package let constraintOwners: [EntityNumber]
  /// The name by which stores keep rows: that of the root of the inheritance tree.
  package let storageName: String
  /// The names by which stores keep the values, by slot: no two properties of an inheritance tree have the same.
  package let storageNames: [String]
  /// The slots of the to-one relationships.
  package let referenceSlots: [Slot]
  /// The slots that must not be empty in a row of a store.
  ///
  /// Those of derived attributes are not among them, because they are empty until the store has computed them, and
  /// those of transient attributes are in no store.
  package let requiredSlots: [Slot]
  /// The slots of transient attributes, which hold the default value in all rows outside of objects.
  public let transientSlots: [Slot]
  /// The slots of derived attributes, which are computed and not set.
  public let derivedSlots: [Slot]
  /// The values of a new row.
  package let defaultValues: [PropertyValue]
  /// The content of each slot.
  let contents: [SlotContent]
  /// The role of each slot, without its description, because copying the description would cost more than an
  /// edit.
  package let roles: [SlotContent.Role]
  /// The validation checks for the objects.
  package let checks: EntityChecks
  /// The one-to-one relationships.
  let pairs: [Pair]
  /// The to-one relationships that can lead to objects of the entity.
  let referrers: [Referrer]
  /// The inverse to-many relationship of each slot.
  let ends: [End?]
  /// The entities to whose objects each slot can refer; `nil` for a slot that holds no reference.
  package let destinations: [ClosedRange<EntityNumber>?]
  private let slotNames: SlotNames
  private let relationshipsByName: [String: RelationshipDescription]

  /// The place of an entity among the entities of its model.
  struct Place {
    var number: EntityNumber
    var root: EntityNumber
    var family: ClosedRange<EntityNumber>
    var parent: Entity?
  }

  /// The relationships of an entity and others that lead to it, resolved to slots.
  struct Links {
    var pairs: [Pair]
    var referrers: [Referrer]
    var ends: [End?]
    var destinations: [ClosedRange<EntityNumber>?]
  }

  init(_ draft: EntityDraft, at place: Place, _ links: Links) {
    number = place.number
    root = place.root
    family = place.family
    parent = place.parent
    let description = draft.description
    name = description.name
    objectClass = description.objectClass
    isLink = draft.isLink
    isAbstract = description.isAbstract
    indexes = description.indexes
    fullTextIndex = draft.fullTextIndex
    renamingIdentifier = description.renamingIdentifier
    versionHashModifier = description.versionHashModifier
    userInfo = description.userInfo
    fetchedProperties = draft.fetchedProperties
    storageName = draft.storageName
    storageNames = draft.storageNames
    let contents = draft.contents
    self.contents = contents
    roles = contents.map(\.role)
    attributes = contents.compactMap(\.attribute)
    defaultValues = contents.map(\.defaultValue)
    let slots = draft.slots
    referenceSlots = slots.filter { contents[$0].relationship != nil }
    requiredSlots = slots.filter { slot in
      let attribute = contents[slot].attribute
      return !contents[slot].isOptional && attribute?.isTransient != true && attribute?.derivation == nil
    }
    transientSlots = slots.filter { contents[$0].attribute?.isTransient == true }
    derivedSlots = slots.filter { contents[$0].attribute?.derivation != nil }
    let slotNames = SlotNames(contents.map(\.name))
    self.slotNames = slotNames
    checks = EntityChecks(name, contents)
    relationships = draft.relationships
    toOneRelationships = contents.compactMap(\.relationship)
    toManyRelationships = draft.relationships.filter { $0.cardinality == .toMany }
    countedRelationships = draft.relationships.filter(\.isCounted)
    relationshipsByName = Dictionary(
      draft.relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    uniquenessConstraints = draft.uniquenessConstraints
    uniqueSlots = draft.uniquenessConstraints.map { $0.compactMap { slotNames[$0] } }
    constraintOwners = draft.constraintOwners
    pairs = links.pairs
    referrers = links.referrers
    ends = links.ends
    destinations = links.destinations
  }

  /// The slot of an attribute or to-one relationship, or nil when the entity has none of that name.
  public func slot(of name: String) -> Slot? { slotNames[name] }

  /// The relationship of that name, or nil.
  public func relationship(_ name: String) -> RelationshipDescription? { relationshipsByName[name] }

  /// The slot with the place of a row among the members of an ordered relationship, whose inverse is `relationship`.
  func positionSlot(of relationship: String) -> Slot? {
    slotNames[SlotContent.position(of: relationship).name]
  }
}
