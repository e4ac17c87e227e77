internal import ObjectStore

/// The storage layout of all entities of a model, including hidden ones.
struct StoreLayout: Sendable {
  let model: ManagedObjectModel
  let entities: [EntityLayout]
  /// The folder of external data.
  let externalData: ExternalDataFolder
  /// The store to which the rows belong.
  let store: StoreIdentity

  /// Lays out a model; the identity of a store is unknown until it is open.
  init(_ model: ManagedObjectModel, externalData: ExternalDataFolder, store: StoreIdentity = .unbound) {
    self.model = model
    self.store = store
    self.externalData = externalData
    let alone = zip(model.numbers, model.storedEntities).map {
      EntityLayout($1, number: $0, model: model, externalData: externalData, store: store)
    }
    entities = alone.map { layout in
      let family = alone[layout.family.lowerBound.index...layout.family.upperBound.index]
      return EntityLayout(
        layout.entity, number: layout.number, model: model, externalData: externalData, store: store,
        family: family)
    }
  }

  /// Returns the layout of the entity with that number.
  ///
  /// - Precondition: The number belongs to the model.
  subscript(number: EntityNumber) -> EntityLayout {
    require(
      entities.indices.contains(number.index),
      "no entity of this model has the number \(number): use an ID or query with the store it came from")
    return entities[number.index]
  }

  /// The roots of inheritance trees, each of which has a table, including hidden entities.
  var roots: [EntityLayout] { entities.filter { model.root(of: $0.number) == $0.number } }

  /// Returns the layouts of an entity and its sub-entities.
  func family(of number: EntityNumber) -> ArraySlice<EntityLayout> {
    let family = model.family(of: number)
    return entities[family.lowerBound.index...family.upperBound.index]
  }
}
