/// One kind of object: its class, attributes and relationships.
///
/// What a row of the entity holds is an array of values, a slot for each attribute and then for each to-one
/// relationship, in the order in which they were described. To-many relationships have no slot: they are what
/// the slots of their inverses say.
public final class EntityDescription: Sendable {
  /// The name, as in Swift; the table is named `Z` and the name in capitals.
  public let name: String
  /// The class of the objects.
  public let objectClass: ManagedObject.Type
  /// The attributes, in the order of their slots.
  public let attributes: [AttributeDescription]
  /// The relationships, to-one and to-many, in the order in which they were described.
  public let relationships: [RelationshipDescription]
  /// Sets of attributes and to-one relationships whose values together no two objects share.
  ///
  /// Objects with an empty value in the set are not compared, as in SQL.
  public let uniquenessConstraints: [[String]]
  /// Sets of attributes and to-one relationships by which the store keeps an index.
  public let indexes: [[String]]

  /// The to-one relationships, in the order of their slots, which come after those of the attributes.
  public let toOneRelationships: [RelationshipDescription]
  /// The to-many relationships.
  public let toManyRelationships: [RelationshipDescription]
  /// The slots of each uniqueness constraint.
  public let uniqueSlots: [[Int]]
  /// The slots that must not be empty in an object that is saved.
  let requiredSlots: [Int]
  /// The slots of transient attributes, which hold the default value in all rows outside of objects.
  public let transientSlots: [Int]
  /// The slots of derived attributes, which are computed and not set.
  public let derivedSlots: [Int]
  /// What a new row holds.
  let defaultValues: [PropertyValue]
  private let slots: [String: Int]
  private let relationshipsByName: [String: RelationshipDescription]

  /// Describes an entity; the name is that of the class unless another is given.
  public init(
    _ objectClass: ManagedObject.Type, name: String? = nil, attributes: [AttributeDescription] = [],
    relationships: [RelationshipDescription] = [], unique uniquenessConstraints: [[String]] = [],
    indexes: [[String]] = []
  ) {
    self.name = name ?? String(describing: objectClass)
    self.objectClass = objectClass
    self.attributes = attributes
    self.relationships = relationships
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    toOneRelationships = relationships.filter { $0.cardinality == .toOne }
    toManyRelationships = relationships.filter { $0.cardinality == .toMany }
    let names = attributes.map(\.name) + toOneRelationships.map(\.name)
    let slots = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    self.slots = slots
    uniqueSlots = uniquenessConstraints.map { $0.compactMap { slots[$0] } }
    let areOptional = attributes.map(\.isOptional) + toOneRelationships.map(\.isOptional)
    requiredSlots = areOptional.indices.filter { !areOptional[$0] }
    defaultValues = attributes.map(\.defaultValue) + toOneRelationships.map { _ in .null }
    transientSlots = attributes.filter(\.isTransient).compactMap { slots[$0.name] }
    derivedSlots = attributes.filter { $0.derivation != nil }.compactMap { slots[$0.name] }
    relationshipsByName = Dictionary(
      relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// How many slots a row has.
  public var slotCount: Int { attributes.count + toOneRelationships.count }

  /// The slot of an attribute or to-one relationship, or nil when the entity has none of that name.
  public func slot(of name: String) -> Int? { slots[name] }

  /// The name of the attribute or to-one relationship in a slot.
  public func name(ofSlot slot: Int) -> String {
    slot < attributes.count ? attributes[slot].name : toOneRelationships[slot - attributes.count].name
  }

  /// Whether a slot holds a to-one relationship.
  func isReference(_ slot: Int) -> Bool { slot >= attributes.count }

  /// The attribute in a slot, or nil when a to-one relationship is there.
  public func attribute(inSlot slot: Int) -> AttributeDescription? {
    slot < attributes.count ? attributes[slot] : nil
  }

  /// The relationship of that name, or nil.
  public func relationship(_ name: String) -> RelationshipDescription? { relationshipsByName[name] }
}
