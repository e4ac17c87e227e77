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
  /// The fetch-request templates, by the alphabet.
  public let templates: [FetchTemplate]
  /// The configurations, which are parts of the model: the names of their entities, by their own.
  public let configurations: [String: [String]]
  /// The relationships that refer to objects of each entity, by the entity's number minus 1.
  private let referrers: [[Referrer]]
  /// The inverse to-many relationship of each slot, by the entity's number minus 1.
  private let ends: [[End?]]
  private let numbersByName: [String: Int]
  /// The number of the entity that a class alone identifies; 0 where several entities are possible.
  private let numbersByClass: [ObjectIdentifier: Int]
  /// The numbers of each entity and its descendants, by its number less 1.
  private let families: [ClosedRange<Int>]
  private let roots: [Int]
  /// The one-to-one relationships of the entities that have some, by number.
  private let pairs: [Int: [Pair]]

  /// A one-to-one relationship, seen from one of its ends.
  struct Pair: Sendable {
    /// The slot of the relationship.
    var slot: Int
    /// The number of the destination entity.
    var destination: Int
    /// The slot of its inverse.
    var inverse: Int
  }

  /// A to-one relationship that can lead to objects of an entity.
  struct Referrer: Sendable {
    /// The number of the entity that describes the relationship; its sub-entities have it too.
    var entity: Int
    /// The slot of the relationship.
    var slot: Int
    /// The relationship.
    var relationship: RelationshipDescription
  }

  /// The inverse to-many relationship of a slot.
  struct End: Sendable {
    /// Its name.
    var name: String
    /// The slot that refers to the member; nil when the row is the member itself.
    var member: Int?
    /// The slot with the place of the member, if the relationship is ordered.
    var position: Int?
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
    entities = Array(all.prefix(described.count))
    let numbers = Dictionary(zip(all.map(\.name), 1...), uniquingKeysWith: { first, _ in first })
    numbersByName = numbers
    let parents = all.map { $0.parent.flatMap { numbers[$0] } }
    families = Self.families(parents)
    numbersByClass = Self.numbersByClass(entities, families)
    roots = Self.roots(parents)
    pairs = Self.pairs(all, numbers)
    referrers = Self.referrers(all, numbers)
    ends = all.map { entity in (0..<entity.slotCount).map { Self.end(ofSlot: $0, of: entity, all, numbers) } }
    checks = all.map(EntityChecks.init)
    countsMembers = all.contains { !$0.countedRelationships.isEmpty }
    try validateRules()
    try validateRequests()
    try validateConfigurations()
    try validateClasses()
  }

  // MARK: Entities

  /// The entity of that name, or nil.
  public func entity(named name: String) -> EntityDescription? {
    numbersByName[name].map { storedEntities[$0 - 1] }
  }

  /// The entity with that number, or nil.
  public func entity(numbered number: Int) -> EntityDescription? {
    storedEntities.indices.contains(number - 1) ? storedEntities[number - 1] : nil
  }

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
  public func number(ofEntity name: String) -> Int? { numbersByName[name] }

  /// Returns the number of the entity whose objects are of that class.
  ///
  /// If an entity and subentities share the class, the result is that entity.
  ///
  /// - Precondition: The class has an entity, and only one apart from subentities. Otherwise, the caller must
  ///   name the entity.
  public func number(of objectClass: ManagedObject.Type) -> Int {
    guard let number = numbersByClass[ObjectIdentifier(objectClass)] else {
      misuse("no entity of the model has the class \(objectClass): add one")
    }
    require(number > 0, "several entities have the class \(objectClass): name the one that is meant")
    return number
  }

  /// Returns the number of an entity by its name, or by the class of its objects if `name` is `nil`.
  ///
  /// - Precondition: An entity has the name, and its objects are of the class.
  package func number<Object: ManagedObject>(ofEntity name: String?, class objectClass: Object.Type) -> Int {
    guard let name else { return number(of: objectClass) }
    guard let number = numbersByName[name], !isLink(number) else {
      misuse("the model has no entity \(name): add it")
    }
    let found = entities[number - 1].objectClass
    require(found is Object.Type, "objects of \(name) are \(found), not \(objectClass)")
    return number
  }

  /// Returns the validation checks for the objects of the entity with that number.
  func checks(ofEntity number: Int) -> EntityChecks { checks[number - 1] }

  // MARK: Inheritance

  /// The numbers of an entity and of all that inherit from it.
  ///
  /// - Precondition: The model has an entity with that number.
  public func family(of number: Int) -> ClosedRange<Int> { families[index(of: number)] }

  /// The number of the entity at the top of an entity's inheritance tree, which gives the whole tree its table and
  /// its keys.
  ///
  /// - Precondition: The model has an entity with that number.
  public func root(of number: Int) -> Int { roots[index(of: number)] }

  private func index(of number: Int) -> Int {
    require(storedEntities.indices.contains(number - 1), "the model has no entity with the number \(number)")
    return number - 1
  }

  /// Returns a Boolean value that indicates whether an object is of the entity or of one of its descendants.
  func isObject(_ id: ManagedObjectID, of entity: EntityDescription) -> Bool {
    guard let number = numbersByName[entity.name] else { return false }
    return family(of: number).contains(id.entity)
  }

  /// The number of the entity that describes a uniqueness constraint, by its slots.
  func constraintOwner(_ slots: [Int], of entity: EntityDescription) -> Int {
    let place = entity.uniqueSlots.firstIndex(of: slots)
    return place.flatMap { numbersByName[entity.constraintOwners[$0]] } ?? 0
  }

  /// Returns a Boolean value that indicates whether rows of the entity with that number are join rows of a
  /// many-to-many relationship.
  func isLink(_ number: Int) -> Bool { number > entities.count }

  // MARK: Relationships

  /// The one-to-one relationships of the entity with that number.
  func pairs(of number: Int) -> [Pair] { pairs[number] ?? [] }

  /// The validation checks for the objects of each entity, by its number minus 1.
  private let checks: [EntityChecks]
  /// A Boolean value that indicates whether any relationship limits the number of its members.
  let countsMembers: Bool

  /// A Boolean value that indicates whether there are one-to-one relationships.
  var hasPairs: Bool { !pairs.isEmpty }

  /// The to-one relationships that can lead to objects of the entity with that number.
  func referrers(to number: Int) -> [Referrer] { referrers[number - 1] }

  /// Returns the inverse to-many relationship of a slot, if there is one.
  func end(ofSlot slot: Int, entity number: Int) -> End? { ends[number - 1][slot] }

  /// The relationship that leads back.
  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap { entity(named: relationship.destination)?.relationship($0) }
  }

  /// Returns the storage of a to-many relationship: the entity whose rows refer to the owner, and the slot in
  /// which they do; `nil` for a to-one relationship.
  package func membership(_ relationship: RelationshipDescription) -> Membership? {
    guard relationship.cardinality == .toMany, let name = relationship.link?.near ?? relationship.inverse,
      let number = numbersByName[relationship.link?.entity ?? relationship.destination],
      let slot = storedEntities[number - 1].slot(of: name)
    else { return nil }
    let entity = storedEntities[number - 1]
    return Membership(
      number: number, entity: entity, owner: slot,
      member: relationship.link.flatMap { entity.slot(of: $0.far) },
      position: relationship.isOrdered ? entity.positionSlot(of: name) : nil)
  }

  /// The storage of a to-many relationship.
  package struct Membership: Sendable {
    /// The number of the entity whose rows refer to the owner.
    package var number: Int
    /// The entity whose rows refer to the owner: the destination of the relationship, or a hidden entity.
    package var entity: EntityDescription
    /// The slot that refers to the owner.
    package var owner: Int
    /// The slot that refers to the member; nil when the row is the member itself.
    package var member: Int?
    /// The slot with the place of the member, if the relationship is ordered.
    package var position: Int?

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
    _ entities: [EntityDescription], _ families: [ClosedRange<Int>]
  ) -> [ObjectIdentifier: Int] {
    let numbered = zip(entities.map { ObjectIdentifier($0.objectClass) }, 1...)
    return Dictionary(numbered) { first, next in
      first > 0 && families[first - 1].contains(next) ? first : 0
    }
  }

  private static func families(_ parents: [Int?]) -> [ClosedRange<Int>] {
    // Descendants follow at once, so the last of them is the last that has the entity among its ancestors.
    var last = Array(1..<(parents.count + 1))
    for number in stride(from: parents.count, to: 0, by: -1) {
      if let parent = parents[number - 1] { last[parent - 1] = max(last[parent - 1], last[number - 1]) }
    }
    return zip(1..., last).map { $0...$1 }
  }

  private static func roots(_ parents: [Int?]) -> [Int] {
    var roots: [Int] = []
    for (index, parent) in parents.enumerated() { roots.append(parent.map { roots[$0 - 1] } ?? index + 1) }
    return roots
  }

  private static func pairs(_ entities: [EntityDescription], _ numbers: [String: Int]) -> [Int: [Pair]] {
    var pairs: [Int: [Pair]] = [:]
    for (index, entity) in entities.enumerated() {
      for relationship in entity.toOneRelationships {
        guard let destination = numbers[relationship.destination], let inverse = relationship.inverse,
          let slot = entity.slot(of: relationship.name),
          let inverseSlot = entities[destination - 1].slot(of: inverse)
        else { continue }
        pairs[index + 1, default: []].append(
          Pair(slot: slot, destination: destination, inverse: inverseSlot))
      }
    }
    return pairs
  }

  private static func end(
    ofSlot slot: Int, of entity: EntityDescription, _ entities: [EntityDescription], _ numbers: [String: Int]
  ) -> End? {
    guard let relationship = entity.relationship(inSlot: slot),
      let destination = numbers[relationship.destination],
      let inverse = relationship.inverse.flatMap(entities[destination - 1].relationship),
      inverse.cardinality == .toMany
    else { return nil }
    return End(
      name: inverse.name, member: inverse.link.flatMap { entity.slot(of: $0.far) },
      position: inverse.isOrdered ? entity.positionSlot(of: relationship.name) : nil,
      isCounted: inverse.isCounted)
  }

  private static func referrers(
    _ entities: [EntityDescription], _ numbers: [String: Int]
  ) -> [[Referrer]] {
    var referrers: [[Referrer]] = entities.map { _ in [] }
    for (index, entity) in entities.enumerated() {
      let inherited = entity.parent.flatMap { numbers[$0] }.map { entities[$0 - 1].slotCount } ?? 0
      for slot in entity.referenceSlots where slot >= inherited {
        guard let relationship = entity.relationship(inSlot: slot),
          let destination = numbers[relationship.destination]
        else { continue }
        let referrer = Referrer(entity: index + 1, slot: slot, relationship: relationship)
        for (number, other) in zip(1..., entities) where isKind(other, of: destination, entities, numbers) {
          referrers[number - 1].append(referrer)
        }
      }
    }
    return referrers
  }

  private static func isKind(
    _ entity: EntityDescription, of number: Int, _ entities: [EntityDescription], _ numbers: [String: Int]
  ) -> Bool {
    var name: String? = entity.name
    while let next = name, let own = numbers[next] {
      if own == number { return true }
      name = entities[own - 1].parent
    }
    return false
  }
}
