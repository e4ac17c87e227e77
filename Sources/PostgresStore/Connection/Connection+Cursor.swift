#if PostgreSQL
  internal import ObjectStore

  extension Connection {
    /// Runs a query whose rows `body` gets in parts, so that few of them are in memory at a time.
    ///
    /// A part costs a round trip during which `body` uses the one before, and the first part no more than the query alone. A
    /// transaction is open.
    ///
    /// - Throws: A ``PostgresError``, `CancellationError`, or what `body` throws, which ends the query.
    func forEachPart(of query: Statement, _ body: (Answer) throws -> Void) throws {
      // A prepared FETCH keeps the columns of its first cursor: queries of other texts have cursors of other names.
      var hash = FNV1a()
      hash.add(query.sql.utf8)
      let name = "\"_\(String(hash.value, radix: 16))\""
      let fetch = "FETCH \(Self.partSize) FROM \(name)"
      // Closes the cursor, whether it has failed or not.
      defer { undoToSavepoint() }
      let statements = [
        Statement(Savepoint.beginning),
        // All rows will be read: the plan must not be the one that has the first rows soonest.
        Statement("SET LOCAL cursor_tuple_fraction = 1"),
        Statement("DECLARE \(name) NO SCROLL CURSOR FOR \(query.sql)", query.parameters), Statement(fetch),
      ]
      var part = try run(statements, canBeRepeated: true).last
      while let rows = part {
        let isLast = rows.count < Self.partSize
        if !isLast { try open().send(fetch) }
        try body(rows)
        part = isLast ? nil : try receive()
      }
    }

    /// The number of rows in a part; a list in the browser has some 100 bytes for each.
    static let partSize = 20_000
  }
#endif
