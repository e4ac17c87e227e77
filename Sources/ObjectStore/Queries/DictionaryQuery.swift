public import ObjectModel

/// A ``DictionaryRequest`` as a store is asked.
public struct DictionaryQuery: Hashable, Sendable {
  /// Which rows are looked at; order, limit and offset are those of the dictionaries, below.
  public var rows: StoreQuery
  /// The columns of the dictionaries.
  public var columns: [FetchedColumn]
  /// The expressions that group rows.
  public var groupBy: [FetchExpression]
  /// Which dictionaries are wanted, by the names of the columns; nil for all.
  public var having: FetchPredicate?
  /// A Boolean value that indicates whether duplicate dictionaries are left out.
  public var isDistinct: Bool
  /// The order, by the names of the columns.
  public var order: [FetchOrder]
  /// The maximum number of dictionaries, or `nil` for no limit.
  public var limit: Int?
  /// The number of leading dictionaries to skip.
  public var offset: Int

  /// Makes a query.
  public init(
    rows: StoreQuery, columns: [FetchedColumn], groupBy: [FetchExpression] = [],
    having: FetchPredicate? = nil, isDistinct: Bool = false, order: [FetchOrder] = [], limit: Int? = nil,
    offset: Int = 0
  ) {
    self.rows = rows
    self.columns = columns
    self.groupBy = groupBy
    self.having = having
    self.isDistinct = isDistinct
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}
