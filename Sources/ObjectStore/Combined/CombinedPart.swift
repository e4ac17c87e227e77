internal import Foundation
internal import ObjectModel

/// One of the stores of a combined store, with its numbers of the entities.
struct CombinedPart: Sendable {
  /// The number of the store among the combined ones.
  let index: Int
  let store: any PersistentStore
  let identity: StoreIdentity
  /// The numbers of the entities in the store, by those in the whole model; `nil` for those that it lacks.
  let numbers: EntityTable<EntityNumber?>
  /// The numbers of the entities in the whole model, by those in the store.
  let wholeNumbers: EntityTable<EntityNumber>

  /// Finds the entities of a store in the whole model.
  ///
  /// - Throws: ``CombinedStoreError/otherEntity(_:store:)``.
  init(_ store: any PersistentStore, index: Int, in model: ManagedObjectModel) throws(CombinedStoreError) {
    self.index = index
    self.store = store
    identity = StoreIdentity(store.identifier)
    let (own, whole) = (store.model.versionHashes, model.versionHashes)
    var numbers = [EntityNumber?](repeating: nil, count: model.storedEntities.count)
    var wholeNumbers: [EntityNumber] = []
    for entity in store.model.storedEntities {
      // The names of properties in the order of their slots, because rows go by slots.
      guard let number = model.number(ofEntity: entity.name), own[entity.name] == whole[entity.name],
        entity.slots.map(entity.name) == model[number].slots.map(model[number].name)
      else { throw .otherEntity(entity.name, store: store.identifier.uuidString) }
      numbers[number.index] = entity.number
      wholeNumbers.append(number)
    }
    self.numbers = EntityTable(numbers)
    self.wholeNumbers = EntityTable(wholeNumbers)
  }

  /// The name of the store in messages.
  var name: String { store.identifier.uuidString }

  func has(_ entity: EntityNumber) -> Bool { numbers[entity] != nil }
}
