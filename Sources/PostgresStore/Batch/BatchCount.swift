#if PostgreSQL
  internal import ObjectStore

  /// A look whether the rows of a batch are few enough to be listed.
  struct BatchCount {
    /// The statement whose answer ``isWithin(_:_:)`` reads.
    let statement: Statement

    init(_ query: StoreQuery, limit: Int, layout: StoreLayout) throws(FetchError) {
      var first = query
      first.limit = min(query.limit ?? .max, limit < .max ? limit + 1 : limit)
      first.order = []
      let sql = try SQLQuery(first, layout: layout)
      statement = Statement(sql.count, sql.parameters)
    }

    /// Returns a Boolean value that indicates whether there are at most `limit` rows.
    static func isWithin(_ limit: Int, _ answer: Answer) -> Bool {
      answer.integer(0, 0).map { $0 <= Int64(limit) } ?? false
    }
  }
#endif
