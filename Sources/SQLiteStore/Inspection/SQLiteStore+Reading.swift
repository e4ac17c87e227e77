public import ObjectStore

extension SQLiteStore {
  /// Runs a statement of SQL that reads, and returns its rows as values.
  ///
  /// ```swift
  /// let rows = try store.readSQL("SELECT ZTITLE, ZSIZE FROM ZPHOTO WHERE ZSIZE > ?", [.integer(3)])
  /// ```
  ///
  /// It is for evaluations that requests cannot express. The names of tables and columns are those of Core Data: see the
  /// decision about its layout among the articles of ObjectGraph. The result contains committed rows only, and a later version of the library may store
  /// the same model in other columns. Functions of SQLite can be used; those of the library are not meant for it.
  ///
  /// Each call opens a connection of its own, which can neither write nor change settings: SQLite refuses such statements
  /// when it compiles them (sqlite3_set_authorizer), and when they run (PRAGMA query_only). It can be called in any
  /// isolation, and blocks the caller; canceling the caller's task interrupts it.
  ///
  /// - Parameters:
  ///   - sql: One statement, with a `?` for each value.
  ///   - values: The values of the parameters, in their order.
  /// - Throws: ``SQLReadError`` for a statement that does not read, does not fit the values, or names what is not there;
  ///   `CancellationError`; and the errors of the store.
  public func readSQL(_ sql: String, _ values: [PropertyValue] = []) throws -> SQLRows {
    try throwingStoreErrors {
      let connection = try readingConnection()
      return try connection.interruptible { try connection.readOnly(sql, values) }
    }
  }
}

extension Connection {
  /// Runs one statement that reads; the connection can do nothing else afterwards.
  fileprivate func readOnly(_ sql: String, _ values: [PropertyValue]) throws -> SQLRows {
    // A virtual table declares its columns as a table, which a connection that only reads would refuse.
    for table in try texts("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'") {
      let name = table.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
      _ = try? prepare("SELECT 1 FROM \"\(name)\"")
    }
    // An SQLite that was built without their module, or without these functions, does not find them later either.
    for function in ["json_each", "json_tree"] { _ = try? prepare("SELECT 1 FROM \(function)") }
    permitReadingOnly()
    let statement = try prepareReading(sql)
    guard isNothing(statement.rest(of: sql)) else { throw SQLReadError.notOneStatement(sql: sql) }
    guard statement.isReading else { throw SQLReadError.notReading(sql: sql) }
    guard statement.parameterCount == values.count else {
      throw SQLReadError.wrongValueCount(
        expected: statement.parameterCount, found: values.count, sql: sql)
    }
    try statement.bind(values)
    let columns = statement.columnNames
    var result = SQLRows(columns: columns, rows: [])
    while try statement.step() {
      result.rows.append(columns.indices.map { statement.columnValue(Int32($0)) })
    }
    return result
  }

  /// Returns a Boolean value that indicates whether a text has no statement, only blanks and comments.
  private func isNothing(_ sql: String) -> Bool {
    // SQLite does not read on behind this character.
    if sql.utf8.contains(0) { return false }
    do {
      _ = try prepare(sql)
      return false
    } catch {
      return error.isNothing
    }
  }

  private func prepareReading(_ sql: String) throws -> Statement {
    do {
      return try prepare(sql)
    } catch {
      if error.isRefusal { throw SQLReadError.notReading(sql: sql) }
      if error.isNothing { throw SQLReadError.notOneStatement(sql: sql) }
      if error.isFaultOfStatement { throw SQLReadError.invalid(sql: sql, reason: error.message) }
      throw error
    }
  }
}
