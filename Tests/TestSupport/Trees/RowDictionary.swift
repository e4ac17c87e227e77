package import ObjectGraph

/// Rows in a dictionary: the lookup with which evaluation in memory is tested.
package struct RowDictionary: RowLookup {
  package let model: ManagedObjectModel
  package let rows: [ManagedObjectID: Row]
  private var sources: [Reference: [ManagedObjectID]] = [:]

  /// What a row of an entity refers to in a slot.
  private struct Reference: Hashable {
    let entity: EntityNumber
    let slot: Slot
    let target: ManagedObjectID
  }

  package init(_ rows: [Row], model: ManagedObjectModel) {
    self.model = model
    self.rows = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    for row in rows {
      for (slot, value) in zip(row.values.slots, row.values) {
        guard let target = value.reference else { continue }
        sources[Reference(entity: row.id.entity, slot: slot, target: target), default: []].append(row.id)
      }
    }
  }

  package func row(for id: ManagedObjectID) -> Row? { rows[id] }

  package func members(of relationship: RelationshipDescription, owner: ManagedObjectID) -> [ManagedObjectID]
  {
    guard let number = model.number(ofEntity: relationship.destination),
      let slot = relationship.inverse.flatMap({ model[number].slot(of: $0) })
    else { return [] }
    return sources[Reference(entity: number, slot: slot, target: owner)] ?? []
  }

  /// The oracle: all rows evaluated, sorted and cut in memory.
  package func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    var found: [(id: ManagedObjectID, keys: [PropertyValue])] = []
    for row in rows.values where row.id.entity == query.entity {
      guard try query.predicate?.matches(row, in: self) ?? true else { continue }
      found.append((row.id, try query.order.keys(of: row, in: self)))
    }
    found.sort { query.order.precedes($0.keys, $0.id, $1.keys, $1.id) }
    return found.dropFirst(query.offset).prefix(query.limit ?? .max).map(\.id)
  }
}
