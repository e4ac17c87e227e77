internal import ObjectGraph

/// A query as SQL: no predicate and plain orders only.
struct SQLQuery {
  /// What is read of each row.
  enum Columns {
    /// `Z_PK`, `Z_ENT`, `Z_OPT`, then the slots.
    case row
    /// `Z_PK`.
    case id
    /// How many there are.
    case count
    /// `Z_PK`, then what lies at the end of each path.
    case paths([String])
  }

  let sql: String
  let bindings: [PropertyValue]

  init(query: StoreQuery, model: ObjectModel, columns: Columns) throws {
    let layout = StoreLayout(model)[query.entity]
    let list =
      switch columns {
      case .row: (["Z_PK", "Z_ENT", "Z_OPT"] + layout.columns).map { "t0." + $0 }
      case .id, .count: ["t0.Z_PK"]
      case .paths(let paths): ["t0.Z_PK"] + paths.map { "t0." + EntityDescription.columnName($0) }
      }
    let order = query.order.map {
      "t0." + EntityDescription.columnName($0.path) + ($0.ascending ? "" : " DESC")
    }
    let rows =
      "SELECT \(list.joined(separator: ", ")) FROM \(layout.table) t0 ORDER BY "
      + (order + ["t0.Z_PK"]).joined(separator: ", ") + " LIMIT ? OFFSET ?"
    if case .count = columns { sql = "SELECT count(*) FROM (\(rows))" } else { sql = rows }
    bindings = [.integer(Int64(query.limit ?? -1)), .integer(Int64(query.offset))]
  }
}
