internal import ObjectStore

/// Fills the columns of derived attributes in a file that was written with another model.
struct DerivedColumns {
  let layout: StoreLayout
  let connection: Connection

  /// Computes all derived attributes of all rows, within the caller's transaction; O(rows of entities that
  /// have some).
  func fill() throws {
    guard let derived = DerivedValues(layout.model) else { return }
    let transaction = SQLiteTransaction(
      connection, layout: layout, statements: WriteStatements(connection, layout: layout))
    for entity in layout.entities where !entity.entity.derivedSlots.isEmpty {
      for row in try rows(of: entity) where row.id.entity == entity.number {
        let values = try derived.values(for: row, in: transaction)
        let slots = values.slots.filter { values[$0] != row.values[$0] }
        guard !slots.isEmpty else { continue }
        _ = try transaction.update(Row(id: row.id, version: row.version, values: values), slots: slots)
      }
    }
  }

  private func rows(of entity: EntityLayout) throws -> [Row] {
    var rows: [Row] = []
    try connection.forEachRow(entity.select) { rows.append(try entity.row($0)) }
    return rows
  }
}
