package import ObjectModel

/// The sources of a model's derived attributes, and their computation from the rows of a transaction.
package struct DerivedValues {
  /// A derived attribute that aggregates the destinations of a relationship.
  private struct Gathering {
    var slot: Slot
    var type: AttributeType
    var relationship: String
    /// The number of the entity whose rows make objects destinations, and the slot that refers to the owner.
    var members: EntityNumber
    var back: Slot
    /// The slot and type of the attribute to add up, or nil for a count.
    var added: (slot: Slot, type: AttributeType)?
  }

  private let model: ManagedObjectModel
  /// The aggregated attributes, by the number of the owner's entity.
  private var gatherings: [EntityNumber: [Gathering]] = [:]

  /// Creates the derived values of a model, or nil if the model has no derived attributes.
  package init?(_ model: ManagedObjectModel) {
    guard model.entities.contains(where: { !$0.derivedSlots.isEmpty }) else { return nil }
    self.model = model
    for (number, entity) in zip(model.numbers, model.entities) {
      let found = entity.derivedSlots.compactMap { slot in
        entity.attribute(inSlot: slot)?.derivation.flatMap { Self.gathering($0, slot, entity, model) }
      }
      if !found.isEmpty { gatherings[number] = found }
    }
  }

  private static func gathering(
    _ derivation: Derivation, _ slot: Slot, _ entity: Entity, _ model: ManagedObjectModel
  ) -> Gathering? {
    let (name, attribute): (String, String?)
    switch derivation {
    case .count(let relationship): (name, attribute) = (relationship, nil)
    case .sum(let relationship, let source): (name, attribute) = (relationship, source)
    case .lowercase, .canonical, .now: return nil
    }
    guard let type = entity.attribute(inSlot: slot)?.type,
      let membership = entity.relationship(name).flatMap(model.membership)
    else { return nil }
    let members = membership.entity
    let added = attribute.flatMap(members.slot(of:)).flatMap { slot in
      members.attribute(inSlot: slot).map { (slot, $0.type) }
    }
    return Gathering(
      slot: slot, type: type, relationship: name, members: membership.number, back: membership.owner,
      added: added)
  }

  /// Returns the values of rows with updated derived values, in their order.
  ///
  /// The members of all rows are read together.
  ///
  /// - Throws: The errors of the store.
  package func values(
    for rows: [Row], in transaction: any StoreTransaction
  ) throws -> [[PropertyValue]] {
    var values = rows.map { valuesWithoutMembers(for: $0) }
    let indexes = Dictionary(grouping: rows.indices) { rows[$0].id.entity }.sorted { $0.key < $1.key }
    let gathered = indexes.flatMap { entity, indexes in
      (gatherings[entity] ?? []).map { (gathering: $0, indexes: indexes) }
    }
    guard !gathered.isEmpty else { return values }
    let answers = try transaction.references(
      gathered.map { gathering, indexes in
        ReferenceQuery(entity: gathering.members, slot: gathering.back, targets: indexes.map { rows[$0].id })
      })
    let added = Set(
      zip(gathered, answers).lazy.filter { $0.0.gathering.added != nil }.flatMap(\.1).map(\.source))
    let sources =
      added.isEmpty
      ? [:]
      : Dictionary(try transaction.rows(added.sorted()).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for ((gathering, indexes), references) in zip(gathered, answers) {
      let members = Dictionary(grouping: references, by: \.target)
      for index in indexes {
        let own = members[rows[index].id] ?? []
        let result: PropertyValue =
          if let (slot, type) = gathering.added {
            Aggregate.sum.apply(to: own.compactMap { sources[$0.source]?.values[slot] }, of: type)
          } else {
            .integer(Int64(own.count))
          }
        values[index][gathering.slot] = gathering.type.nearest(to: result)
      }
    }
    return values
  }

  /// Returns the values of a row without members, with updated derived values.
  package func valuesWithoutMembers(for row: Row) -> [PropertyValue] {
    var values = row.values
    model.entity(of: row.id).deriveTexts(in: &values)
    for gathering in gatherings[row.id.entity] ?? [] {
      values[gathering.slot] =
        gathering.added.map { Aggregate.sum.apply(to: [], of: $0.type) } ?? .integer(0)
    }
    return values
  }

  /// Returns a Boolean value that indicates whether an object has attributes that aggregate its destinations.
  package func gathers(_ id: ManagedObjectID) -> Bool { gatherings[id.entity] != nil }

  /// Returns the objects whose derived attributes depend on the change of a row; nil means that the row does
  /// not exist.
  package func owners(of id: ManagedObjectID, from old: [PropertyValue]?, to new: [PropertyValue]?)
    -> [ManagedObjectID]
  {
    let entity = model.entity(of: id)
    return entity.toOneRelationships.flatMap { relationship -> [ManagedObjectID] in
      guard let slot = entity.slot(of: relationship.name) else { return [] }
      let ends = [old?[slot].reference, new?[slot].reference]
      return ends.compactMap { $0 }.filter { owner in
        gatherings[owner.entity]?.contains { gathering in
          gathering.relationship == relationship.inverse
            && (ends[0] != ends[1] || gathering.added.map { old?[$0.slot] != new?[$0.slot] } ?? false)
        } ?? false
      }
    }
  }
}

extension Entity {
  /// Returns a Boolean value that indicates whether two states of a row differ only in derived values.
  package func differOnlyInDerived(_ left: [PropertyValue], _ right: [PropertyValue]) -> Bool {
    guard !derivedSlots.isEmpty else { return false }
    return left.slots.allSatisfy { left[$0] == right[$0] || derivedSlots.contains($0) }
  }

  /// Returns the values, with the derived values of another state of the row.
  package func derived(from other: [PropertyValue], in values: [PropertyValue]) -> [PropertyValue] {
    var values = values
    for slot in derivedSlots { values[slot] = other[slot] }
    return values
  }
}
