extension ManagedObjectModel {
  /// Returns a model of the entities of a configuration, with which a store of its own is opened.
  ///
  /// Rows are laid out as by the whole model. The entities have no classes, and no fetched properties that lead out of
  /// the configuration: objects belong to the whole model (`CombinedStore`).
  ///
  /// - Throws: A ``ModelError`` if there is no such configuration.
  /// - Complexity: O(*n*) in the size of the model.
  public func model(ofConfiguration name: String) throws(ModelError) -> ManagedObjectModel {
    guard let members = configuration(name) else {
      throw ModelError(
        description: "there is no configuration \(name); the model has \(configurations.keys.sorted())")
    }
    let names = Set(members.map(\.name))
    return try ManagedObjectModel(members.map { EntityDescription($0, in: names) })
  }
}

extension EntityDescription {
  /// Describes what an entity adds to its parent, without its class.
  ///
  /// - Parameter members: The names of the entities to which fetched properties may lead.
  fileprivate init(_ entity: Entity, in members: Set<String>) {
    let parent = entity.parent
    let constraints = zip(entity.uniquenessConstraints, entity.constraintOwners)
    let fetched = entity.fetchedProperties.dropFirst(parent?.fetchedProperties.count ?? 0)
    self.init(
      nil, name: entity.name, parent: parent?.name, isAbstract: entity.isAbstract,
      attributes: Array(entity.attributes.dropFirst(parent?.attributes.count ?? 0)),
      relationships: Array(entity.relationships.dropFirst(parent?.relationships.count ?? 0)),
      unique: constraints.filter { $1 == entity.number }.map { $0.0 },
      indexes: entity.indexes,
      fullTextIndex: Array(entity.fullTextIndex.dropFirst(parent?.fullTextIndex.count ?? 0)),
      renamingIdentifier: entity.renamingIdentifier, versionHashModifier: entity.versionHashModifier,
      userInfo: entity.userInfo, fetchedProperties: fetched.filter { members.contains($0.entity) })
  }
}
