/// The hidden entities of many-to-many relationships.
extension ModelCompiler {
  /// Makes the hidden entities of an entity's many-to-many relationships, unless the inverse has made them.
  ///
  /// Of two relationships of one entity, the one that comes last in the alphabet gives the name.
  mutating func join(_ entity: EntityDescription?) {
    guard let entity else { return }
    for relationship in entity.toMany.sorted(by: { $0.name > $1.name }) {
      guard let inverse = inverse(of: relationship), inverse.cardinality == .toMany,
        links[entity.name]?[relationship.name] == nil
      else { continue }
      let name = "\(entity.name).\(relationship.name)"
      links[entity.name, default: [:]][relationship.name] = .init(
        entity: name, near: "source", far: "target")
      links[relationship.destination, default: [:]][inverse.name] = .init(
        entity: name, near: "target", far: "source")
      linkDrafts.append(link(name, relationship, inverse))
    }
  }

  private func link(
    _ name: String, _ relationship: RelationshipDescription, _ inverse: RelationshipDescription
  ) -> EntityDraft {
    let ends: [RelationshipDescription] = [
      .toOne("source", inverse.destination, inverse: relationship.name, isOptional: false),
      .toOne("target", relationship.destination, inverse: inverse.name, isOptional: false),
    ]
    var contents: [SlotContent] = ends.map { .toOne($0) }
    var names = [
      ownKeys(of: inverse.destination, relationship), ownKeys(of: relationship.destination, inverse),
    ]
    if relationship.isOrdered {
      contents.append(.position(of: "source"))
      names.append("_fok" + names[1])
    }
    if inverse.isOrdered {
      contents.append(.position(of: "target"))
      names.append("_fok" + names[0])
    }
    // Stores name the table after the end with the lower number.
    let (source, target) = (number(of: inverse.destination), number(of: relationship.destination))
    let storageName = source <= target ? "_\(source)\(relationship.name)" : "_\(target)\(inverse.name)"
    return EntityDraft(
      description: EntityDescription(nil, name: name), contents: contents, relationships: ends,
      fetchedProperties: [], uniquenessConstraints: [["source", "target"]],
      constraintOwners: [EntityNumber(index: numbers.count + linkDrafts.count)], storageName: storageName,
      storageNames: names, isLink: true)
  }

  /// The name for the keys of an entity's own rows in the table of one of its relationships: the inverse's, unique
  /// among those of the entity, in the alphabetical order of its relationships.
  private func ownKeys(of name: String, _ relationship: RelationshipDescription) -> String {
    let joined = described[name]?.toMany.filter { inverse(of: $0)?.cardinality == .toMany } ?? []
    var taken: Set<String> = []
    for other in joined.sorted(by: { $0.name < $1.name }) {
      let own = Self.unique("_\(number(of: name))\(other.inverse ?? "")", &taken)
      if other.name == relationship.name { return own }
    }
    return "_\(number(of: name))\(relationship.inverse ?? "")"
  }

  private func number(of name: String) -> EntityNumber { numbers[name] ?? EntityNumber(index: 0) }
}

extension EntityDescription {
  /// The to-many relationships.
  fileprivate var toMany: [RelationshipDescription] { relationships.filter { $0.cardinality == .toMany } }
}
