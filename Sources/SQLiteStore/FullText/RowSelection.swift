internal import ObjectStore

/// The rows among which a query looks for those that match its predicate.
enum RowSelection {
  /// All rows of the table.
  case all
  /// The rows that a full-text index gives for an expression.
  case text(TextCandidates)
  /// The first rows in the order of the columns.
  case first(Int, table: String, order: [String])
  /// The rows with these keys.
  case keys([Int64])

  /// Returns the condition that a row belongs to the selection; `nil` for all rows.
  func condition(alias: String, parts: SQLParts) -> String? {
    switch self {
    case .all: nil
    case .text(let candidates):
      "\(candidates.isFilter ? "+" : "")\(alias).Z_PK IN (\(candidates.sql(parts)))"
    case .first(let count, let table, let order):
      "\(alias).Z_PK IN (SELECT Z_PK FROM \(table) "
        + "ORDER BY \((order + ["Z_PK"]).joined(separator: ", ")) LIMIT \(parts.parameter(.integer(Int64(count)))))"
    case .keys(let keys):
      "\(alias).Z_PK IN (SELECT value FROM json_each("
        + parts.parameter(.string("[" + keys.map(String.init).joined(separator: ",") + "]")) + "))"
    }
  }
}

/// The rows that can match a predicate, by a full-text index.
struct TextCandidates {
  let index: TextIndex
  /// The expression for `MATCH`.
  let expression: String
  /// A Boolean value that indicates whether rows are read in another order and tested, instead of being looked up by the
  /// keys that the index gives.
  var isFilter = false
  /// The maximum number of rows from the index; such a selection is a sample.
  var sample: Int?

  /// Returns the query for the keys: those that the index gives, and those of rows that it does not hold as they are.
  func sql(_ parts: SQLParts) -> String {
    let found =
      "SELECT rowid FROM \(index.name) WHERE \(index.name) MATCH \(parts.parameter(.string(expression)))"
    if let sample { return found + " LIMIT \(parts.parameter(.integer(Int64(sample))))" }
    return found + " UNION ALL SELECT Z_PK FROM \(index.changes) "
      + "UNION ALL SELECT Z_PK FROM \(index.table) WHERE Z_PK > \(index.mark)"
  }
}
