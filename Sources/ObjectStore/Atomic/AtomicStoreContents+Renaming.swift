internal import ObjectModel

extension AtomicStoreContents {
  /// Returns the names that a model has for the entities and properties.
  func renaming(to model: ManagedObjectModel) -> ModelRenaming {
    let names = entities.map { ($0.name, $0.properties.map(\.name)) }
    return ModelRenaming(of: Dictionary(names, uniquingKeysWith: { $1 }), to: model)
  }

  /// Returns the contents with the names that a model has for the entities and properties.
  func renamed(for model: ManagedObjectModel) -> AtomicStoreContents {
    let renaming = renaming(to: model)
    var renamed = self
    for index in entities.indices {
      let entity = entities[index]
      renamed.entities[index].name = renaming.entity(entity.name)
      renamed.entities[index].properties = entity.properties.map { property in
        Property(name: renaming.property(property.name, of: entity.name), kind: renaming.kind(property.kind))
      }
    }
    return renamed
  }
}

extension ModelRenaming {
  fileprivate func kind(_ kind: AtomicStoreContents.Kind) -> AtomicStoreContents.Kind {
    if case .reference(let name) = kind { .reference(entity: entity(name)) } else { kind }
  }
}
