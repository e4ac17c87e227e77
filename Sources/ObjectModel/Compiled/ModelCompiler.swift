/// A compiler of entity descriptions to entities: it numbers them, adds inherited properties and the hidden entities
/// of join rows, and resolves relationships to slots.
struct ModelCompiler {
  let described: [String: EntityDescription]
  /// The names in the order of the numbers, which is Core Data's: without regard to case.
  private let names: [String]
  /// The numbers of the described entities.
  let numbers: [String: EntityNumber]
  /// The hidden entities of many-to-many relationships, by the names of entity and relationship.
  var links: [String: [String: RelationshipDescription.Link]] = [:]
  /// The hidden entities, in the order of their numbers.
  var linkDrafts: [EntityDraft] = []

  /// Creates a compiler.
  ///
  /// - Parameters:
  ///   - entities: Descriptions whose names and parents are valid.
  ///   - order: The order of the entities of one parent; `nil` for Core Data's. Entities that are not in it come first.
  init(_ entities: [EntityDescription], order: [String]? = nil) {
    described = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    names =
      order.map { order in
        let places = Dictionary(zip(order, order.indices), uniquingKeysWith: { first, _ in first })
        return Self.names(entities) { places[$0] ?? -1 }
      } ?? Self.names(entities) { $0.lowercased() }
    let numbered = names.enumerated().map { ($1, EntityNumber(index: $0)) }
    numbers = Dictionary(numbered, uniquingKeysWith: { first, _ in first })
    // Hidden entities keep the names and ends that they have in files of earlier versions, which had regard to case.
    for name in Self.names(entities, by: { $0 }) { join(described[name]) }
  }

  /// The names of entities: roots in the order of their keys, each followed at once by its descendants.
  private static func names(
    _ entities: [EntityDescription], by key: (String) -> some Comparable
  ) -> [String] {
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

  /// Returns the entities in the order of their numbers; hidden ones come last.
  func compiled() -> [Entity] {
    let drafts = drafts()
    let parents = EntityTable(drafts.elements.map { $0.description.parent.flatMap { numbers[$0] } })
    let families = families(parents)
    let referrers = referrers(drafts, parents, families)
    var entities: [Entity] = []
    for (number, draft) in zip(drafts.numbers, drafts.elements) {
      let parent = parents[number].map { entities[$0.index] }
      let place = Entity.Place(
        number: number, root: parent?.root ?? number, family: families[number], parent: parent)
      let links = Entity.Links(
        pairs: pairs(draft, drafts), referrers: referrers[number],
        ends: draft.slots.map { end(ofSlot: $0, of: draft, drafts) },
        destinations: draft.contents.map { content in
          content.relationship.flatMap { numbers[$0.destination] }.map { families[$0] }
        })
      entities.append(Entity(draft, at: place, links))
    }
    return entities
  }

  /// Returns the relationship that leads back.
  func inverse(of relationship: RelationshipDescription) -> RelationshipDescription? {
    relationship.inverse.flatMap { described[relationship.destination]?.relationship($0) }
  }
}

// MARK: - Inheritance

extension ModelCompiler {
  private func drafts() -> EntityTable<EntityDraft> {
    var drafts: [EntityDraft] = []
    var taken: [String: Set<String>] = [:]
    for description in names.compactMap({ described[$0] }) {
      let parent = description.parent.flatMap { numbers[$0] }.map { drafts[$0.index] }
      let root = parent?.storageName ?? description.name
      drafts.append(
        draft(description, EntityNumber(index: drafts.count), parent: parent, &taken[root, default: []]))
    }
    return EntityTable(drafts + linkDrafts)
  }

  private func draft(
    _ entity: EntityDescription, _ number: EntityNumber, parent: EntityDraft?, _ taken: inout Set<String>
  ) -> EntityDraft {
    let own = contents(entity)
    let relationships = entity.relationships.map { relationship in
      links[entity.name]?[relationship.name].map(relationship.joined) ?? relationship
    }
    return EntityDraft(
      description: entity, contents: (parent?.contents ?? []) + own,
      relationships: (parent?.relationships ?? []) + relationships,
      fetchedProperties: (parent?.fetchedProperties ?? []) + entity.fetchedProperties,
      uniquenessConstraints: (parent?.uniquenessConstraints ?? []) + entity.uniquenessConstraints,
      constraintOwners: (parent?.constraintOwners ?? []) + entity.uniquenessConstraints.map { _ in number },
      fullTextIndex: (parent?.fullTextIndex ?? []) + entity.fullTextIndex,
      storageName: parent?.storageName ?? entity.name,
      storageNames: (parent?.storageNames ?? []) + storageNames(own, &taken))
  }

  /// Returns the contents of the slots that an entity adds to its parent: attributes, to-one relationships, then the
  /// positions for to-one relationships whose inverses are ordered.
  private func contents(_ entity: EntityDescription) -> [SlotContent] {
    let toOne = entity.relationships.filter { $0.cardinality == .toOne }
    let ordered = toOne.filter { inverse(of: $0)?.isOrdered == true }
    return entity.attributes.map { .attribute($0) } + toOne.map { .toOne($0) }
      + ordered.map { .position(of: $0.name) }
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
  static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var (unique, number) = (name, 0)
    while !taken.insert(unique.uppercased()).inserted {
      number += 1
      unique = name + String(number)
    }
    return unique
  }
}
