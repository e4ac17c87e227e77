extension ObjectModel {
  /// Finds the first thing that could not work: names that clash, inverses that do not match, unknown names.
  func validate() throws(ModelError) {
    try refuseDuplicates(entities.map { $0.name.uppercased() }, "two entities are named alike: ")
    for entity in entities {
      try entity.refuseKeysWithoutColumn()
      let names = entity.attributes.map(\.name) + entity.relationships.map(\.name)
      try refuseDuplicates(names.map { $0.uppercased() }, "\(entity.name) has two properties named alike: ")
      for attribute in entity.attributes { try attribute.validate(of: entity.name) }
      try validateDerivedAttributes(of: entity)
      for relationship in entity.relationships { try validate(relationship, of: entity) }
      let constrained = (entity.uniquenessConstraints + entity.indexes).joined()
      for name in constrained where entity.slot(of: name) == nil {
        throw ModelError(
          description: "\(entity.name) has nothing named \(name) that could be unique or indexed")
      }
    }
  }

  private func refuseDuplicates(_ names: [String], _ sentence: String) throws(ModelError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw ModelError(description: sentence + name)
    }
  }

  private func validate(
    _ relationship: RelationshipDescription, of owner: EntityDescription
  ) throws(ModelError) {
    let name = "\(owner.name).\(relationship.name)"
    guard let destination = entity(named: relationship.destination) else {
      throw ModelError(description: "\(name) leads to \(relationship.destination), which is no entity")
    }
    guard let inverseName = relationship.inverse else { return }
    guard let inverse = destination.relationship(inverseName) else {
      throw ModelError(
        description: "\(name) has the inverse \(destination.name).\(inverseName), which is not there")
    }
    guard inverse.inverse == relationship.name, inverse.destination == owner.name else {
      throw ModelError(
        description: "\(destination.name).\(inverseName) does not name \(name) as its inverse in turn")
    }
    guard relationship.cardinality == .toOne || inverse.cardinality == .toOne else {
      throw ModelError(
        description: "\(name) and its inverse are both to many; put an entity of your own between the two")
    }
  }
}
