internal import ObjectStore

/// Fills the columns of derived attributes in a file that was written with another model.
struct DerivedColumns {
  let layout: StoreLayout
  let connection: Connection

  /// Computes all derived attributes of all rows, within the caller's transaction, and returns the number of rows that
  /// had other values; O(rows of entities that have some).
  ///
  /// - Parameter keepsTimes: A Boolean value that indicates whether times of the last save stay where there are any.
  @discardableResult
  func fill(keepsTimes: Bool = false) throws -> Int {
    guard let derived = DerivedValues(layout.model) else { return 0 }
    var count = 0
    let transaction = SQLiteTransaction(
      connection, layout: layout, statements: WriteStatements(connection, layout: layout))
    for entity in layout.entities where !entity.entity.derivedSlots.isEmpty {
      for row in try rows(of: entity) where row.id.entity == entity.number {
        let values = try derived.values(for: [row], in: transaction)[0]
        let slots = values.slots.filter { slot in
          let isKept = keepsTimes && !row.values[slot].isNull && entity.entity.isTime(slot)
          return values[slot] != row.values[slot] && !isKept
        }
        guard !slots.isEmpty else { continue }
        _ = try transaction.update(Row(id: row.id, version: row.version, values: values), slots: slots)
        count += 1
      }
    }
    return count
  }

  private func rows(of entity: EntityLayout) throws -> [Row] {
    var rows: [Row] = []
    try connection.forEachRow(entity.select) { rows.append(try entity.row($0)) }
    return rows
  }
}

extension Entity {
  /// Returns a Boolean value that indicates whether a slot holds the time of the last save.
  fileprivate func isTime(_ slot: Slot) -> Bool { attribute(inSlot: slot)?.derivation == .now }
}
