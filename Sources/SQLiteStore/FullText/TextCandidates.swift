internal import ObjectStore

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
