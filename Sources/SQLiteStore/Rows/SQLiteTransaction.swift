internal import ObjectGraph

/// What is done within one transaction of the writer.
final class SQLiteTransaction: StoreTransaction {
  private let connection: Connection
  private let layout: StoreLayout
  private let statements: WriteStatements
  private var highestKeys: [Int: Int64] = [:]

  init(_ connection: Connection, layout: StoreLayout, statements: WriteStatements) {
    self.connection = connection
    self.layout = layout
    self.statements = statements
  }

  /// Makes sure that no key that was used is given out again, whoever chose it.
  func finish() throws {
    for (entity, key) in highestKeys {
      try connection.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX < ?",
        [.integer(key), .integer(Int64(entity)), .integer(key)])
    }
  }
}

// MARK: - Reading

extension SQLiteTransaction {
  func rows(_ ids: [ManagedObjectID]) throws -> [Row] { try connection.rows(ids, layout: layout) }

  func row(entity: Int, slots: [Int], values: [PropertyValue]) throws -> Row? {
    let layout = layout[entity]
    let condition = slots.map { layout.columns[$0] + " = ?" }.joined(separator: " AND ")
    var row: Row?
    try connection.forEachRow(layout.select + " WHERE " + condition, values) { row = layout.row($0) }
    return row
  }

  func sources(entity: Int, slot: Int, targets: [ManagedObjectID]) throws -> [ManagedObjectID] {
    let layout = layout[entity]
    var sources: [ManagedObjectID] = []
    let sql = "SELECT Z_PK FROM \(layout.table) WHERE \(layout.columns[slot]) = ?"
    try connection.withStatement(sql) { statement in
      for target in targets {
        try statement.bind(target.key, at: 1)
        while try statement.step() {
          sources.append(ManagedObjectID(entity: entity, key: statement.integer(0)))
        }
        statement.reset()
      }
    }
    return sources
  }
}

// MARK: - Writing

extension SQLiteTransaction {
  func insert(_ row: Row) throws -> WriteOutcome {
    let statement = try statements.insert(entity: row.id.entity)
    try statement.bind(row.id.key, at: 1)
    try statement.bind(row.version + 1, at: 2)
    for (offset, slot) in layout[row.id.entity].present.enumerated() {
      try statement.bind(row.values[slot], at: Int32(offset) + 3)
    }
    let outcome = try write(statement)
    if outcome == .done {
      highestKeys[row.id.entity] = max(highestKeys[row.id.entity] ?? 0, row.id.key)
    }
    return outcome
  }

  func update(_ row: Row, slots: [Int]) throws -> WriteOutcome {
    let statement = try statements.update(entity: row.id.entity, slots: slots)
    for (offset, slot) in slots.enumerated() { try statement.bind(row.values[slot], at: Int32(offset) + 1) }
    try statement.bind(row.id.key, at: Int32(slots.count) + 1)
    try statement.bind(row.version, at: Int32(slots.count) + 2)
    return try write(statement)
  }

  func delete(_ id: ManagedObjectID, version: Int64?) throws -> WriteOutcome {
    let condition = version == nil ? "" : " AND Z_OPT = ?"
    return try connection.withStatement("DELETE FROM \(layout[id.entity].table) WHERE Z_PK = ?\(condition)") {
      try $0.bind(id.key, at: 1)
      if let version { try $0.bind(version, at: 2) }
      return try write($0)
    }
  }

  /// Runs a statement that writes one row, or none when its condition does not hold.
  ///
  /// A unique index that is in the way undoes the statement, not the transaction.
  private func write(_ statement: Statement) throws -> WriteOutcome {
    do {
      try statement.run()
    } catch {
      guard error.isUniquenessViolation else { throw error }
      return .duplicate
    }
    return connection.changedRows == 0 ? .stale : .done
  }
}
