internal import ObjectGraph

extension SQLiteStore {
  /// The tables and indexes of the store, as the file declares them: an SQL statement a line, tables first, by name.
  ///
  /// For people who want to see how their objects are kept. Throws what SQLite says when the file cannot be read.
  public func schemaDescription() throws -> String {
    let connection = try readingConnection()
    let statements = try connection.texts(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name")
    return statements.joined(separator: "\n")
  }
}
