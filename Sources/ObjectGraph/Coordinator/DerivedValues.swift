/// What the derived attributes of a model are made of, and how they are computed from the rows of a transaction.
package struct DerivedValues {
  /// A derived attribute that comes from the members of a relationship.
  private struct Gathering {
    var slot: Int
    var relationship: String
    /// The number of the entity whose rows make objects members, and their slot that refers to the owner.
    var members: Int
    var back: Int
    /// The slot and type of what is added up; nil for a count.
    var added: (slot: Int, type: AttributeType)?
  }

  private let model: ObjectModel
  /// By the number of the owner's entity.
  private var gatherings: [Int: [Gathering]] = [:]

  /// Nil for a model without derived attributes.
  package init?(_ model: ObjectModel) {
    guard model.entities.contains(where: { !$0.derivedSlots.isEmpty }) else { return nil }
    self.model = model
    for (number, entity) in zip(1..., model.entities) {
      let found = entity.derivedSlots.compactMap { slot in
        entity.attribute(inSlot: slot)?.derivation.flatMap { Self.gathering($0, slot, entity, model) }
      }
      if !found.isEmpty { gatherings[number] = found }
    }
  }

  private static func gathering(
    _ derivation: Derivation, _ slot: Int, _ entity: EntityDescription, _ model: ObjectModel
  ) -> Gathering? {
    let (name, attribute): (String, String?)
    switch derivation {
    case .count(let relationship): (name, attribute) = (relationship, nil)
    case .sum(let relationship, let source): (name, attribute) = (relationship, source)
    case .lowercase, .canonical, .now: return nil
    }
    guard let membership = entity.relationship(name).flatMap(model.membership) else { return nil }
    let members = membership.entity
    let added = attribute.flatMap(members.slot(of:)).flatMap { slot in
      members.attribute(inSlot: slot).map { (slot, $0.type) }
    }
    return Gathering(
      slot: slot, relationship: name, members: membership.number, back: membership.owner, added: added)
  }

  /// The values of a row with those that are derived as they have to be.
  package func values(
    for row: Row, in transaction: any StoreTransaction
  ) throws -> [PropertyValue] {
    var values = row.values
    model.entity(of: row.id).deriveTexts(in: &values)
    for gathering in gatherings[row.id.entity] ?? [] {
      let members = try transaction.sources(
        entity: gathering.members, slot: gathering.back, targets: [row.id])
      guard let added = gathering.added else {
        values[gathering.slot] = .integer(Int64(members.count))
        continue
      }
      let parts = try transaction.rows(members).map { $0.values[added.slot] }
      values[gathering.slot] = parts.sum(of: added.type)
    }
    return values
  }

  /// Whether an object of the entity has attributes that come from its members.
  func gathers(_ id: ManagedObjectID) -> Bool { gatherings[id.entity] != nil }

  /// The objects whose derived attributes depend on how a row changed; nil stands for a row that is not there.
  func owners(of id: ManagedObjectID, from old: [PropertyValue]?, to new: [PropertyValue]?)
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

extension EntityDescription {
  /// Whether two rows differ in nothing but what is derived.
  func differOnlyInDerived(_ left: [PropertyValue], _ right: [PropertyValue]) -> Bool {
    guard !derivedSlots.isEmpty else { return false }
    return left.indices.allSatisfy { left[$0] == right[$0] || derivedSlots.contains($0) }
  }

  /// The values with the derived ones of another row.
  func derived(from other: [PropertyValue], in values: [PropertyValue]) -> [PropertyValue] {
    var values = values
    for slot in derivedSlots { values[slot] = other[slot] }
    return values
  }
}
