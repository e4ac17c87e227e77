internal import Foundation

/// The entities of an application and their relationships.
///
/// Entities are numbered from 1: roots in alphabetical order without regard to case, each followed directly
/// by its subentities, as in the `Z_PRIMARYKEY` table of a store file. The hidden entities of join rows have
/// the numbers after those.
public final class ManagedObjectModel: Sendable {
  /// The entities in the order of their numbers, with inherited properties.
  public let entities: [Entity]
  /// The entities in the order of their numbers, then hidden ones, which only stores have to do with.
  public var storedEntities: [Entity] { table.elements }
  private let table: EntityTable<Entity>
  /// The fetch-request templates, by the alphabet.
  public let templates: [FetchTemplate]
  /// The configurations, which are parts of the model: the names of their entities, by their own.
  public let configurations: [String: [String]]
  /// The descriptions of which the model was made.
  let described: [EntityDescription]
  private let numbersByName: [String: EntityNumber]
  /// The entities by the classes of their objects.
  ///
  /// The key `nil` stands for entities without a class.
  package let entitiesByClass: [ObjectIdentifier?: ClassMatch]
  /// A Boolean value that indicates whether there are one-to-one relationships.
  package let hasPairs: Bool
  /// A Boolean value that indicates whether any relationship limits the number of its members.
  package let countsMembers: Bool
  /// The document of the model, once it was needed.
  let madeDocument = MadeOnce<String>()
  /// The key paths that were needed.
  let keyPaths = KnownKeyPaths()
  /// The hashes of the entities, once they were needed.
  let madeHashes = MadeOnce<[String: Data]>()

  /// Makes a model of entities.
  ///
  /// The property wrappers of each class must agree with its entity: names, types, cardinality and order. To read them,
  /// the first model with a class makes one object of it, which has no context; initial values of stored properties
  /// should therefore do nothing but give a value.
  ///
  /// A configuration is given by the names of its entities. It holds whole parts of the model: what an entity inherits
  /// from, and what its relationships lead to, must be in it as well.
  ///
  /// - Parameters:
  ///   - described: The entities.
  ///   - configurations: The names of the entities of each configuration, by its own.
  ///   - templates: The fetch-request templates.
  ///   - checksClasses: Whether the property wrappers of the classes are compared with the entities, which takes some
  ///     milliseconds for a hundred properties. A program that must start fast can leave it to a test that makes the same model
  ///     with the check: a property that does not fit would trap when it is used, or read as missing.
  /// - Throws: ``ModelError`` for the first contradiction in what was described, or between that and a class.
  public convenience init(
    _ described: [EntityDescription], configurations: [String: [String]] = [:],
    templates: [FetchTemplate] = [], checksClasses: Bool = true
  ) throws(ModelError) {
    try self.init(
      described, configurations: configurations, templates: templates, checksClasses: checksClasses,
      order: nil)
  }

  /// Makes a model of entities that are numbered in an order; `nil` stands for Core Data's.
  init(
    _ described: [EntityDescription], configurations: [String: [String]], templates: [FetchTemplate],
    checksClasses: Bool = true, order: [String]?
  ) throws(ModelError) {
    try Self.validate(described)
    self.described = described
    self.configurations = configurations
    self.templates = templates.sorted { $0.name < $1.name }
    let all = ModelCompiler(described, order: order).compiled()
    table = EntityTable(all)
    entities = Array(all.prefix(described.count))
    numbersByName = Dictionary(all.map { ($0.name, $0.number) }, uniquingKeysWith: { first, _ in first })
    entitiesByClass = Self.entitiesByClass(entities)
    hasPairs = all.contains { !$0.pairs.isEmpty }
    countsMembers = all.contains { !$0.countedRelationships.isEmpty }
    try validateRules()
    try validateRequests()
    try validateConfigurations()
    guard checksClasses else { return }
    for entity in entities { try entity.objectClass?.validateDeclarations(for: entity, in: self) }
  }

  /// Makes what opening a store needs beside the entities: the hashes and the document that the store keeps of its model.
  ///
  /// They are made once, when a store is first opened, which takes some milliseconds. A program that must start fast can have
  /// them made in another thread, before it knows which store it opens.
  public func prepareForOpening() {
    _ = versionHashes
    _ = document
  }

  // MARK: Entities

  /// The entity of that name, or nil.
  public func entity(named name: String) -> Entity? {
    numbersByName[name].map { table[$0] }
  }

  /// The entity with that number, or nil.
  public func entity(numbered number: EntityNumber) -> Entity? { table.element(for: number) }

  /// The entity with that number.
  ///
  /// - Precondition: The model has an entity with that number.
  package subscript(number: EntityNumber) -> Entity { table[number] }

  /// The numbers of all entities, hidden ones included.
  package var numbers: Range<EntityNumber> { table.numbers }

  /// Returns the entity of an object ID.
  ///
  /// - Precondition: The ID belongs to a store with this model.
  public func entity(of id: ManagedObjectID) -> Entity {
    guard let entity = entity(numbered: id.entity) else {
      misuse("\(id) belongs to no entity of this model: use it with the store it came from")
    }
    return entity
  }

  /// The number of the entity of that name, or nil.
  public func number(ofEntity name: String) -> EntityNumber? { numbersByName[name] }

  /// Returns the validation checks for the objects of the entity with that number.
  package func checks(ofEntity number: EntityNumber) -> EntityChecks { table[number].checks }

  // MARK: Inheritance

  /// The numbers of an entity and of all that inherit from it.
  ///
  /// - Precondition: The model has an entity with that number.
  public func family(of number: EntityNumber) -> ClosedRange<EntityNumber> { known(number).family }

  /// The number of the entity at the top of an entity's inheritance tree, which gives the whole tree its table and
  /// its keys.
  ///
  /// - Precondition: The model has an entity with that number.
  public func root(of number: EntityNumber) -> EntityNumber { known(number).root }

  private func known(_ number: EntityNumber) -> Entity {
    require(table.numbers.contains(number), "the model has no entity with the number \(number)")
    return table[number]
  }

  /// Returns a Boolean value that indicates whether an object is of the entity or of one of its descendants.
  func isObject(_ id: ManagedObjectID, of entity: Entity) -> Bool {
    entity.family.contains(id.entity)
  }

  /// The number of the entity that describes a uniqueness constraint, by its slots.
  package func constraintOwner(_ slots: [Slot], of entity: Entity) -> EntityNumber {
    guard let place = entity.uniqueSlots.firstIndex(of: slots) else {
      misuse("\(entity.name) has no uniqueness constraint on these slots: \(slots)")
    }
    return entity.constraintOwners[place]
  }

  /// Returns a Boolean value that indicates whether rows of the entity with that number are join rows of a
  /// many-to-many relationship.
  package func isLink(_ number: EntityNumber) -> Bool { number.index >= entities.count }

  // MARK: Relationships

  /// The one-to-one relationships of the entity with that number.
  package func pairs(of number: EntityNumber) -> [Entity.Pair] { table[number].pairs }

  /// The to-one relationships that can lead to objects of the entity with that number.
  package func referrers(to number: EntityNumber) -> [Entity.Referrer] { table[number].referrers }

  /// Returns the inverse to-many relationship of a slot, if there is one.
  package func end(ofSlot slot: Slot, entity number: EntityNumber) -> Entity.End? { table[number].ends[slot] }

  /// The relationship that leads back.
  package func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap { entity(named: relationship.destination)?.relationship($0) }
  }

  /// Returns the storage of a to-many relationship: the entity whose rows refer to the owner, and the slot in
  /// which they do; `nil` for a to-one relationship.
  package func membership(_ relationship: RelationshipDescription) -> Membership? {
    guard relationship.cardinality == .toMany, let name = relationship.link?.near ?? relationship.inverse,
      let number = numbersByName[relationship.link?.entity ?? relationship.destination],
      let slot = table[number].slot(of: name)
    else { return nil }
    let entity = table[number]
    return Membership(
      number: number, entity: entity, owner: slot,
      member: relationship.link.flatMap { entity.slot(of: $0.far) },
      position: relationship.isOrdered ? entity.positionSlot(of: name) : nil)
  }

  /// The storage of a to-many relationship.
  package struct Membership: Sendable {
    /// The number of the entity whose rows refer to the owner.
    package var number: EntityNumber
    /// The entity whose rows refer to the owner: the destination of the relationship, or a hidden entity.
    package var entity: Entity
    /// The slot that refers to the owner.
    package var owner: Slot
    /// The slot that refers to the member; nil when the row is the member itself.
    package var member: Slot?
    /// The slot with the place of the member, if the relationship is ordered.
    package var position: Slot?

    /// The entities whose objects can be members; `nil` if the model has none.
    package var destinations: ClosedRange<EntityNumber>? {
      member.map { entity.destinations[$0] } ?? entity.family
    }
  }
}

// MARK: - Classes

extension ManagedObjectModel {
  /// The entities whose objects are of a class.
  package enum ClassMatch: Sendable {
    /// One entity, whose subentities may share the class.
    case one(EntityNumber)
    /// Several entities, none of which is an ancestor of all others.
    case several
  }

  private static func entitiesByClass(_ entities: [Entity]) -> [ObjectIdentifier?: ClassMatch] {
    let matches = entities.map { ($0.objectClass.map { ObjectIdentifier($0) }, ClassMatch.one($0.number)) }
    return Dictionary(matches) { first, next in
      guard case .one(let number) = first, case .one(let other) = next,
        entities[number.index].family.contains(other)
      else { return .several }
      return first
    }
  }
}
