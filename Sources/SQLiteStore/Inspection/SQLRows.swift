public import ObjectStore

/// The result of a statement; see ``SQLiteStore/readSQL(_:_:)``.
public struct SQLRows: Hashable, Sendable {
  /// The names of the columns, as SQLite gives them.
  public var columns: [String]
  /// The values of each row, in the order of the columns: null, integers, real numbers, text and data, as SQLite stores
  /// them.
  public var rows: [[PropertyValue]]

  /// Makes a result.
  public init(columns: [String], rows: [[PropertyValue]]) { (self.columns, self.rows) = (columns, rows) }

  /// The values of each row by the names of the columns; the last of several columns with one name.
  public var dictionaries: [[String: PropertyValue]] {
    rows.map { Dictionary(zip(columns, $0), uniquingKeysWith: { $1 }) }
  }
}
