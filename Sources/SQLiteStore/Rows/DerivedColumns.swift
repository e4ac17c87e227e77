internal import ObjectStore

/// Fills the columns of derived attributes in a file that was written with another model.
struct DerivedColumns {
  let layout: StoreLayout
  let connection: Connection
  /// The number of rows that are in memory at the same time.
  private static let chunkSize = 1_000

  /// Computes all derived attributes of all rows, within the caller's transaction, and returns the number of rows that
  /// had other values; O(rows of entities that have some).
  ///
  /// - Parameter isRepair: A Boolean value that indicates whether the times of the last save stay where there are any, and
  ///   rows stay whose unique values another row has.
  /// - Throws: `StoreError.otherModel(path:reason:)` if rows get the same unique values; errors of the store.
  @discardableResult
  func fill(isRepair: Bool = false) throws -> Int {
    guard let derived = DerivedValues(layout.model) else { return 0 }
    var count = 0
    // Nothing is derived from external data: their files are many, and one of them may be missing.
    let transaction = SQLiteTransaction(
      connection, layout: layout, statements: WriteStatements(connection, layout: layout), readsFiles: false)
    for entity in layout.entities where !entity.entity.derivedSlots.isEmpty {
      var start = Int64.min
      while true {
        let rows = try rows(of: entity, from: start)
        guard let last = rows.last else { break }
        count += try fill(rows, derived, transaction, isRepair)
        guard last.id.key < .max else { break }
        start = last.id.key + 1
      }
    }
    return count
  }

  /// Computes the derived attributes of rows of one entity, and returns the number of rows that had other values.
  private func fill(
    _ rows: [Row], _ derived: DerivedValues, _ transaction: SQLiteTransaction, _ isRepair: Bool
  ) throws -> Int {
    var count = 0
    for (row, values) in zip(rows, try derived.values(for: rows, in: transaction)) {
      let entity = layout[row.id.entity].entity
      let slots = values.slots.filter { slot in
        let isKept = isRepair && !row.values[slot].isNull && entity.isTime(slot)
        return values[slot] != row.values[slot] && !isKept
      }
      guard !slots.isEmpty else { continue }
      let derived = Row(id: row.id, version: row.version, values: values)
      if try transaction.update(derived, slots: slots) == .done {
        count += 1
      } else if !isRepair {
        throw StoreError.sharedValues(entity: entity.name, path: connection.path)
      }
    }
    return count
  }

  /// Returns the next rows of an entity by their keys, without external data.
  private func rows(of entity: EntityLayout, from key: Int64) throws -> [Row] {
    var rows: [Row] = []
    let isAlone = layout.family(of: layout.model.root(of: entity.number)).count == 1
    let own = isAlone ? "" : " AND Z_ENT = \(entity.number)"
    try connection.forEachRow(
      "\(entity.selectWithoutFiles) WHERE Z_PK >= ?\(own) ORDER BY Z_PK LIMIT \(Self.chunkSize)",
      [.integer(key)]
    ) { rows.append(try entity.row($0, entity.selectionWithoutFiles)) }
    return rows
  }
}

extension Entity {
  /// Returns a Boolean value that indicates whether a slot holds the time of the last save.
  fileprivate func isTime(_ slot: Slot) -> Bool { attribute(inSlot: slot)?.derivation == .now }
}
