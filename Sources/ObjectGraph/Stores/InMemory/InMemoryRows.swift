/// The rows of a store in memory, by entity, with what finds them quickly; a value, so that whoever has it sees one
/// state.
struct InMemoryRows: RowLookup {
  let model: ObjectModel
  /// The tables in the order of the entities' numbers.
  private(set) var tables: [Table]

  /// The rows of one entity.
  struct Table {
    var rows: [Int64: Row] = [:]
    /// The keys of the rows by their values, for each uniqueness constraint.
    var unique: [[[PropertyValue]: Int64]]
    /// The keys of the rows that refer to another one, by the slot of the relationship.
    var sources: [Int: [ManagedObjectID: Set<Int64>]] = [:]
    /// The next key that nobody has.
    var nextKey: Int64 = 1
  }

  init(model: ObjectModel) {
    self.model = model
    tables = model.entities.map { Table(unique: $0.uniqueSlots.map { _ in [:] }) }
  }

  // MARK: Finding

  subscript(entity: Int) -> Table { tables[entity - 1] }

  func row(for id: ManagedObjectID) -> Row? { tables[id.entity - 1].rows[id.key] }

  func members(of relationship: RelationshipDescription, owner: ManagedObjectID) -> [ManagedObjectID] {
    guard let number = model.number(ofEntity: relationship.destination),
      let slot = relationship.inverse.flatMap({ model.entities[number - 1].slot(of: $0) })
    else { return [] }
    return sources(entity: number, slot: slot, target: owner)
  }

  /// The rows of an entity that refer to another one.
  func sources(entity: Int, slot: Int, target: ManagedObjectID) -> [ManagedObjectID] {
    let keys = self[entity].sources[slot]?[target] ?? []
    return keys.map { ManagedObjectID(entity: entity, key: $0) }
  }

  /// The row that holds these values in the slots of a uniqueness constraint.
  func row(entity: Int, slots: [Int], values: [PropertyValue]) -> Row? {
    guard let place = model.entities[entity - 1].uniqueSlots.firstIndex(of: slots) else { return nil }
    let table = self[entity]
    return table.unique[place][values.map(\.columnValue)].flatMap { table.rows[$0] }
  }

  // MARK: Changing

  /// Puts a row in, in place of the one with its ID; false when another one has its unique values.
  mutating func put(_ row: Row) -> Bool {
    let index = row.id.entity - 1
    let constraints = model.entities[index].uniqueSlots
    let keys = constraints.map { Self.key(of: row, $0) }
    for (place, key) in keys.enumerated() {
      if let key, let holder = tables[index].unique[place][key], holder != row.id.key { return false }
    }
    remove(row.id)
    for (place, key) in keys.enumerated() {
      if let key { tables[index].unique[place][key] = row.id.key }
    }
    for (slot, target) in references(of: row) {
      tables[index].sources[slot, default: [:]][target, default: []].insert(row.id.key)
    }
    tables[index].rows[row.id.key] = row
    tables[index].nextKey = max(tables[index].nextKey, row.id.key + 1)
    return true
  }

  /// Takes a row out, if it is there.
  mutating func remove(_ id: ManagedObjectID) {
    let index = id.entity - 1
    guard let row = tables[index].rows.removeValue(forKey: id.key) else { return }
    for (place, slots) in model.entities[index].uniqueSlots.enumerated() {
      if let key = Self.key(of: row, slots) { tables[index].unique[place][key] = nil }
    }
    for (slot, target) in references(of: row) { tables[index].sources[slot]?[target]?.remove(id.key) }
  }

  /// Sees to it that keys below `key` are not given out.
  mutating func reserveKeys(below key: Int64, entity: Int) {
    tables[entity - 1].nextKey = max(tables[entity - 1].nextKey, key)
  }

  /// The values that must be unique; nil when one is missing, which is never in the way of another.
  private static func key(of row: Row, _ slots: [Int]) -> [PropertyValue]? {
    let values = slots.map { row.values[$0].columnValue }
    return values.contains(.null) ? nil : values
  }

  private func references(of row: Row) -> [(slot: Int, target: ManagedObjectID)] {
    let entity = model.entities[row.id.entity - 1]
    return (entity.attributes.count..<entity.slotCount).compactMap { slot in
      row.values[slot].reference.map { (slot, $0) }
    }
  }
}
