extension FetchPredicate {
  /// Whether the row matches, as the rows of `lookup` stand.
  ///
  /// The answer is the one that a store would give. Throws what the lookup throws, and ``FetchError`` for a
  /// predicate that is not valid for the entity of the row.
  public func matches(_ row: Row, in lookup: some RowLookup) throws -> Bool {
    try FetchEvaluation(row, in: lookup).matches(self)
  }
}

extension FetchExpression {
  /// The value for a row, as the rows of `lookup` stand and as a column would hold it.
  ///
  /// Throws what the lookup throws, and ``FetchError`` for an expression that is not valid for the entity of the
  /// row.
  public func value(for row: Row, in lookup: some RowLookup) throws -> PropertyValue {
    try FetchEvaluation(row, in: lookup).value(self)
  }
}
