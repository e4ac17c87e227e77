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
