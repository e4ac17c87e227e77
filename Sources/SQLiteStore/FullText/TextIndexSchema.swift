internal import ObjectStore

/// The full-text indexes in a file: their tables, triggers and entries in the registry.
struct TextIndexSchema {
  /// The indexes of the model.
  let indexes: [TextIndex]
  let connection: Connection

  init(_ indexes: [TextIndex], on connection: Connection) {
    self.indexes = indexes
    self.connection = connection
  }

  init(_ layout: StoreLayout, on connection: Connection) { self.init(layout.textIndexes, on: connection) }

  /// Returns whether the file has the indexes of the model and no others.
  ///
  /// Without FTS5, indexes can be neither created nor deleted; their triggers keep them correct for other programs.
  func isCurrent() throws -> Bool {
    guard TextIndex.isAvailable else { return true }
    return try intact() == Set(indexes) && entries().count == indexes.count
  }

  /// Returns the indexes of the file whose triggers are there, as they were created.
  ///
  /// Without a trigger, changes of rows may have gone unrecorded.
  func intact() throws -> Set<TextIndex> {
    var triggers: [String: String] = [:]
    try connection.forEachRow("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'") {
      triggers[$0.text(0)] = $0.text(1)
    }
    return Set(try entries().filter { $0.triggers.allSatisfy { name, sql in triggers[name] == sql } })
  }

  /// Returns a sentence for each index of the model that the file has without its triggers.
  func problems() throws -> [String] {
    let intact = try intact()
    return try entries().filter { indexes.contains($0) && !intact.contains($0) }.map {
      "The full-text index of \($0.table) lacks triggers, so that it may have missed changes"
    }
  }

  /// Deletes the triggers, which `ALTER TABLE` would rewrite.
  func dropTriggers() throws {
    for index in try entries() {
      for name in index.triggers.keys { try connection.execute("DROP TRIGGER IF EXISTS \(name)") }
    }
  }

  /// Creates the indexes of the model, empty, and deletes all others; those in `intact` need their triggers only.
  ///
  /// - Precondition: The triggers have been deleted.
  func make(keeping intact: Set<TextIndex> = []) throws {
    guard try !indexes.isEmpty || hasRegistry() else { return }
    guard TextIndex.isAvailable else {
      // The virtual tables stay until a program with FTS5 opens the file.
      if try hasRegistry() { try connection.execute("DELETE FROM \(TextIndex.registry)") }
      return
    }
    try connection.execute(TextIndex.createRegistry)
    for index in try entries() where !indexes.contains(index) || !intact.contains(index) {
      try remove(index)
    }
    try dropUnlistedTables()
    for index in indexes {
      if !intact.contains(index) { try create(index) }
      for sql in index.triggers.sorted(by: { $0.key < $1.key }) { try connection.execute(sql.value) }
    }
    if indexes.isEmpty { try connection.execute("DROP TABLE \(TextIndex.registry)") }
  }

  private func create(_ index: TextIndex) throws {
    for sql in index.createTables { try connection.execute(sql) }
    try connection.run(
      "INSERT INTO \(TextIndex.registry) (Z_TABLE, Z_COLUMNS, Z_FORMAT, Z_MARK) VALUES (?, ?, ?, 0)",
      [.string(index.table), .string(index.columnList), .integer(Int64(index.format))])
  }

  private func remove(_ index: TextIndex) throws {
    for name in index.triggers.keys { try connection.execute("DROP TRIGGER IF EXISTS \(name)") }
    try connection.run("DELETE FROM \(TextIndex.registry) WHERE Z_TABLE = ?", [.string(index.table)])
  }

  /// Deletes the tables of indexes that are not in the registry.
  private func dropUnlistedTables() throws {
    let listed = Set(try entries().flatMap { [$0.name, $0.changes] })
    let tables = try connection.texts(
      """
      SELECT name FROM sqlite_master WHERE type = 'table' AND (name GLOB 'Z_TEXTCHANGES_*' \
      OR name GLOB '\(TextIndex.registry)_*' AND sql LIKE 'CREATE VIRTUAL TABLE%')
      """)
    for table in tables where !listed.contains(table) { try connection.execute("DROP TABLE \"\(table)\"") }
  }

  // MARK: Registry

  private func hasRegistry() throws -> Bool {
    try connection.integer("SELECT 1 FROM sqlite_master WHERE name = '\(TextIndex.registry)'") != nil
  }

  /// Returns the indexes in the registry.
  private func entries() throws -> [TextIndex] {
    guard try hasRegistry() else { return [] }
    var entries: [TextIndex] = []
    try connection.forEachRow("SELECT Z_TABLE, Z_COLUMNS, Z_FORMAT FROM \(TextIndex.registry)") {
      let columns = $0.text(1).split(separator: " ").map(String.init)
      entries.append(TextIndex(table: $0.text(0), columns: columns, format: Int($0.integer(2))))
    }
    return entries
  }
}
