internal import ObjectStore

/// Batches, with a few statements for all of their rows.
extension SQLiteTransaction: BatchWriting {
  var recordsRows: Bool { history != nil }

  func takeKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    try connection.takeKeys(count, layout[entity])
  }

  func delete(_ query: StoreQuery, listing: BatchListing) throws -> BatchOutcome? {
    let rules = BatchDeletionRules(query.entities(in: layout.model), in: layout.model)
    guard rules.canBeAppliedInSQL else { return nil }
    if rules.areEmpty, !recordsRows, !listing.includesIDs {
      let batch = DirectBatch(query, layout: layout, connection: connection)
      if try batch.hasMore(than: listing.rowLimit), let count = try batch.delete() {
        return BatchOutcome(count: count, changes: nil)
      }
    }
    let deletion = try BatchDeletion(rules, layout: layout, connection: connection)
    return try deletion.run(query, listing: listing, in: self)
  }

  func update(
    _ query: StoreQuery, assigning assignments: [BatchAssignment], listing: BatchListing
  ) throws -> BatchOutcome? {
    let update = BatchUpdate(query: query, assignments: assignments, layout: layout, connection: connection)
    guard update.canBeRunInSQL else { return nil }
    return try update.run(listing: listing, recordsRows: recordsRows)
  }
}
