#if PostgreSQL
  /// Statements that fail unless a condition holds, so that the commit which is sent with them is not reached.
  ///
  /// SQL has no statement for that: they divide by zero.
  enum Certainty {
    /// Returns a query that fails unless an aggregate condition holds for rows.
    static func select(_ condition: String, from rows: String) -> String {
      "SELECT 1 / (\(condition))::integer FROM \(rows)"
    }
  }

  extension PostgresError {
    /// A Boolean value that indicates whether a statement failed that was to write all of its rows, or to find a condition
    /// fulfilled.
    var isUncertain: Bool { isUniquenessViolation || code == "22012" }
  }
#endif
