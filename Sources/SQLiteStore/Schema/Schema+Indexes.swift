internal import ObjectStore

extension Schema {
  /// Creates the missing indexes of an inheritance tree, and drops those that the model no longer has: they hold no data.
  ///
  /// An index that only has another name keeps its contents: it contains a renamed attribute.
  ///
  /// - Parameters:
  ///   - table: The table of the tree.
  ///   - wanted: The indexes of the tree, whose names no other tree of the model has.
  ///   - connection: The connection, in a transaction.
  ///   - conflict: Returns the error for a unique index that the rows do not permit.
  static func updateIndexes(
    of table: String, to wanted: [Index], on connection: Connection,
    conflict: (Index) throws -> any Error
  ) throws {
    var present: Set<Index> = []
    try connection.forEachRow(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
      [.string(table)]
    ) { present.insert(Index(name: $0.text(0), sql: $0.text(1))) }
    var unwanted = present.subtracting(wanted).sorted { $0.name < $1.name }
    var renamings: [(old: Index, new: Index)] = []
    for new in wanted where !present.contains(new) {
      guard let place = unwanted.firstIndex(where: { $0.renamed(new.name) == new }) else { continue }
      renamings.append((unwanted.remove(at: place), new))
    }
    for index in unwanted { try connection.dropIndex(index.name) }
    try connection.rename(renamings)
    present.formUnion(renamings.map(\.new))
    for index in wanted where !present.contains(index) {
      try connection.dropIndex(index.name)
      do {
        try connection.execute(index.sql)
      } catch {
        guard error.isUniquenessViolation else { throw error }
        throw try conflict(index)
      }
    }
  }

  /// Returns the names of the unique indexes of tables.
  static func uniqueIndexes(of tables: Set<String>, on connection: Connection) throws -> [String] {
    var indexes: [String] = []
    try connection.forEachRow(
      "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE UNIQUE%'"
    ) { if tables.contains($0.text(1)) { indexes.append($0.text(0)) } }
    return indexes
  }

  /// Drops indexes, which ``updateIndexes(of:to:on:conflict:)`` creates again if the model has them.
  static func dropIndexes(_ names: [String], on connection: Connection) throws {
    for name in names { try connection.dropIndex(name) }
  }
}

extension Schema.Index {
  /// The same index with another name.
  func renamed(_ name: String) -> Self {
    Self(
      name: name, sql: sql.replacing("INDEX \(self.name) ON", with: "INDEX \(name) ON", maxReplacements: 1))
  }
}

extension Connection {
  /// Drops an index, if there is one with that name; one of another table has another name in the model.
  fileprivate func dropIndex(_ name: String) throws { try execute("DROP INDEX IF EXISTS \"\(name)\"") }

  /// Gives indexes other names, in a transaction and in constant time.
  ///
  /// Uses unused intermediate names, because two indexes can exchange their names.
  fileprivate func rename(_ renamings: [(old: Schema.Index, new: Schema.Index)]) throws {
    let renamings = renamings.enumerated().map { number, renaming in
      (old: renaming.old, between: renaming.old.renamed("Z_TEMPORARY\(number)_INDEX"), new: renaming.new)
    }
    for renaming in renamings { try rename(renaming.old, renaming.between) }
    for renaming in renamings {
      try dropIndex(renaming.new.name)
      try rename(renaming.between, renaming.new)
    }
  }

  /// Gives an index another name that no other index has.
  ///
  /// SQLite has no statement for it. The row of the schema is changed, as its documentation describes for changes that do not
  /// affect the contents of the file (lang_altertable.html, section 7), and the schema is read again.
  private func rename(_ index: Schema.Index, _ renamed: Schema.Index) throws {
    try execute("PRAGMA writable_schema = ON")
    defer { try? execute("PRAGMA writable_schema = OFF") }
    try run(
      "UPDATE sqlite_master SET name = ?1, sql = ?2 WHERE type = 'index' AND name = ?3",
      [.string(renamed.name), .string(renamed.sql), .string(index.name)])
    try raiseSchemaVersion()
    try execute("PRAGMA writable_schema = RESET")
    if try integer("SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_stat1'") == 1 {
      try run(
        "UPDATE sqlite_stat1 SET idx = ?1 WHERE idx = ?2", [.string(renamed.name), .string(index.name)])
    }
  }
}
