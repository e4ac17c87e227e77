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
  /// - Parameter isRepair: A Boolean value that indicates whether rows stay whose unique values another row has.
  /// - Throws: `StoreError.otherModel(path:reason:)` if rows get the same unique values; errors of the store.
  @discardableResult
  func fill(isRepair: Bool = false) throws -> Int {
    guard var filling = DerivedFilling(layout.model, in: makeTransaction()) else { return 0 }
    var count = 0
    for entity in layout.entities where !entity.entity.derivedSlots.isEmpty {
      try forEachChunk(of: entity) { count += try filling.fill($0, keepsRefused: isRepair) }
    }
    try filling.finish(path: connection.path)
    return count
  }

  /// Computes the derived texts of all rows of some entities, within the caller's transaction, and returns the number of rows
  /// that had others.
  ///
  /// - Precondition: The file has no unique index of them.
  @discardableResult
  func fillTexts(of entities: some Sequence<EntityLayout>) throws -> Int {
    let transaction = makeTransaction()
    var count = 0
    for entity in entities
    where entity.entity.derivedSlots.contains(where: { entity.entity.textSource(ofSlot: $0) != nil }) {
      try forEachChunk(of: entity) { rows in
        for row in rows {
          var values = row.values
          entity.entity.deriveTexts(in: &values)
          let update = RowChanges.Update(
            row: Row(id: row.id, version: row.version, values: values), before: row.values)
          guard !update.slots.isEmpty else { continue }
          _ = try transaction.update(update.row, slots: update.slots)
          count += 1
        }
      }
    }
    return count
  }

  /// Nothing is derived from external data: their files are many, and one of them may be missing.
  private func makeTransaction() -> SQLiteTransaction {
    SQLiteTransaction(
      connection, layout: layout, statements: WriteStatements(connection, layout: layout), readsFiles: false)
  }

  /// Calls `body` with all rows of an entity by their keys, without external data.
  private func forEachChunk(of entity: EntityLayout, _ body: ([Row]) throws -> Void) throws {
    var start = Int64.min
    while true {
      let rows = try rows(of: entity, from: start)
      guard let last = rows.last else { break }
      try body(rows)
      guard last.id.key < .max else { break }
      start = last.id.key + 1
    }
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
