/// The inference of a mapping between two models.
struct MappingInference {
  private let source: ManagedObjectModel
  private let destination: ManagedObjectModel
  /// The old names of the entities of the new model.
  private let oldNames: [String: String]
  /// The new names of the entities of the old model.
  private let newNames: [String: String]
  private(set) var entities: [EntityMapping] = []
  private(set) var problems: [MigrationProblem] = []

  init(from source: ManagedObjectModel, to destination: ManagedObjectModel) {
    self.source = source
    self.destination = destination
    oldNames = Self.match(
      destination.entities.map { ($0.name, $0.renamingIdentifier) }, with: source.entities.map(\.name))
    newNames = Dictionary(oldNames.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    for entity in destination.entities { entities.append(mapping(of: entity)) }
  }

  /// Returns the old names by the new ones: the same name first, then that of the renaming identifier.
  private static func match(
    _ new: [(name: String, identifier: String?)], with old: [String]
  ) -> [String: String] {
    let (names, old) = (Set(new.map(\.name)), Set(old))
    var matches: [String: String] = [:]
    var taken: Set<String> = []
    for (name, identifier) in new {
      if old.contains(name) {
        matches[name] = name
      } else if let identifier, old.contains(identifier), !names.contains(identifier),
        taken.insert(identifier).inserted
      {
        matches[name] = identifier
      }
    }
    return matches
  }

  private mutating func mapping(of entity: Entity) -> EntityMapping {
    let old = oldNames[entity.name].flatMap(source.entity)
    let matches = old.map { Self.matches(entity, $0) } ?? [:]
    for taken in old.map({ TakenName.all(from: $0, to: entity) }) ?? [] {
      problems.append(
        MigrationProblem(
          entity: entity.name, property: taken.name,
          .takenName(from: taken.former, successor: taken.successor)))
    }
    var properties: [PropertyMapping] = []
    for attribute in entity.attributes where !attribute.isTransient {
      properties.append(mapping(of: attribute, matches[attribute.name], entity, old))
    }
    for relationship in entity.relationships {
      properties.append(mapping(of: relationship, entity, old))
    }
    let used = Set(properties.compactMap(\.source))
    return EntityMapping(
      name: entity.name, source: old?.name, isMoved: old.map { isMoved(entity, $0) } ?? false,
      properties: properties,
      removedProperties: old.map { $0.storedNames.filter { !used.contains($0) } } ?? [],
      newConstraints: old.map { newConstraints(entity, $0, properties) } ?? [])
  }

  /// Returns the old names of an entity's properties by the new ones.
  private static func matches(_ entity: Entity, _ old: Entity) -> [String: String] {
    let new =
      entity.attributes.filter { !$0.isTransient }.map { ($0.name, $0.renamingIdentifier) }
      + entity.relationships.map { ($0.name, $0.renamingIdentifier) }
    return match(new, with: old.storedNames)
  }

  private func isMoved(_ entity: Entity, _ old: Entity) -> Bool {
    old.parent?.name != entity.parent.flatMap { oldNames[$0.name] }
      || (entity.parent == nil) != (old.parent == nil)
  }

  /// Returns the constraints that the objects did not have to meet, or not with these values.
  private func newConstraints(
    _ entity: Entity, _ old: Entity, _ properties: [PropertyMapping]
  ) -> [[String]] {
    let unchanged = Dictionary(
      properties.filter { $0.changes.allSatisfy(\.keepsValues) }.map { ($0.name, $0.source) },
      uniquingKeysWith: { first, _ in first })
    return zip(entity.uniquenessConstraints, entity.constraintOwners).filter { names, owner in
      let before = names.map { unchanged[$0] ?? nil }
      return !zip(old.uniquenessConstraints, old.constraintOwners).contains { other, oldOwner in
        other.map(Optional.some) == before && newNames[source[oldOwner].name] == destination[owner].name
      }
    }.map { $0.0 }
  }
}

// MARK: - Attributes

extension MappingInference {
  private mutating func mapping(
    of attribute: AttributeDescription, _ match: String?, _ entity: Entity, _ oldEntity: Entity?
  ) -> PropertyMapping {
    let added = PropertyMapping(name: attribute.name, source: nil, changes: [.added])
    guard let oldEntity, let match else { return added }
    guard let old = oldEntity.attribute(named: match) else {
      problems.append(MigrationProblem(entity: entity.name, property: attribute.name, .otherKindOfProperty))
      return added
    }
    var changes: [PropertyMapping.Change] = match == attribute.name ? [] : [.renamed(from: match)]
    if let derivation = attribute.derivation {
      if old.derivation != derivation || old.type != attribute.type { changes.append(.derived) }
      let isSame = old.type == attribute.type
      return PropertyMapping(name: attribute.name, source: isSame ? match : nil, changes: changes)
    }
    var conversion: AttributeConversion?
    if old.type != attribute.type {
      conversion = AttributeConversion(from: old.type, to: attribute.type)
      changes.append(.converted(from: old.type, to: attribute.type))
      if conversion == nil {
        problems.append(
          MigrationProblem(
            entity: entity.name, property: attribute.name, .noConversion(from: old.type, to: attribute.type)))
      }
    }
    if old.isOptional || old.derivation != nil, !attribute.isOptional { changes.append(.madeRequired) }
    if old.allowsExternalStorage != attribute.allowsExternalStorage {
      changes.append(.externalStorage(attribute.allowsExternalStorage))
    }
    return PropertyMapping(name: attribute.name, source: match, changes: changes, conversion: conversion)
  }
}

// MARK: - Relationships

extension MappingInference {
  private mutating func mapping(
    of relationship: RelationshipDescription, _ entity: Entity, _ oldEntity: Entity?
  ) -> PropertyMapping {
    let direct = oldEntity.flatMap { old in
      Self.matches(entity, old)[relationship.name].map { (entity: old, name: $0) }
    }
    if let direct, direct.entity.relationship(direct.name) == nil {
      problems.append(
        MigrationProblem(entity: entity.name, property: relationship.name, .otherKindOfProperty))
      return PropertyMapping(name: relationship.name, source: nil, changes: [.added])
    }
    let old = direct.flatMap { $0.entity.relationship($0.name) }
    let inverse = inverseMatch(relationship)
    let known = problems.count
    if let old, let inverse, old.inverse != inverse.relationship.name {
      let name = "\(relationship.destination).\(relationship.inverse ?? "")"
      problems.append(
        MigrationProblem(entity: entity.name, property: relationship.name, .otherInverse(name)))
    }
    var changes: [PropertyMapping.Change] = []
    var pairs: PropertyMapping.PairSource?
    if let old, let oldEntity {
      changes = self.changes(from: old, to: relationship, of: entity)
      pairs = .init(entity: oldEntity.name, relationship: old.name, isReversed: false)
    } else {
      changes = [.added]
      if let inverse {
        pairs = .init(entity: inverse.entity.name, relationship: inverse.relationship.name, isReversed: true)
      }
    }
    if problems.count > known { pairs = nil }
    return PropertyMapping(name: relationship.name, source: old?.name, changes: changes, pairs: pairs)
  }

  /// Returns the relationship of the old model that is the inverse now.
  private func inverseMatch(
    _ relationship: RelationshipDescription
  ) -> (entity: Entity, relationship: RelationshipDescription)? {
    guard let inverse = relationship.inverse,
      let owner = destination.entity(named: relationship.destination),
      let old = oldNames[owner.name].flatMap(source.entity),
      let found = Self.matches(owner, old)[inverse].flatMap(old.relationship)
    else { return nil }
    return (old, found)
  }

  private mutating func changes(
    from old: RelationshipDescription, to new: RelationshipDescription, of entity: Entity
  ) -> [PropertyMapping.Change] {
    var changes: [PropertyMapping.Change] = old.name == new.name ? [] : [.renamed(from: old.name)]
    let forms = (source.form(of: old), destination.form(of: new))
    if forms.0 != forms.1 { changes.append(.rejoined(from: forms.0, to: forms.1)) }
    if oldNames[new.destination] != old.destination {
      let isRelated =
        newNames[old.destination].flatMap(destination.entity)?.root
        == destination.entity(named: new.destination)?.root
      if !isRelated {
        problems.append(
          MigrationProblem(
            entity: entity.name, property: new.name,
            .otherDestination(from: old.destination, to: new.destination)))
      }
      changes.append(.redirected(from: old.destination, to: new.destination))
    }
    if new.cardinality == .toMany, old.isOrdered != new.isOrdered { changes.append(.ordered(new.isOrdered)) }
    if old.isOptional, !new.isOptional, new.cardinality == .toOne { changes.append(.madeRequired) }
    return changes
  }
}

extension PropertyMapping.Change {
  /// A Boolean value that indicates whether values, as columns hold them, stay the same.
  fileprivate var keepsValues: Bool {
    switch self {
    case .renamed, .ordered, .redirected: true
    case .added, .converted, .madeRequired, .externalStorage, .derived, .rejoined: false
    }
  }
}

extension Entity {
  /// The names of the attributes that are stored, and of the relationships.
  fileprivate var storedNames: [String] {
    attributes.filter { !$0.isTransient }.map(\.name) + relationships.map(\.name)
  }
}
