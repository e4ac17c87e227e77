/// A type of object: its class, attributes and relationships.
///
/// A row of the entity holds an array of values, one *slot* for each attribute and each to-one relationship.
/// To-many relationships have no slot: the slots of their inverses hold them. The slots of a subentity begin
/// with those of its parent, so a slot means the same in the whole inheritance tree.
///
/// A description passed to ``ManagedObjectModel`` contains what the entity adds to its parent. A description that
/// the model returns (``ManagedObjectModel/entities``) contains inherited properties, too.
public final class EntityDescription: Sendable {
  /// The name, as in Swift; the table is named `Z` and the name of the root of its inheritance tree in capitals.
  public let name: String
  /// The class of the objects.
  public let objectClass: ManagedObject.Type
  /// The name of the entity from which this one inherits, or nil.
  public let parent: String?
  /// A Boolean value that indicates whether the entity is abstract: only its subentities have objects.
  public let isAbstract: Bool
  /// The attributes, inherited ones first, in the order of their slots.
  public let attributes: [AttributeDescription]
  /// The relationships, to-one and to-many, inherited ones first, in the order in which they were described.
  public let relationships: [RelationshipDescription]
  /// Sets of attributes and to-one relationships whose values together no two objects share.
  ///
  /// Objects with an empty value in the set are not compared, as in SQL. A constraint holds for all objects of the
  /// entity that describes it and of its sub-entities.
  public let uniquenessConstraints: [[String]]
  /// Sets of attributes and to-one relationships by which the store keeps an index.
  public let indexes: [[String]]
  /// The name that identifies the entity in two versions of a model in which its names differ.
  public let renamingIdentifier: String?
  /// A text that makes this version of the entity differ from another that is described alike: for values that mean
  /// something else now.
  public let versionHashModifier: String?
  /// Whatever the application wants to know of the entity; ObjectGraph does not look at it.
  ///
  /// Like the two above it is not inherited.
  public let userInfo: [String: String]
  /// The properties that are fetched when they are read, inherited ones first.
  public let fetchedProperties: [FetchedPropertyDescription]

  /// The to-one relationships, in the order of their slots.
  public let toOneRelationships: [RelationshipDescription]
  /// The to-many relationships.
  public let toManyRelationships: [RelationshipDescription]
  /// The to-many relationships whose number of members is limited.
  let countedRelationships: [RelationshipDescription]
  /// The slots of each uniqueness constraint.
  public let uniqueSlots: [[Slot]]
  /// The name by which stores keep rows: that of the root of the inheritance tree.
  package let storageName: String
  /// The names by which stores keep the values, by slot: no two properties of an inheritance tree have the same.
  package let storageNames: [String]
  /// The slots of the to-one relationships.
  package let referenceSlots: [Slot]
  /// The slots that must not be empty in an object that is saved.
  let requiredSlots: [Slot]
  /// The slots of transient attributes, which hold the default value in all rows outside of objects.
  public let transientSlots: [Slot]
  /// The slots of derived attributes, which are computed and not set.
  public let derivedSlots: [Slot]
  /// The values of a new row.
  let defaultValues: [PropertyValue]
  /// The content of each slot.
  let slotKinds: [SlotContent]
  /// The name of the entity by which each uniqueness constraint is described.
  package let constraintOwners: [String]
  private let slotsByName: [String: Slot]
  /// The names of the slots, where they are so few that looking through them is faster than hashing one.
  private let fewNames: [String]?
  private let relationshipsByName: [String: RelationshipDescription]
  /// The role of each slot, without its description, because copying the description would cost more than an
  /// edit.
  let roles: [Role]

  /// The role of a slot.
  enum Role: Sendable {
    case attribute
    case reference
    case position
  }

  /// Describes an entity; the name is that of the class unless another is given.
  public convenience init(
    _ objectClass: ManagedObject.Type, name: String? = nil, parent: String? = nil, isAbstract: Bool = false,
    attributes: [AttributeDescription] = [], relationships: [RelationshipDescription] = [],
    unique uniquenessConstraints: [[String]] = [], indexes: [[String]] = [],
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil, userInfo: [String: String] = [:],
    fetchedProperties: [FetchedPropertyDescription] = []
  ) {
    self.init(
      Facts(
        objectClass: objectClass, name: name ?? String(describing: objectClass), parent: parent,
        isAbstract: isAbstract, renamingIdentifier: renamingIdentifier,
        versionHashModifier: versionHashModifier, userInfo: userInfo, fetchedProperties: fetchedProperties),
      slots: attributes.map { .attribute($0) }
        + relationships.filter { $0.cardinality == .toOne }.map { .toOne($0) },
      relationships: relationships, unique: uniquenessConstraints, constraintOwners: [], indexes: indexes)
  }

  /// The facts about an entity that do not follow from its slots and relationships.
  struct Facts {
    var objectClass: ManagedObject.Type
    var name: String
    var parent: String?
    var isAbstract = false
    var renamingIdentifier: String?
    var versionHashModifier: String?
    var userInfo: [String: String] = [:]
    var fetchedProperties: [FetchedPropertyDescription] = []
    /// The names in stores, which only a model can know.
    var storage: Storage?

    struct Storage {
      var name: String
      var names: [String]
    }
  }

  init(
    _ facts: Facts, slots kinds: [SlotContent], relationships: [RelationshipDescription],
    unique uniquenessConstraints: [[String]], constraintOwners: [String], indexes: [[String]]
  ) {
    name = facts.name
    objectClass = facts.objectClass
    parent = facts.parent
    isAbstract = facts.isAbstract
    renamingIdentifier = facts.renamingIdentifier
    versionHashModifier = facts.versionHashModifier
    userInfo = facts.userInfo
    fetchedProperties = facts.fetchedProperties
    storageName = facts.storage?.name ?? facts.name
    storageNames = facts.storage?.names ?? kinds.map(\.name)
    slotKinds = kinds
    attributes = kinds.compactMap { if case .attribute(let attribute) = $0 { attribute } else { nil } }
    self.relationships = relationships
    self.uniquenessConstraints = uniquenessConstraints
    self.constraintOwners = constraintOwners
    self.indexes = indexes
    toOneRelationships = kinds.compactMap { $0.relationship }
    toManyRelationships = relationships.filter { $0.cardinality == .toMany }
    countedRelationships = relationships.filter(\.isCounted)
    roles = kinds.map(\.role)
    let slots = Slot(0)..<Slot(kinds.count)
    referenceSlots = slots.filter { kinds[$0].relationship != nil }
    let slotsByName = Dictionary(zip(kinds.map(\.name), slots), uniquingKeysWith: { first, _ in first })
    self.slotsByName = slotsByName
    fewNames = kinds.count <= 16 ? kinds.map(\.name) : nil
    uniqueSlots = uniquenessConstraints.map { $0.compactMap { slotsByName[$0] } }
    requiredSlots = slots.filter { !kinds[$0].isOptional }
    defaultValues = kinds.map(\.defaultValue)
    transientSlots = attributes.filter(\.isTransient).compactMap { slotsByName[$0.name] }
    derivedSlots = attributes.filter { $0.derivation != nil }.compactMap { slotsByName[$0.name] }
    relationshipsByName = Dictionary(
      relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

// MARK: - What a model adds

extension EntityDescription {
  /// The fetched property of that name, or nil.
  public func fetchedProperty(_ name: String) -> FetchedPropertyDescription? {
    fetchedProperties.first { $0.name == name }
  }

  /// Returns the facts about the entity, with inherited properties and the names that a model gives it in
  /// stores.
  func facts(storage: Facts.Storage, parent: EntityDescription?) -> Facts {
    Facts(
      objectClass: objectClass, name: name, parent: self.parent, isAbstract: isAbstract,
      renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier, userInfo: userInfo,
      fetchedProperties: (parent?.fetchedProperties ?? []) + fetchedProperties, storage: storage)
  }
}

// MARK: - Slots

extension EntityDescription {
  /// The number of slots in a row.
  public var slotCount: Int { slotKinds.count }

  /// The slots of a row.
  public var slots: Range<Slot> { Slot(0)..<Slot(slotCount) }

  /// The slot of an attribute or to-one relationship, or nil when the entity has none of that name.
  public func slot(of name: String) -> Slot? {
    if let fewNames { return fewNames.firstIndex(of: name).map { Slot($0) } }
    return slotsByName[name]
  }

  /// The attribute of that name, or nil.
  func attribute(named name: String) -> AttributeDescription? { slot(of: name).flatMap(attribute(inSlot:)) }

  /// The name of the attribute or to-one relationship in a slot.
  public func name(ofSlot slot: Slot) -> String { slotKinds[slot].name }

  /// The attribute in a slot, or nil when something else is there.
  public func attribute(inSlot slot: Slot) -> AttributeDescription? {
    if case .attribute(let attribute) = slotKinds[slot] { attribute } else { nil }
  }

  /// The to-one relationship in a slot, or nil when something else is there.
  public func relationship(inSlot slot: Slot) -> RelationshipDescription? { slotKinds[slot].relationship }

  /// The relationship of that name, or nil.
  public func relationship(_ name: String) -> RelationshipDescription? { relationshipsByName[name] }

  /// A Boolean value that indicates whether rows of the entity are join rows of a many-to-many relationship.
  package var isLink: Bool { objectClass == LinkObject.self }

  /// Returns a Boolean value that indicates whether a slot holds a to-one relationship.
  package func isReference(_ slot: Slot) -> Bool { roles[slot] == .reference }

  /// Returns the name of the to-one relationship whose position in the ordered inverse a slot holds, or `nil`
  /// for any other slot.
  package func orderedRelationship(ofSlot slot: Slot) -> String? {
    if case .position(let name) = slotKinds[slot] { name } else { nil }
  }

  /// The slot with the place of a row among the members of an ordered relationship, whose inverse is `relationship`.
  func positionSlot(of relationship: String) -> Slot? {
    slotsByName[SlotContent.position(of: relationship).name]
  }

  /// Returns a Boolean value that indicates whether a property with that name belongs to the model, and not
  /// only to its store.
  func isVisible(slot: Slot) -> Bool {
    if case .position = slotKinds[slot] { false } else { true }
  }
}
