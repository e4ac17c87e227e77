#if PostgreSQL
  internal import ObjectStore

  /// All rows of a store, for a migration within the caller's transaction.
  struct StoredRows {
    let layout: StoreLayout
    let connection: Connection

    private var entities: String { layout.server.name(Schema.Table.entities) }

    /// Reads all rows, and lets no other program reserve keys until the end of the transaction.
    ///
    /// - Throws: A `StoreError` if rows share unique values or are of an unknown entity; the errors of the server.
    func read() throws -> InMemoryRows {
      var rows = InMemoryRows(model: layout.model, store: layout.store)
      for root in layout.roots {
        let selection = layout.selection(of: root.number)
        let answers = try connection.run([
          Statement("SELECT \(selection.list(alias: "t")) FROM \(root.table) t"),
          Statement(
            "SELECT last_key FROM \(entities) WHERE number = $1 FOR UPDATE", [.integer(root.storedNumber)]),
        ])
        let found = selection.rows(answers[0], in: layout)
        guard found.count == answers[0].count, found.allSatisfy({ rows.put($0) }) else {
          throw StoreError.damaged(
            path: layout.server.place,
            reason: "\(root.tableName) has a row of no entity, or one that is not unique")
        }
        let last = answers[1].count > 0 ? answers[1].integer(0, 0) ?? 0 : 0
        rows.reserveKeys(below: last + 1, entity: root.number)
      }
      return rows
    }

    /// Inserts all rows into empty tables.
    ///
    /// - Throws: A `StoreError` if a row is not unique; the errors of the server.
    func write(_ rows: InMemoryRows) throws {
      var statements = WriteStatements(layout: layout)
      for entity in layout.entities {
        for part in rows.rows(ofEntity: entity.number).chunks(of: RowWrite.limit) {
          // Inserting adds one to the version.
          let writes = part.map {
            RowWrite.insert(Row(id: $0.id, version: $0.version - 1, values: $0.values))
          }
          var parts: [WritePart] = []
          try statements.forEachPart(of: writes) { parts.append($0) }
          let answers = try connection.run(parts.map(\.statement))
          guard zip(parts, answers).allSatisfy({ $0.count == $1.changedRows }) else {
            throw StoreError.damaged(
              path: layout.server.place, reason: "a migrated row of \(entity.entity.name) is not unique")
          }
        }
      }
      try connection.run(
        layout.roots.map { root in
          Statement(
            "UPDATE \(entities) SET last_key = $1 WHERE number = $2",
            [.integer(rows.nextKey(ofEntity: root.number) - 1), .integer(root.storedNumber)])
        })
      // The server renews the statistics of new tables minutes later, and sorts all rows for a window of a list until then.
      for root in layout.roots { try connection.execute("ANALYZE \(root.table)") }
    }
  }
#endif
