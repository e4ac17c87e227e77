/// Puts the entities of a model together: numbers them, lets them inherit, and adds what is hidden from its users.
struct ModelAssembly {
  private let described: [String: EntityDescription]
  /// The names in the order of the numbers, which is Core Data's: without regard to case.
  private let names: [String]
  private var links: [String: [String: RelationshipDescription.Link]] = [:]
  private var linkEntities: [EntityDescription] = []

  /// Looks at entities of which ``ManagedObjectModel`` has checked the names and parents.
  init(_ entities: [EntityDescription]) {
    described = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    names = Self.names(entities) { $0.lowercased() }
    // Hidden entities keep the names and ends that they have in files of earlier versions, which had regard to case.
    for name in Self.names(entities, by: { $0 }) { join(described[name]) }
  }

  /// The names of entities: roots in the order of their keys, each followed at once by its descendants.
  private static func names(_ entities: [EntityDescription], by key: (String) -> String) -> [String] {
    let sorted = entities.map { (entity: $0, key: key($0.name)) }.sorted { $0.key < $1.key }.map(\.entity)
    let children = Dictionary(grouping: sorted) { $0.parent }
    var names: [String] = []
    var next = Array((children[nil] ?? []).reversed())
    while let entity = next.popLast() {
      names.append(entity.name)
      next += (children[entity.name] ?? []).reversed()
    }
    return names
  }

  /// The entities in the order of their numbers, complete; hidden ones come last.
  func assembled() -> [EntityDescription] {
    var complete: [String: EntityDescription] = [:]
    var taken: [String: Set<String>] = [:]
    for name in names {
      guard let entity = described[name] else { continue }
      let parent = entity.parent.flatMap { complete[$0] }
      let root = parent?.storageName ?? name
      complete[name] = self.complete(entity, parent: parent, &taken[root, default: []])
    }
    return names.compactMap { complete[$0] } + linkEntities
  }

  private func complete(
    _ entity: EntityDescription, parent: EntityDescription?, _ taken: inout Set<String>
  ) -> EntityDescription {
    let own = entity.slotKinds + positions(entity).map { .position(of: $0) }
    let relationships = entity.relationships.map { relationship in
      links[entity.name]?[relationship.name].map(relationship.joined) ?? relationship
    }
    let storage = EntityDescription.Facts.Storage(
      name: parent?.storageName ?? entity.name,
      names: (parent?.storageNames ?? []) + storageNames(own, &taken))
    return EntityDescription(
      entity.facts(storage: storage, parent: parent),
      slots: (parent?.slotKinds ?? []) + own, relationships: (parent?.relationships ?? []) + relationships,
      unique: (parent?.uniquenessConstraints ?? []) + entity.uniquenessConstraints,
      constraintOwners: (parent?.constraintOwners ?? [])
        + entity.uniquenessConstraints.map { _ in entity.name },
      indexes: entity.indexes)
  }

  /// Names for new slots of an inheritance tree, with a number behind those that are taken.
  private func storageNames(_ slots: [SlotContent], _ taken: inout Set<String>) -> [String] {
    var names: [String: String] = [:]
    return slots.map { slot in
      // The to-one relationships, which positions are named after, come first.
      if case .position(let name) = slot { return "_fok_" + (names[name] ?? name) }
      let name = Self.unique(slot.name, &taken)
      names[slot.name] = name
      return name
    }
  }

  /// The name, with the smallest number behind it that makes it one that is not taken; case does not count.
  private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var (unique, number) = (name, 0)
    while !taken.insert(unique.uppercased()).inserted {
      number += 1
      unique = name + String(number)
    }
    return unique
  }

  /// The to-one relationships of an entity whose inverses are ordered.
  private func positions(_ entity: EntityDescription) -> [String] {
    entity.toOneRelationships.filter { inverse(of: $0)?.isOrdered == true }.map(\.name)
  }

  private func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap { described[relationship.destination]?.relationship($0) }
  }

  // MARK: Many-to-many

  /// Makes the hidden entities of an entity's many-to-many relationships, unless the inverse has made them.
  ///
  /// Of two relationships of one entity, the one that comes last in the alphabet gives the name.
  private mutating func join(_ entity: EntityDescription?) {
    guard let entity else { return }
    for relationship in entity.toManyRelationships.sorted(by: { $0.name > $1.name }) {
      guard let inverse = inverse(of: relationship), inverse.cardinality == .toMany,
        links[entity.name]?[relationship.name] == nil
      else { continue }
      let name = "\(entity.name).\(relationship.name)"
      links[entity.name, default: [:]][relationship.name] = .init(
        entity: name, near: "source", far: "target")
      links[relationship.destination, default: [:]][inverse.name] = .init(
        entity: name, near: "target", far: "source")
      linkEntities.append(link(name, relationship, inverse))
    }
  }

  private func link(
    _ name: String, _ relationship: RelationshipDescription, _ inverse: RelationshipDescription
  ) -> EntityDescription {
    let ends: [RelationshipDescription] = [
      .toOne("source", inverse.destination, inverse: relationship.name, isOptional: false),
      .toOne("target", relationship.destination, inverse: inverse.name, isOptional: false),
    ]
    var slots: [SlotContent] = ends.map { .toOne($0) }
    var names = [
      ownKeys(of: inverse.destination, relationship), ownKeys(of: relationship.destination, inverse),
    ]
    if relationship.isOrdered {
      slots.append(.position(of: "source"))
      names.append("_fok" + names[1])
    }
    if inverse.isOrdered {
      slots.append(.position(of: "target"))
      names.append("_fok" + names[0])
    }
    // Stores name the table after the end with the lower number.
    let (source, target) = (number(of: inverse.destination), number(of: relationship.destination))
    let storage = EntityDescription.Facts.Storage(
      name: source <= target ? "_\(source)\(relationship.name)" : "_\(target)\(inverse.name)", names: names)
    return EntityDescription(
      .init(objectClass: LinkObject.self, name: name, storage: storage), slots: slots, relationships: ends,
      unique: [["source", "target"]], constraintOwners: [name], indexes: [])
  }

  /// The name for the keys of an entity's own rows in the table of one of its relationships: the inverse's, unique
  /// among those of the entity, in the alphabetical order of its relationships.
  private func ownKeys(of name: String, _ relationship: RelationshipDescription) -> String {
    let joined = described[name]?.toManyRelationships.filter { inverse(of: $0)?.cardinality == .toMany } ?? []
    var taken: Set<String> = []
    for other in joined.sorted(by: { $0.name < $1.name }) {
      let own = Self.unique("_\(number(of: name))\(other.inverse ?? "")", &taken)
      if other.name == relationship.name { return own }
    }
    return "_\(number(of: name))\(relationship.inverse ?? "")"
  }

  private func number(of name: String) -> Int { (names.firstIndex(of: name) ?? 0) + 1 }
}
