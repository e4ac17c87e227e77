public import ObjectModel

extension FetchPredicate {
  /// Returns a Boolean value that indicates whether the row matches, given the rows of `lookup`.
  ///
  /// The result equals that of a store.
  ///
  /// - Throws: A ``FetchError`` for a predicate that is not valid for the row's entity, and the errors of the
  ///   lookup.
  public func matches(_ row: Row, in lookup: some RowLookup) throws -> Bool {
    try FetchEvaluation(row, in: lookup).matches(self)
  }
}

extension FetchExpression {
  /// Returns the value for a row, given the rows of `lookup`, as a column would hold it.
  ///
  /// - Throws: A ``FetchError`` for an expression that is not valid for the row's entity, and the errors of
  ///   the lookup.
  public func value(for row: Row, in lookup: some RowLookup) throws -> PropertyValue {
    try FetchEvaluation(row, in: lookup).value(self)
  }
}
