public import ObjectModel

extension StoreReader {
  /// Fetches the rows, and makes the dictionaries of them in memory.
  public func fetchDictionaries(
    _ plan: DictionaryPlan, in lookup: some RowLookup
  ) throws -> [[PropertyValue]] { try plan.evaluate(fetch(plan.query.rows), in: lookup) }
}

extension InMemoryReader {
  /// Evaluates the plan with the rows of one state of the store.
  func fetchDictionaries(_ plan: DictionaryPlan, in lookup: some RowLookup) throws -> [[PropertyValue]] {
    let rows = rows
    return try plan.evaluate(rows.fetch(plan.query.rows), in: rows)
  }
}
