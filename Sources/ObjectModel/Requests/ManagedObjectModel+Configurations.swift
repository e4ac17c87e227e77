extension ManagedObjectModel {
  /// The entities of a configuration in the order of their numbers, or nil when there is none of that name.
  ///
  /// A configuration is a part of the model that can be in a store of its own: nothing leads out of it.
  public func configuration(_ name: String) -> [Entity]? {
    configurations[name].map { names in entities.filter { names.contains($0.name) } }
  }

  /// Finds the first configuration that could not be in a store of its own.
  func validateConfigurations() throws(ModelError) {
    for (name, members) in configurations.sorted(by: { $0.key < $1.key }) {
      for member in members {
        guard let entity = entity(named: member), !entity.isLink else {
          throw ModelError(description: "the configuration \(name) has \(member), which is no entity")
        }
        try validate(entity, in: name, Set(members))
      }
    }
  }

  private func validate(
    _ entity: Entity, in name: String, _ members: Set<String>
  ) throws(ModelError) {
    if let parent = entity.parent?.name, !members.contains(parent) {
      throw ModelError(
        description: "the configuration \(name) has \(entity.name), but not \(parent), from which it inherits"
      )
    }
    for relationship in entity.relationships where !members.contains(relationship.destination) {
      let property = "\(entity.name).\(relationship.name)"
      throw ModelError(
        description: "\(property) leads to \(relationship.destination), out of the configuration \(name)")
    }
  }
}
