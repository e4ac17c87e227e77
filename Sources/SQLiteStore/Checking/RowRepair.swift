internal import ObjectStore

/// The repair of rows and keys in a file whose pages are intact, within the caller's transaction.
struct RowRepair {
  let layout: StoreLayout
  let connection: Connection
  /// The repaired problems, one sentence each.
  private(set) var repaired: [String] = []
  /// A Boolean value that indicates whether rows were changed or deleted.
  private(set) var changesRows = false

  init(layout: StoreLayout, connection: Connection) {
    self.layout = layout
    self.connection = connection
  }

  /// Repairs all that can be repaired.
  mutating func run() throws {
    for entity in layout.entities where !entity.isLink {
      try repairKeys(of: entity)
      for slot in entity.entity.requiredSlots { try fill(slot, of: entity) }
    }
    // Deleted rows may have been the destinations of others.
    while try repairReferences() {}
    let derived = try DerivedColumns(layout: layout, connection: connection)
      .fill(isRepair: true)
    record(derived, "rows have new values of derived attributes")
    guard !layout.textIndexes.isEmpty else { return }
    let textIndexes = TextIndexSchema(layout, on: connection)
    try textIndexes.dropTriggers()
    try textIndexes.make()
    repaired.append("the full-text indexes were made again")
  }

  private mutating func record(_ count: Int, _ sentence: String) {
    guard count > 0 else { return }
    repaired.append("\(count) \(sentence)")
    changesRows = true
  }

  /// Runs a statement, and returns the number of rows that it changed.
  private func change(_ sql: String, _ bindings: [PropertyValue] = []) throws -> Int {
    try connection.run(sql, bindings)
    return connection.changedRows
  }

  // MARK: Keys

  private mutating func repairKeys(of entity: EntityLayout) throws {
    let (name, number) = (entity.entity.name, PropertyValue.integer(Int64(entity.number.rawValue)))
    let isRoot = entity.entity.parent == nil
    let highest = isRoot ? try connection.highestUsedKey(in: entity.table) : 0
    if try connection.highestKey(of: entity, in: layout) == nil {
      // Under another name, the entry still has the highest key that was given out.
      let former = try connection.integer(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ? AND typeof(Z_MAX) = 'integer' AND Z_MAX <= ?",
        [number, .integer(Connection.keys.upperBound)])
      try connection.run("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [number])
      try Schema.addKeys(of: entity, highest: max(highest, former ?? 0), in: layout, on: connection)
      repaired.append("Z_PRIMARYKEY lists \(name) again")
    } else if isRoot {
      let count = try change(
        """
        UPDATE Z_PRIMARYKEY SET Z_MAX = ?1 \
        WHERE Z_ENT = ?2 AND (typeof(Z_MAX) <> 'integer' OR Z_MAX NOT BETWEEN ?1 AND ?3)
        """,
        [.integer(highest), number, .integer(Connection.keys.upperBound)])
      if count > 0 { repaired.append("the highest key of \(name) is \(highest) now") }
    }
  }

  // MARK: Values

  /// Gives rows without a required value the default of their attribute.
  private mutating func fill(_ slot: Slot, of entity: EntityLayout) throws {
    guard let attribute = entity.entity.attribute(inSlot: slot), !attribute.defaultValue.isNull,
      !entity.types[slot].isExternal, entity.types[slot].isPresent
    else { return }
    let column = entity.columns[slot]
    // A row whose default would violate a uniqueness constraint keeps its problem.
    let count = try change(
      """
      UPDATE OR IGNORE \(entity.table) SET \(column) = ?, Z_OPT = Z_OPT + 1 \
      WHERE Z_ENT = \(entity.number) AND \(column) IS NULL
      """, [attribute.defaultValue])
    record(count, "\(entity.entity.name) have the default of \(attribute.name) now")
  }

  // MARK: References

  /// Repairs references to missing rows once; returns whether it deleted rows.
  private mutating func repairReferences() throws -> Bool {
    var hasDeleted = false
    for entity in layout.entities {
      for slot in entity.entity.referenceSlots {
        guard case .reference(let destination, _) = entity.types[slot] else { continue }
        let column = entity.columns[slot]
        let isDangling = """
          \(column) IS NOT NULL AND NOT EXISTS \
          (SELECT 1 FROM \(layout[destination].table) d WHERE d.Z_PK = \(entity.table).\(column))
          """
        if entity.isLink {
          let count = try change("DELETE FROM \(entity.table) WHERE \(isDangling)")
          record(count, "rows of the join table \(entity.table) without a destination were deleted")
        } else {
          let rows = "Z_ENT = \(entity.number) AND \(isDangling)"
          if try repair(slot, of: entity, where: rows) { hasDeleted = true }
        }
      }
    }
    return hasDeleted
  }

  private mutating func repair(
    _ slot: Slot, of entity: EntityLayout, where condition: String
  ) throws -> Bool {
    let name = "\(entity.entity.name).\(entity.entity.name(ofSlot: slot))"
    let rule = inverse(of: slot, in: entity)?.deleteRule
    // With this rule, references to deleted rows stay on purpose.
    guard rule != .noAction else { return false }
    if entity.entity.isOptional(slot: slot) {
      let columns = [entity.columns[slot]] + entity.companions(of: [slot]).map(\.column)
      let values = columns.map { "\($0) = NULL" }.joined(separator: ", ")
      let count = try change(
        "UPDATE \(entity.table) SET \(values), Z_OPT = Z_OPT + 1 WHERE \(condition)")
      record(count, "references \(name) to missing rows are empty now")
      return false
    }
    // The deletion of the destination would have deleted these rows, too.
    guard rule == .cascade else { return false }
    let count = try change("DELETE FROM \(entity.table) WHERE \(condition)")
    record(count, "\(entity.entity.name) were deleted, which a missing \(name) would have deleted")
    return count > 0
  }

  private func inverse(of slot: Slot, in entity: EntityLayout) -> RelationshipDescription? {
    guard let relationship = entity.entity.relationship(inSlot: slot), let name = relationship.inverse
    else { return nil }
    return layout.model.entity(named: relationship.destination)?.relationship(name)
  }
}
