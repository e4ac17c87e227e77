#if PostgreSQL
  internal import ObjectStore

  /// The rows that a writer has inserted, by which it knows when the server's statistics are out of date.
  ///
  /// The server renews them by itself some minutes later. Until then it reads a table as a whole that had few rows before, and
  /// sorts a million rows for the first window of a list. A connection keeps such plans until the statistics are renewed.
  struct TableGrowth {
    /// The number of rows that were inserted, by the root of the inheritance tree.
    private var counts: [EntityNumber: Int] = [:]

    /// The number of rows from which on a table is looked at, each time that the number has doubled.
    static let firstCount = 500

    /// Adds inserted rows, and returns the statements that renew the statistics of tables of which the server knows fewer rows
    /// than were inserted.
    mutating func add(_ inserted: [EntityNumber: Int], layout: StoreLayout) -> [Statement] {
      inserted.sorted { $0.key < $1.key }.compactMap { root, count in
        let before = counts[root, default: 0]
        let now = before + count
        counts[root] = now
        var limit = Self.firstCount
        while limit <= before { limit *= 2 }
        return now >= limit ? Self.renewal(of: layout[root].table, below: now) : nil
      }
    }

    /// Returns the statement that renews statistics; a commit must not wait for another session that renews them.
    private static func renewal(of table: String, below count: Int) -> Statement {
      let code = """
        BEGIN IF (SELECT reltuples FROM pg_class WHERE oid = \(Server.literal(table))::regclass) < \(count) \
        THEN ANALYZE (SKIP_LOCKED) \(table); END IF; END
        """
      return Statement("DO \(Server.literal(code))")
    }
  }
#endif
