/// Resolution of relationships to entity numbers and slots.
extension ModelCompiler {
  /// Returns the numbers of each entity and its descendants.
  func families(_ parents: EntityTable<EntityNumber?>) -> EntityTable<ClosedRange<EntityNumber>> {
    // Descendants follow at once, so the last of them is the last that has the entity among its ancestors.
    var last = EntityTable(Array(parents.numbers))
    for number in parents.numbers.reversed() {
      if let parent = parents[number] { last[parent] = max(last[parent], last[number]) }
    }
    return EntityTable(zip(parents.numbers, last.elements).map { $0...$1 })
  }

  /// Returns the to-one relationships that can lead to objects of each entity.
  func referrers(
    _ drafts: EntityTable<EntityDraft>, _ parents: EntityTable<EntityNumber?>,
    _ families: EntityTable<ClosedRange<EntityNumber>>
  ) -> EntityTable<[Entity.Referrer]> {
    var referrers = EntityTable<[Entity.Referrer]>(drafts.elements.map { _ in [] })
    for (number, draft) in zip(drafts.numbers, drafts.elements) {
      let inherited = parents[number].map { drafts[$0].contents.count } ?? 0
      for slot in draft.slots.dropFirst(inherited) {
        guard let relationship = draft.contents[slot].relationship,
          let destination = numbers[relationship.destination]
        else { continue }
        let referrer = Entity.Referrer(entity: number, slot: slot, relationship: relationship)
        for kind in families[destination] { referrers[kind].append(referrer) }
      }
    }
    return referrers
  }

  /// Returns the one-to-one relationships of an entity.
  func pairs(_ draft: EntityDraft, _ drafts: EntityTable<EntityDraft>) -> [Entity.Pair] {
    draft.slots.compactMap { slot in
      guard let relationship = draft.contents[slot].relationship, let name = relationship.inverse,
        let destination = numbers[relationship.destination],
        let inverse = drafts[destination].slot(of: name)
      else { return nil }
      return Entity.Pair(slot: slot, destination: destination, inverse: inverse)
    }
  }

  /// Returns the inverse to-many relationship of a slot, if there is one.
  func end(
    ofSlot slot: Slot, of draft: EntityDraft, _ drafts: EntityTable<EntityDraft>
  ) -> Entity.End? {
    guard let relationship = draft.contents[slot].relationship,
      let destination = numbers[relationship.destination],
      let inverse = relationship.inverse.flatMap(drafts[destination].relationship),
      inverse.cardinality == .toMany
    else { return nil }
    let position = SlotContent.position(of: relationship.name).name
    return Entity.End(
      name: inverse.name, member: inverse.link.flatMap { draft.slot(of: $0.far) },
      position: inverse.isOrdered ? draft.slot(of: position) : nil, isCounted: inverse.isCounted)
  }
}
