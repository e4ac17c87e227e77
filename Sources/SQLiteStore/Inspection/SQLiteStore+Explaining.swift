public import ObjectStore

extension SQLiteStore: ExplainingStore {
  /// Returns the statements that a fetch of the query runs now, with SQLite's plan for each of them.
  ///
  /// A query with conditions on text of a full-text index, or for the newest rows, is shown as it would run on the present
  /// contents of the store: the choice itself reads an index.
  ///
  /// - Throws: `FetchError` for a query that does not fit the entity, and the errors of the store.
  public func explain(_ query: StoreQuery) throws -> [QueryExplanation] {
    try SQLiteReader(try readingConnection(), layout: layout, logs: readingLogs).explain(query)
  }
}

extension SQLiteReader {
  fileprivate func explain(_ query: StoreQuery) throws -> [QueryExplanation] {
    try throwingStoreErrors {
      try statements(for: query, .row).map { query in
        QueryExplanation(statement: query.sql, values: query.bindings, steps: try plan(of: query))
      }
    }
  }

  private func plan(of query: SQLQuery) throws -> [String] {
    var depths: [Int64: Int] = [0: 0]
    var steps: [String] = []
    try forEachRow("EXPLAIN QUERY PLAN " + query.sql, query.bindings) { row in
      let depth = depths[row.integer(1)] ?? 0
      depths[row.integer(0)] = depth + 1
      steps.append(String(repeating: "  ", count: depth) + row.text(3))
    }
    return steps
  }
}
