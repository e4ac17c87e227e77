package import ObjectModel

/// The way of each value from one version of a model to another, by slots, for a store of any kind.
package struct MigrationPlan: Sendable {
  /// The mapping of entities and properties.
  package let mapping: ModelMapping
  /// The functions of a custom stage, by the numbers of the entities of the old model.
  package let objectMappings: [EntityNumber: MigrationStage.ObjectMapping]
  private let newNumbers: [EntityNumber: EntityNumber]

  /// The source of the values of a slot.
  package enum Source: Hashable, Sendable {
    /// The same value in all rows.
    case value(PropertyValue)
    /// The value in a slot of the old row, converted; null becomes the last value.
    case slot(Slot, AttributeConversion?, default: PropertyValue)
    /// The destination in a relationship of the old model.
    case destination(Pairs)
    /// The position among the members of the inverse.
    case position(Pairs)
  }

  /// The pairs of objects that a relationship of the old model joins.
  package struct Pairs: Hashable, Sendable {
    /// The entity that has the relationship.
    package let entity: EntityNumber
    /// The relationship.
    package let relationship: RelationshipDescription
    /// A Boolean value that indicates whether the destination objects become the source objects.
    package let isReversed: Bool
  }

  /// Creates a plan.
  ///
  /// - Throws: A ``MigrationError`` for changes that cannot be inferred, except in entities with a function.
  package init(
    from source: ManagedObjectModel, to destination: ManagedObjectModel,
    mappings: [String: MigrationStage.ObjectMapping], path: String
  ) throws(MigrationError) {
    let mapping = ModelMapping(from: source, to: destination)
    let problems = mapping.problems.filter { problem in
      mapping.entity(problem.entity)?.source.map { mappings[$0] == nil } ?? true
    }
    guard problems.isEmpty else { throw MigrationError(path: path, problems: problems) }
    self.mapping = mapping
    for name in mappings.keys {
      require(source.entity(named: name) != nil, "the old model has no entity \(name): name one that it has")
    }
    objectMappings = Dictionary(
      mappings.compactMap { name, body in source.number(ofEntity: name).map { ($0, body) } },
      uniquingKeysWith: { first, _ in first })
    newNumbers = Dictionary(
      mapping.entities.compactMap { entity in
        guard let old = entity.source.flatMap(source.number),
          let new = destination.number(ofEntity: entity.name)
        else { return nil }
        return (old, new)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The old model.
  package var old: ManagedObjectModel { mapping.source }
  /// The new model.
  package var new: ManagedObjectModel { mapping.destination }

  /// Returns the entity of the new model that an entity of the old one becomes, or `nil` if it is removed.
  package func newNumber(of old: EntityNumber) -> EntityNumber? { newNumbers[old] }

  /// Returns the entity of the old model, or `nil` if the entity is added.
  package func oldEntity(of entity: Entity) -> Entity? {
    mapping.entity(entity.name)?.source.flatMap(old.entity)
  }

  /// Returns whether a function maps the objects of an entity of the new model.
  package func hasFunction(for entity: Entity) -> Bool {
    oldEntity(of: entity).map { objectMappings[$0.number] != nil } ?? false
  }

  /// Returns the sources of the slots of an entity that the old model has, in the order of its slots.
  package func sources(of entity: Entity) -> [Source] {
    guard let old = oldEntity(of: entity), let mapped = mapping.entity(entity.name) else {
      return entity.slots.map { .value(entity.defaultValue(ofSlot: $0)) }
    }
    return entity.slots.map { slot in
      if let relationship = entity.orderedRelationship(ofSlot: slot) {
        return mapped.property(relationship)?.pairs.flatMap(pairs).map { .position($0) } ?? .value(.null)
      }
      if entity.isReference(slot) {
        let found = mapped.property(entity.name(ofSlot: slot))?.pairs.flatMap(pairs)
        return found.map { .destination($0) } ?? .value(.null)
      }
      return source(of: entity, slot, mapped, old)
    }
  }

  private func source(
    of entity: Entity, _ slot: Slot, _ mapped: EntityMapping, _ old: Entity
  ) -> Source {
    guard let attribute = entity.attribute(inSlot: slot) else { return .value(.null) }
    let empty: PropertyValue = attribute.isOptional ? .null : attribute.defaultValue
    guard let property = mapped.property(attribute.name), let name = property.source,
      let oldSlot = old.slot(of: name), let oldAttribute = old.attribute(inSlot: oldSlot)
    else { return .value(attribute.derivation == nil ? attribute.defaultValue : .null) }
    if attribute.derivation != nil { return .slot(oldSlot, nil, default: .null) }
    if oldAttribute.type == attribute.type {
      // A value that was required before is there: nothing must be read to replace it.
      return .slot(oldSlot, nil, default: oldAttribute.isOptional ? empty : .null)
    }
    guard let conversion = property.conversion else { return .value(.null) }
    return .slot(oldSlot, conversion, default: empty)
  }

  /// Returns the pairs of a hidden entity of the new model, from its source to its target.
  package func pairs(ofLink link: Entity) -> Pairs? {
    let names = link.name.split(separator: ".", maxSplits: 1).map(String.init)
    guard names.count == 2 else { return nil }
    return mapping.entity(names[0])?.property(names[1])?.pairs.flatMap(pairs)
  }

  private func pairs(_ source: PropertyMapping.PairSource) -> Pairs? {
    guard let entity = old.entity(named: source.entity),
      let relationship = entity.relationship(source.relationship)
    else { return nil }
    return Pairs(entity: entity.number, relationship: relationship, isReversed: source.isReversed)
  }
}

extension MigrationPlan.Pairs {
  /// Returns whether an object can have several destination objects in the old model.
  package func canRepeatSource(in model: ManagedObjectModel) -> Bool {
    let form = model.form(of: relationship)
    return isReversed ? form.hasManySources : !form.isToOne
  }
}

extension Entity {
  fileprivate func defaultValue(ofSlot slot: Slot) -> PropertyValue {
    attribute(inSlot: slot)?.defaultValue ?? .null
  }
}
