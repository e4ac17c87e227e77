package import ObjectModel

/// The entities that a batch deletion can reach, and the references that it empties.
package struct BatchDeletionRules {
  /// A reference to deleted rows in rows that stay.
  package struct Reference: Hashable, Sendable {
    /// The entity that describes the reference.
    package var entity: EntityNumber
    /// The slot of the reference.
    package var slot: Slot
    /// The entity of the deleted rows.
    package var target: EntityNumber
  }

  private let model: ManagedObjectModel
  /// The entities whose rows can be deleted, without join rows.
  package private(set) var entities: [EntityNumber] = []
  /// The optional or required references that the delete rules set to null.
  package private(set) var nullified: [Reference] = []

  /// Finds the rules for the rows of entities.
  package init(_ family: ClosedRange<EntityNumber>, in model: ManagedObjectModel) {
    self.model = model
    var known = Set(family)
    entities = Array(family)
    var next = 0
    while next < entities.count {
      let entity = model[entities[next]]
      next += 1
      for relationship in entity.relationships where relationship.deleteRule == .cascade {
        guard let destination = model.number(ofEntity: relationship.destination) else { continue }
        for number in model.family(of: destination) where known.insert(number).inserted {
          entities.append(number)
        }
      }
    }
    for number in entities {
      for referrer in model.referrers(to: number)
      where !model.isLink(referrer.entity)
        && model.deleteRule(for: referrer.relationship, to: number) == .nullify
      {
        nullified.append(Reference(entity: referrer.entity, slot: referrer.slot, target: number))
      }
    }
  }

  /// The roots of the inheritance trees whose rows can be deleted, and those of rows whose references are emptied.
  package var roots: [EntityNumber] {
    Set((entities + nullified.map(\.entity)).map { model.root(of: $0) }).sorted()
  }

  /// The numbers of the join tables whose rows can be deleted.
  package var links: [EntityNumber] {
    let memberships = entities.flatMap { model[$0].relationships.compactMap(model.membership) }
    return Set(memberships.filter { $0.member != nil }.map(\.number)).sorted()
  }

  /// A Boolean value that indicates whether a deletion concerns no other rows and no files.
  package var areEmpty: Bool {
    nullified.isEmpty && links.isEmpty
      && entities.allSatisfy { number in
        let entity = model[number]
        return entity.relationships.allSatisfy { $0.deleteRule == .nullify || $0.deleteRule == .noAction }
          && entity.attributes.allSatisfy { !$0.allowsExternalStorage }
      }
  }

  /// A Boolean value that indicates whether nothing must be computed for other rows: neither derived attributes nor numbers
  /// of members.
  package var canBeAppliedInSQL: Bool {
    let written = entities + nullified.flatMap { Array(model.family(of: $0.entity)) } + links
    return written.allSatisfy { number in
      let entity = model[number]
      return entity.referenceSlots.allSatisfy { slot in
        guard model.end(ofSlot: slot, entity: number)?.isCounted != true else { return false }
        let destination = entity.relationship(inSlot: slot).flatMap { model.number(ofEntity: $0.destination) }
        return destination.map { model.family(of: $0).allSatisfy { model[$0].derivedSlots.isEmpty } } ?? true
      }
    } && nullified.allSatisfy { model.family(of: $0.entity).allSatisfy { model[$0].derivedSlots.isEmpty } }
  }
}
