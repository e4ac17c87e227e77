/// The entities of an application and how they relate.
///
/// Entities are numbered from 1 in alphabetical order, as in the `Z_PRIMARYKEY` table of a store file.
public final class ObjectModel: Sendable {
  /// The entities in the order of their numbers.
  public let entities: [EntityDescription]
  private let numbersByName: [String: Int]
  private let numbersByClass: [ObjectIdentifier: Int]
  /// The one-to-one relationships of the entities that have some, by number.
  private let pairs: [Int: [Pair]]

  /// A one-to-one relationship, seen from one of its ends.
  struct Pair: Sendable {
    /// The slot of the relationship.
    var slot: Int
    /// The number of the entity at the other end.
    var destination: Int
    /// The slot of its inverse.
    var inverse: Int
  }

  /// Makes a model, or says what is wrong with it.
  public init(_ entities: [EntityDescription]) throws(ModelError) {
    self.entities = entities.sorted { $0.name < $1.name }
    let numbers = self.entities.indices.map { $0 + 1 }
    numbersByName = Dictionary(zip(self.entities.map(\.name), numbers), uniquingKeysWith: { $1 })
    numbersByClass = Dictionary(
      zip(self.entities.map { ObjectIdentifier($0.objectClass) }, numbers), uniquingKeysWith: { $1 })
    pairs = Self.pairs(self.entities, numbersByName)
    try validate()
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

  /// The one-to-one relationships of the entity with that number.
  func pairs(of number: Int) -> [Pair] { pairs[number] ?? [] }

  /// The entity of that name, or nil.
  public func entity(named name: String) -> EntityDescription? {
    numbersByName[name].map { entities[$0 - 1] }
  }

  /// The entity with that number, or nil.
  public func entity(numbered number: Int) -> EntityDescription? {
    entities.indices.contains(number - 1) ? entities[number - 1] : nil
  }

  /// The entity that an object ID belongs to.
  ///
  /// An ID of another model's store is a programmer's mistake.
  public func entity(of id: ManagedObjectID) -> EntityDescription {
    guard let entity = entity(numbered: id.entity) else {
      preconditionFailure("\(id) belongs to no entity of this model: use it with the store it came from")
    }
    return entity
  }

  /// The number of the entity of that name, or nil.
  public func number(ofEntity name: String) -> Int? { numbersByName[name] }

  /// The number of the entity whose objects are of that class.
  ///
  /// A class without an entity is a programmer's mistake.
  public func number(of objectClass: ManagedObject.Type) -> Int {
    guard let number = numbersByClass[ObjectIdentifier(objectClass)] else {
      preconditionFailure("no entity of the model has the class \(objectClass): add one")
    }
    return number
  }
}
