/// A statement that ``SQLiteStore/readSQL(_:_:)`` refuses.
public enum SQLReadError: Error, Hashable, Sendable {
  /// The statement does something else than read tables and call functions.
  case notReading(sql: String)
  /// SQLite does not understand the statement, or does not find what it names.
  case invalid(sql: String, reason: String)
  /// The text has several statements, or none.
  case notOneStatement(sql: String)
  /// The statement has another number of parameters than there are values.
  case wrongValueCount(expected: Int, found: Int, sql: String)
}

extension SQLReadError: CustomStringConvertible {
  /// A description of the error, in one sentence.
  public var description: String {
    switch self {
    case .notReading(let sql):
      "Cannot run “\(sql)”: it does more than read, and the rows of a store are written by contexts. "
        + "Use SELECT without PRAGMA and ATTACH."
    case .invalid(let sql, let reason): "Cannot run “\(sql)”: \(reason)."
    case .notOneStatement(let sql):
      "Cannot run “\(sql)”: it is not one statement. Run one statement at a time."
    case .wrongValueCount(let expected, let found, let sql):
      "Cannot run “\(sql)”: it has \(expected) parameters, and there are \(found) values."
    }
  }
}
