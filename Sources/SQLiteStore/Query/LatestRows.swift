internal import ObjectStore

/// The choice of a way to answer a query for the rows that were inserted after another one, in an order.
///
/// SQLite reads the index of the order and looks at every key, because it does not know how many rows are after that one. If
/// they are few, they are selected by their keys and sorted. The results are the same either way.
struct LatestRows {
  private let table: String
  private let key: String
  private let start: Int64
  private let fewRows: Int

  /// Creates a choice; `nil` if the query does not ask for rows after another one, or is not ordered.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - layout: The layout of the tables.
  ///   - fewRows: The number of rows up to which sorting them is quicker than reading the index of a large table.
  init?(_ query: StoreQuery, layout: StoreLayout, fewRows: Int) {
    guard !query.order.isEmpty, let start = query.predicate.flatMap(Self.start) else { return nil }
    let entity = layout[query.entity]
    (table, key, self.start, self.fewRows) = (entity.table, entity.key, start, fewRows)
  }

  /// Returns the keys of the rows if they are few, as of the connection's snapshot.
  func choose(on connection: Connection) throws -> RowSelection {
    var keys: [Int64] = []
    let sql = "SELECT \(key) FROM \(table) WHERE \(key) > ? ORDER BY \(key) LIMIT \(fewRows + 1)"
    try connection.forEachRow(sql, [.integer(start)]) { keys.append($0.integer(0)) }
    return keys.count > fewRows ? .all : .keys(keys)
  }

  /// Returns the key that all rows come after which match a predicate.
  private static func start(_ predicate: FetchPredicate) -> Int64? {
    switch predicate {
    case .and(let parts): parts.lazy.compactMap(start).first
    case .comparison(let comparison): start(comparison)
    case .constant, .or, .not: nil
    }
  }

  private static func start(_ comparison: FetchPredicate.Comparison) -> Int64? {
    guard comparison.left == .path("SELF"), comparison.operation == .greater,
      case .value(.reference(let id)) = comparison.right
    else { return nil }
    return id.key
  }
}
