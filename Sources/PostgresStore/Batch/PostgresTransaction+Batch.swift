#if PostgreSQL
  internal import ObjectStore

  /// Batches, with a few statements for all of their rows.
  ///
  /// They hold the lock of the writers before they return nil: the caller then reads the rows that it will write.
  extension PostgresTransaction: BatchWriting {
    /// A Boolean value that indicates whether the store keeps a history.
    ///
    /// An error is thrown by the next statement as well.
    var recordsRows: Bool { (try? historyState()).flatMap(\.self) != nil }

    /// Reserves keys on a connection of its own.
    ///
    /// The transaction would lock the highest key until its end, and other programs could insert nothing meanwhile. The
    /// writer keeps that connection: opening one takes long, and the others wait meanwhile.
    func takeKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
      try connection.opening()
      return try keyConnection.takeKeys(count, entity: entity, layout: layout)
    }

    func delete(_ query: StoreQuery, listing: BatchListing) throws -> BatchOutcome? {
      try connection.opening()
      let rules = BatchDeletionRules(query.entities(in: layout.model), in: layout.model)
      guard rules.canBeAppliedInSQL else { return nil }
      let matches = try SQLQuery(query, layout: layout)
      guard matches.isExact else { return nil }
      forgetDestinations()
      if rules.areEmpty, !recordsRows, !listing.includesIDs {
        let count = try BatchCount(query, limit: listing.rowLimit, layout: layout)
        if try !BatchCount.isWithin(listing.rowLimit, connection.run(count.statement)) {
          let answer = try connection.run(
            "DELETE FROM \(layout[query.entity].table) t WHERE t.\(EntityLayout.own.key) IN (\(matches.keys))",
            matches.parameters)
          return BatchOutcome(count: answer.changedRows, changes: nil)
        }
      }
      let outcome = try BatchDeletion(rules, layout: layout, connection: connection)
        .run(matches, of: query.entity, listing: listing, recordsRows: recordsRows)
      noteDeleted(outcome.changes?.deleted ?? [])
      return outcome
    }

    func update(
      _ query: StoreQuery, assigning assignments: [BatchAssignment], listing: BatchListing
    ) throws -> BatchOutcome? {
      try connection.opening()
      return try BatchUpdate(query, assignments, layout: layout, connection: connection)?
        .run(listing: listing, recordsRows: recordsRows)
    }
  }
#endif
