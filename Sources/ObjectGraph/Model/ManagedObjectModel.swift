/// The entities of an application and their relationships.
///
/// Entities are numbered from 1: roots in alphabetical order without regard to case, each followed directly
/// by its subentities, as in the `Z_PRIMARYKEY` table of a store file. The hidden entities of join rows have
/// the numbers after those.
public final class ManagedObjectModel: Sendable {
  /// The entities in the order of their numbers, with inherited properties.
  public let entities: [EntityDescription]
  /// The entities in the order of their numbers, then hidden ones, which only stores have to do with.
  public let storedEntities: [EntityDescription]
  private let table: EntityTable<EntityDescription>
  /// The fetch-request templates, by the alphabet.
  public let templates: [FetchTemplate]
  /// The configurations, which are parts of the model: the names of their entities, by their own.
  public let configurations: [String: [String]]
  /// The relationships that refer to objects of each entity.
  private let referrers: EntityTable<[Referrer]>
  /// The inverse to-many relationship of each slot of each entity.
  private let ends: EntityTable<[End?]>
  private let numbersByName: [String: EntityNumber]
  /// The number of the entity that a class alone identifies; `.some(nil)` where several entities are possible.
  private let numbersByClass: [ObjectIdentifier: EntityNumber?]
  /// The numbers of each entity and its descendants.
  private let families: EntityTable<ClosedRange<EntityNumber>>
  private let roots: EntityTable<EntityNumber>
  /// The one-to-one relationships of the entities that have some, by number.
  private let pairs: [EntityNumber: [Pair]]

  /// A one-to-one relationship, seen from one of its ends.
  struct Pair: Sendable {
    /// The slot of the relationship.
    var slot: Slot
    /// The number of the destination entity.
    var destination: EntityNumber
    /// The slot of its inverse.
    var inverse: Slot
  }

  /// A to-one relationship that can lead to objects of an entity.
  struct Referrer: Sendable {
    /// The number of the entity that describes the relationship; its sub-entities have it too.
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

  /// Makes a model of entities.
  ///
  /// The property wrappers of each class must agree with its entity: names, types, cardinality and order. To read them,
  /// the first model with a class makes one object of it, which has no context; initial values of stored properties
  /// should therefore do nothing but give a value.
  ///
  /// A configuration is given by the names of its entities. It holds whole parts of the model: what an entity inherits
  /// from, and what its relationships lead to, must be in it as well.
  ///
  /// - Throws: ``ModelError`` for the first contradiction in what was described, or between that and a class.
  public init(
    _ described: [EntityDescription], configurations: [String: [String]] = [:],
    templates: [FetchTemplate] = []
  ) throws(ModelError) {
    try Self.validate(described)
    self.configurations = configurations
    self.templates = templates.sorted { $0.name < $1.name }
    let all = ModelAssembly(described).assembled()
    storedEntities = all
    table = EntityTable(all)
    entities = Array(all.prefix(described.count))
    let numbers = Dictionary(zip(all.map(\.name), table.numbers), uniquingKeysWith: { first, _ in first })
    numbersByName = numbers
    let parents = all.map { $0.parent.flatMap { numbers[$0] } }
    families = Self.families(parents)
    numbersByClass = Self.numbersByClass(entities, families)
    roots = EntityTable(Self.roots(parents))
    pairs = Self.pairs(table, numbers)
    referrers = Self.referrers(table, numbers)
    let table = table
    ends = EntityTable(
      all.map { entity in entity.slots.map { Self.end(ofSlot: $0, of: entity, table, numbers) } })
    checks = EntityTable(all.map(EntityChecks.init))
    countsMembers = all.contains { !$0.countedRelationships.isEmpty }
    try validateRules()
    try validateRequests()
    try validateConfigurations()
    try validateClasses()
  }

  // MARK: Entities

  /// The entity of that name, or nil.
  public func entity(named name: String) -> EntityDescription? {
    numbersByName[name].map { table[$0] }
  }

  /// The entity with that number, or nil.
  public func entity(numbered number: EntityNumber) -> EntityDescription? { table.element(for: number) }

  /// The entity with that number.
  ///
  /// - Precondition: The model has an entity with that number.
  package subscript(number: EntityNumber) -> EntityDescription { table[number] }

  /// The numbers of all entities, hidden ones included.
  package var numbers: Range<EntityNumber> { table.numbers }

  /// Returns the entity of an object ID.
  ///
  /// - Precondition: The ID belongs to a store with this model.
  public func entity(of id: ManagedObjectID) -> EntityDescription {
    guard let entity = entity(numbered: id.entity) else {
      misuse("\(id) belongs to no entity of this model: use it with the store it came from")
    }
    return entity
  }

  /// The number of the entity of that name, or nil.
  public func number(ofEntity name: String) -> EntityNumber? { numbersByName[name] }

  /// Returns the number of the entity whose objects are of that class.
  ///
  /// If an entity and subentities share the class, the result is that entity.
  ///
  /// - Precondition: The class has an entity, and only one apart from subentities. Otherwise, the caller must
  ///   name the entity.
  public func number(of objectClass: ManagedObject.Type) -> EntityNumber {
    guard let number = numbersByClass[ObjectIdentifier(objectClass)] else {
      misuse("no entity of the model has the class \(objectClass): add one")
    }
    guard let number else {
      misuse("several entities have the class \(objectClass): name the one that is meant")
    }
    return number
  }

  /// Returns the number of an entity by its name, or by the class of its objects if `name` is `nil`.
  ///
  /// - Precondition: An entity has the name, and its objects are of the class.
  package func number<Object: ManagedObject>(
    ofEntity name: String?, class objectClass: Object.Type
  ) -> EntityNumber {
    guard let name else { return number(of: objectClass) }
    guard let number = numbersByName[name], !isLink(number) else {
      misuse("the model has no entity \(name): add it")
    }
    let found = table[number].objectClass
    require(found is Object.Type, "objects of \(name) are \(found), not \(objectClass)")
    return number
  }

  /// Returns the validation checks for the objects of the entity with that number.
  func checks(ofEntity number: EntityNumber) -> EntityChecks { checks[number] }

  // MARK: Inheritance

  /// The numbers of an entity and of all that inherit from it.
  ///
  /// - Precondition: The model has an entity with that number.
  public func family(of number: EntityNumber) -> ClosedRange<EntityNumber> { families[known(number)] }

  /// The number of the entity at the top of an entity's inheritance tree, which gives the whole tree its table and
  /// its keys.
  ///
  /// - Precondition: The model has an entity with that number.
  public func root(of number: EntityNumber) -> EntityNumber { roots[known(number)] }

  private func known(_ number: EntityNumber) -> EntityNumber {
    require(table.numbers.contains(number), "the model has no entity with the number \(number)")
    return number
  }

  /// Returns a Boolean value that indicates whether an object is of the entity or of one of its descendants.
  func isObject(_ id: ManagedObjectID, of entity: EntityDescription) -> Bool {
    guard let number = numbersByName[entity.name] else { return false }
    return family(of: number).contains(id.entity)
  }

  /// The number of the entity that describes a uniqueness constraint, by its slots.
  func constraintOwner(_ slots: [Slot], of entity: EntityDescription) -> EntityNumber {
    guard let place = entity.uniqueSlots.firstIndex(of: slots),
      let owner = numbersByName[entity.constraintOwners[place]]
    else { misuse("\(entity.name) has no uniqueness constraint on these slots: \(slots)") }
    return owner
  }

  /// Returns a Boolean value that indicates whether rows of the entity with that number are join rows of a
  /// many-to-many relationship.
  func isLink(_ number: EntityNumber) -> Bool { number.index >= entities.count }

  // MARK: Relationships

  /// The one-to-one relationships of the entity with that number.
  func pairs(of number: EntityNumber) -> [Pair] { pairs[number] ?? [] }

  /// The validation checks for the objects of each entity.
  private let checks: EntityTable<EntityChecks>
  /// A Boolean value that indicates whether any relationship limits the number of its members.
  let countsMembers: Bool

  /// A Boolean value that indicates whether there are one-to-one relationships.
  var hasPairs: Bool { !pairs.isEmpty }

  /// The to-one relationships that can lead to objects of the entity with that number.
  func referrers(to number: EntityNumber) -> [Referrer] { referrers[number] }

  /// Returns the inverse to-many relationship of a slot, if there is one.
  func end(ofSlot slot: Slot, entity number: EntityNumber) -> End? { ends[number][slot] }

  /// The relationship that leads back.
  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
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
    package var entity: EntityDescription
    /// The slot that refers to the owner.
    package var owner: Slot
    /// The slot that refers to the member; nil when the row is the member itself.
    package var member: Slot?
    /// The slot with the place of the member, if the relationship is ordered.
    package var position: Slot?

    /// The member for which a row stands.
    package func member(_ row: Row) -> ManagedObjectID? {
      guard let member else { return row.id }
      return row.values[member].reference
    }
  }
}

// MARK: - What follows from the descriptions

extension ManagedObjectModel {
  private static func numbersByClass(
    _ entities: [EntityDescription], _ families: EntityTable<ClosedRange<EntityNumber>>
  ) -> [ObjectIdentifier: EntityNumber?] {
    let numbered = zip(entities.map { ObjectIdentifier($0.objectClass) }, families.numbers.map(Optional.init))
    return Dictionary(numbered) { first, next in
      guard let first, let next, families[first].contains(next) else { return nil }
      return first
    }
  }

  private static func families(_ parents: [EntityNumber?]) -> EntityTable<ClosedRange<EntityNumber>> {
    // Descendants follow at once, so the last of them is the last that has the entity among its ancestors.
    let parents = EntityTable(parents)
    var last = EntityTable(Array(parents.numbers))
    for number in parents.numbers.reversed() {
      if let parent = parents[number] { last[parent] = max(last[parent], last[number]) }
    }
    return EntityTable(zip(parents.numbers, last.elements).map { $0...$1 })
  }

  private static func roots(_ parents: [EntityNumber?]) -> [EntityNumber] {
    var roots: [EntityNumber] = []
    for (index, parent) in parents.enumerated() {
      roots.append(parent.map { roots[$0.index] } ?? EntityNumber(index: index))
    }
    return roots
  }

  private static func pairs(
    _ entities: EntityTable<EntityDescription>, _ numbers: [String: EntityNumber]
  ) -> [EntityNumber: [Pair]] {
    var pairs: [EntityNumber: [Pair]] = [:]
    for (number, entity) in zip(entities.numbers, entities.elements) {
      for relationship in entity.toOneRelationships {
        guard let destination = numbers[relationship.destination], let inverse = relationship.inverse,
          let slot = entity.slot(of: relationship.name),
          let inverseSlot = entities[destination].slot(of: inverse)
        else { continue }
        pairs[number, default: []].append(
          Pair(slot: slot, destination: destination, inverse: inverseSlot))
      }
    }
    return pairs
  }

  private static func end(
    ofSlot slot: Slot, of entity: EntityDescription, _ entities: EntityTable<EntityDescription>,
    _ numbers: [String: EntityNumber]
  ) -> End? {
    guard let relationship = entity.relationship(inSlot: slot),
      let destination = numbers[relationship.destination],
      let inverse = relationship.inverse.flatMap(entities[destination].relationship),
      inverse.cardinality == .toMany
    else { return nil }
    return End(
      name: inverse.name, member: inverse.link.flatMap { entity.slot(of: $0.far) },
      position: inverse.isOrdered ? entity.positionSlot(of: relationship.name) : nil,
      isCounted: inverse.isCounted)
  }

  private static func referrers(
    _ entities: EntityTable<EntityDescription>, _ numbers: [String: EntityNumber]
  ) -> EntityTable<[Referrer]> {
    var referrers = EntityTable<[Referrer]>(entities.elements.map { _ in [] })
    for (number, entity) in zip(entities.numbers, entities.elements) {
      let inherited = entity.parent.flatMap { numbers[$0] }.map { entities[$0].slotCount } ?? 0
      for slot in entity.referenceSlots where slot >= Slot(inherited) {
        guard let relationship = entity.relationship(inSlot: slot),
          let destination = numbers[relationship.destination]
        else { continue }
        let referrer = Referrer(entity: number, slot: slot, relationship: relationship)
        for kind in entities.numbers where isKind(entities[kind], of: destination, entities, numbers) {
          referrers[kind].append(referrer)
        }
      }
    }
    return referrers
  }

  private static func isKind(
    _ entity: EntityDescription, of number: EntityNumber, _ entities: EntityTable<EntityDescription>,
    _ numbers: [String: EntityNumber]
  ) -> Bool {
    var name: String? = entity.name
    while let next = name, let own = numbers[next] {
      if own == number { return true }
      name = entities[own].parent
    }
    return false
  }
}
