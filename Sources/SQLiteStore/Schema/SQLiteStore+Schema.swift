internal import ObjectStore

extension SQLiteStore {
  /// Returns the tables and indexes of the store as declared in the file: one SQL statement a line, tables
  /// first, by name.
  ///
  /// For inspecting how objects are stored.
  ///
  /// - Throws: The error of SQLite if the file cannot be read.
  public func schemaDescription() throws -> String {
    let connection = try readingConnection()
    let statements = try connection.texts(
      "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type DESC, name")
    return statements.joined(separator: "\n")
  }
}
