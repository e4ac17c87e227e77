extension ManagedObjectModel {
  /// Throws for the first error in the descriptions: conflicting names, parents and inverses that do not
  /// match, unknown names.
  static func validate(_ described: [EntityDescription]) throws(ModelError) {
    try refuseDuplicates(described.map { $0.name.uppercased() }, "two entities are named alike: ")
    let entities = Dictionary(described.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in described {
      let ancestors = try ancestors(of: entity, in: entities)
      let names = (ancestors + [entity]).flatMap { $0.propertyNames }
      try refuseDuplicates(names.map { $0.uppercased() }, "\(entity.name) has two properties named alike: ")
      guard entity.name.isModelName else {
        throw ModelError(description: "\"\(entity.name)\" cannot be the name of an entity")
      }
      for name in names where !name.isPropertyName {
        throw ModelError(
          description: "\(entity.name) has a property \"\(name)\", whose name no key path can hold")
      }
      for relationship in entity.relationships { try validate(relationship, of: entity, in: entities) }
    }
  }

  private func validateExternalStorage(of entity: Entity) throws(ModelError) {
    let constrained = entity.keyProperties
    for attribute in entity.attributes where attribute.allowsExternalStorage {
      let name = "\(entity.name).\(attribute.name)"
      guard attribute.type == .binary else {
        throw ModelError(description: "\(name) is not binary, so it cannot be kept in files")
      }
      guard !constrained.contains(attribute.name) else {
        throw ModelError(description: "\(name) may be kept in files, so it cannot be unique or indexed")
      }
    }
  }

  private static func refuseDuplicates(_ names: [String], _ sentence: String) throws(ModelError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw ModelError(description: sentence + name)
    }
  }

  /// The entities from which one inherits, the nearest first.
  private static func ancestors(
    of entity: EntityDescription, in entities: [String: EntityDescription]
  ) throws(ModelError) -> [EntityDescription] {
    var ancestors: [EntityDescription] = []
    var name = entity.parent
    while let parent = name {
      guard let description = entities[parent] else {
        throw ModelError(description: "\(entity.name) inherits from \(parent), which is no entity")
      }
      guard parent != entity.name, !ancestors.contains(where: { $0.name == parent }) else {
        throw ModelError(description: "\(entity.name) inherits from itself")
      }
      ancestors.append(description)
      name = description.parent
    }
    return ancestors
  }

  private static func validate(
    _ relationship: RelationshipDescription, of owner: EntityDescription,
    in entities: [String: EntityDescription]
  ) throws(ModelError) {
    let name = "\(owner.name).\(relationship.name)"
    guard let destination = entities[relationship.destination] else {
      throw ModelError(description: "\(name) leads to \(relationship.destination), which is no entity")
    }
    if let most = relationship.maximumCount, relationship.minimumCount > most {
      throw ModelError(description: "\(name) wants \(relationship.minimumCount) members and allows \(most)")
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
    guard
      relationship.cardinality == .toOne || inverse.name != relationship.name
        || destination.name != owner.name
    else {
      throw ModelError(description: "\(name) is its own inverse; give it one of another name")
    }
  }

  /// Checks what needs the inherited properties too.
  func validateRules() throws(ModelError) {
    for entity in entities {
      try validateExternalStorage(of: entity)
      try entity.refuseEmptyKeys()
      try entity.refuseKeysWithoutColumn()
      try entity.validateFullTextIndex()
      for attribute in entity.attributes { try attribute.validate(of: entity.name) }
      try validateDerivedAttributes(of: entity)
      for name in entity.keyProperties where entity.slot(of: name) == nil {
        throw ModelError(
          description: "\(entity.name) has nothing named \(name) that could be unique or indexed")
      }
    }
  }
}

extension EntityDescription {
  /// The names of all its properties.
  fileprivate var propertyNames: [String] {
    attributes.map(\.name) + relationships.map(\.name) + fetchedProperties.map(\.name)
  }
}

extension String {
  /// A Boolean value that indicates whether a property can have the name.
  package var isPropertyName: Bool { isModelName && self != "SELF" }

  /// A Boolean value that indicates whether an entity or property can have the name.
  ///
  /// A valid name is a letter followed by letters, digits and underscores, so that it works in key paths and
  /// SQL and cannot be one of a store's own names.
  fileprivate var isModelName: Bool {
    guard let first = unicodeScalars.first, first.properties.isAlphabetic else { return false }
    return unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0 == "_" || ("0"..."9").contains($0)
    }
  }
}
