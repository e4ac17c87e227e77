package import ObjectModel

/// The rows of an in-memory store by entity, with indexes.
///
/// It has value semantics, so each holder sees one consistent state.
package struct InMemoryRows: RowLookup {
  /// The model of the rows.
  package let model: ManagedObjectModel
  /// The store to which the rows belong.
  let store: StoreIdentity
  /// The history of the transactions, if the store keeps one.
  var history: InMemoryHistory?
  /// The table of each entity.
  private var tables: EntityTable<Table>

  /// The rows of one entity, without those of its subentities.
  struct Table {
    var rows: [Int64: Row] = [:]
    /// The rows of the entity and its sub-entities by their values, for each constraint that the entity describes.
    var unique: [[Slot]: [[PropertyValue]: ManagedObjectID]] = [:]
    /// The keys of the rows that refer to another one, by the slot of the relationship.
    var sources: [Slot: [ManagedObjectID: Set<Int64>]] = [:]
    /// The next unused key, if the entity is a root.
    var nextKey: Int64 = 1
  }

  /// Makes a store without rows.
  package init(model: ManagedObjectModel, store: StoreIdentity) {
    self.model = model
    self.store = store
    tables = EntityTable(model.storedEntities.map { _ in Table() })
  }

  // MARK: Finding

  subscript(entity: EntityNumber) -> Table { tables[entity] }

  /// Returns the row with an ID.
  package func row(for id: ManagedObjectID) -> Row? { tables[id.entity].rows[id.key] }

  /// Returns the members of a relationship.
  package func members(of relationship: RelationshipDescription, owner: ManagedObjectID) -> [ManagedObjectID]
  {
    guard let membership = model.membership(relationship) else { return [] }
    let rows = sources(entity: membership.number, slot: membership.owner, target: owner)
    guard membership.member != nil else { return rows }
    return rows.compactMap { row(for: $0).flatMap(membership.member) }
  }

  /// The rows of an entity and its sub-entities that refer to another one.
  func sources(entity: EntityNumber, slot: Slot, target: ManagedObjectID) -> [ManagedObjectID] {
    model.family(of: entity).flatMap { number in
      (self[number].sources[slot]?[target] ?? []).map { ManagedObjectID(entity: number, key: $0, in: store) }
    }
  }

  /// The row that holds these values in the slots of a uniqueness constraint that the entity describes.
  func row(entity: EntityNumber, slots: [Slot], values: [PropertyValue]) -> Row? {
    self[entity].unique[slots]?[values.map(\.columnValue)].flatMap(row)
  }

  // MARK: Changing

  /// Puts a row in, in place of the one with its ID; false when another one has its unique values.
  package mutating func put(_ row: Row) -> Bool {
    let keys = uniqueKeys(of: row)
    for key in keys {
      if let holder = tables[key.owner].unique[key.slots]?[key.values], holder != row.id { return false }
    }
    remove(row.id)
    for key in keys { tables[key.owner].unique[key.slots, default: [:]][key.values] = row.id }
    let entity = row.id.entity
    for (slot, target) in references(of: row) {
      tables[entity].sources[slot, default: [:]][target, default: []].insert(row.id.key)
    }
    tables[entity].rows[row.id.key] = row
    reserveKeys(below: row.id.key + 1, entity: model.root(of: row.id.entity))
    return true
  }

  /// Takes a row out, if it is there.
  mutating func remove(_ id: ManagedObjectID) {
    let entity = id.entity
    guard let row = tables[entity].rows.removeValue(forKey: id.key) else { return }
    for key in uniqueKeys(of: row) { tables[key.owner].unique[key.slots]?[key.values] = nil }
    for (slot, target) in references(of: row) {
      tables[entity].sources[slot]?[target]?.remove(id.key)
      if tables[entity].sources[slot]?[target]?.isEmpty == true {
        tables[entity].sources[slot]?[target] = nil
      }
    }
  }

  /// Sees to it that keys below `key` are not given out; `entity` is a root.
  package mutating func reserveKeys(below key: Int64, entity: EntityNumber) {
    tables[entity].nextKey = max(tables[entity].nextKey, key)
  }

  /// The values that must be unique, with the entity whose table keeps them; without those of which one is
  /// missing, which are never in the way of others.
  private func uniqueKeys(of row: Row) -> [(owner: EntityNumber, slots: [Slot], values: [PropertyValue])] {
    let entity = model.entity(of: row.id)
    return entity.uniqueSlots.compactMap { slots in
      let values = slots.map { row.values[$0].columnValue }
      if values.contains(.null) { return nil }
      return (model.constraintOwner(slots, of: entity), slots, values)
    }
  }

  private func references(of row: Row) -> [(slot: Slot, target: ManagedObjectID)] {
    model.entity(of: row.id).referenceSlots.compactMap { slot in
      row.values[slot].reference.map { (slot, $0) }
    }
  }
}
