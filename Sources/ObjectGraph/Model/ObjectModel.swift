/// The entities of an application and how they relate.
///
/// Entities are numbered from 1 in alphabetical order, as in the `Z_PRIMARYKEY` table of a store file.
public final class ObjectModel: Sendable {
  /// The entities in the order of their numbers.
  public let entities: [EntityDescription]
  private let numbersByName: [String: Int]
  private let numbersByClass: [ObjectIdentifier: Int]

  /// Makes a model, or says what is wrong with it.
  public init(_ entities: [EntityDescription]) throws(ModelError) {
    self.entities = entities.sorted { $0.name < $1.name }
    let numbers = self.entities.indices.map { $0 + 1 }
    numbersByName = Dictionary(zip(self.entities.map(\.name), numbers), uniquingKeysWith: { $1 })
    numbersByClass = Dictionary(
      zip(self.entities.map { ObjectIdentifier($0.objectClass) }, numbers), uniquingKeysWith: { $1 })
    try validate()
  }

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
