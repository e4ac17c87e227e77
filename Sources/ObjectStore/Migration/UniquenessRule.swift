package import ObjectModel

/// A uniqueness constraint, with all that merging objects with the same values needs to know about it.
package struct UniquenessRule: Sendable {
  /// The entity that describes the constraint.
  package let owner: Entity
  /// The slots of the properties.
  package let slots: [Slot]
  /// The slots whose values are merged: all of the entity that the store keeps and that are not computed.
  package let mergedSlots: [Slot]
  /// The to-one relationships that can lead to the objects, each once.
  package let referrers: [Entity.Referrer]
  /// The one-to-one relationships of the objects, each once.
  package let pairs: [Entity.Pair]

  /// Returns all constraints of a model.
  package static func all(of model: ManagedObjectModel) -> [UniquenessRule] {
    model.entities.flatMap { entity in
      zip(entity.uniqueSlots, entity.constraintOwners)
        .filter { $1 == entity.number }
        .map { UniquenessRule(entity, slots: $0.0, in: model) }
    }
  }

  private init(_ owner: Entity, slots: [Slot], in model: ManagedObjectModel) {
    (self.owner, self.slots) = (owner, slots)
    mergedSlots = owner.slots.filter {
      !owner.derivedSlots.contains($0) && !owner.transientSlots.contains($0)
    }
    var referrers: [Entity.Referrer] = []
    var pairs: [Entity.Pair] = []
    for number in model.family(of: owner.number) {
      for referrer in model.referrers(to: number)
      where !referrers.contains(where: { $0.entity == referrer.entity && $0.slot == referrer.slot }) {
        referrers.append(referrer)
      }
      for pair in model.pairs(of: number)
      where !pairs.contains(where: { $0.destination == pair.destination && $0.inverse == pair.inverse }) {
        pairs.append(pair)
      }
    }
    (self.referrers, self.pairs) = (referrers, pairs)
  }
}

extension Entity.Referrer {
  /// Returns the problem of references to objects that are merged into one of an entity that the relationship cannot
  /// lead to, or that lose their destination.
  package func problem(
    in model: ManagedObjectModel, _ kind: MigrationProblem.Kind
  ) -> MigrationProblem {
    let entity = model[entity]
    let names = entity.name.split(separator: ".", maxSplits: 1).map(String.init)
    return entity.isLink
      ? MigrationProblem(entity: names[0], property: names.last, kind)
      : MigrationProblem(entity: entity.name, property: entity.name(ofSlot: slot), kind)
  }
}
