internal import ObjectModel
internal import ObjectStore

/// The execution of a batch within a transaction: as sets where the store can, otherwise row by row.
struct BatchExecution {
  let work: BatchWork
  let listing: BatchListing
  let model: ManagedObjectModel
  let transaction: any StoreTransaction
  /// A reader of the state before the transaction.
  let reader: any StoreReader
  /// The keys that were reserved before, for a store that cannot reserve them in a transaction.
  var reserved: Range<Int64>?
  let identity: StoreIdentity

  /// Writes the rows.
  ///
  /// - Throws: A ``ValidationError``, a ``ConflictError``, and the errors of the store. The caller must then roll the
  ///   transaction back.
  func run() throws -> BatchOutcome {
    switch work.kind {
    case .delete(let query):
      let asSet = try (transaction as? any BatchWriting)?.delete(query, listing: listing)
      return try asSet ?? delete(query)
    case .update(let query, let assignments):
      let asSet = try (transaction as? any BatchWriting)?
        .update(query, assigning: assignments, listing: listing)
      return try asSet ?? update(query, assignments)
    case .insert(let entity, let count, let fill):
      let keys = BatchKeys(
        entity, root: model.root(of: entity), count: count, reserved: reserved, identity: identity,
        in: transaction)
      var insertion = BatchInsertion(
        entity, work.policy, listing, in: model, keys: keys)
      return try insertion.run(fill)
    }
  }

  private func delete(_ query: StoreQuery) throws -> BatchOutcome {
    let rows = try reader.fetch(query)
    var plan = BatchDeletionPlan(in: model, transaction)
    return try write(plan.changes(deleting: rows), rows)
  }

  private func update(_ query: StoreQuery, _ assignments: [BatchAssignment]) throws -> BatchOutcome {
    let rows = try reader.fetch(query)
    var failures: [ValidationError.Failure] = []
    let updates = try rows.map { row in
      let update = try updated(row, assignments)
      for assignment in assignments {
        failures += model.checks(ofEntity: row.id.entity)
          .failures(of: update.row.values[assignment.slot], slot: assignment.slot, row.id)
      }
      return update
    }
    guard failures.isEmpty else { throw ValidationError(failures: failures) }
    return try write(RowChanges(updated: updates), rows)
  }

  private func updated(_ row: Row, _ assignments: [BatchAssignment]) throws -> RowChanges.Update {
    var update = RowChanges.Update(row: row, before: row.values)
    let entity = model.entity(of: row.id)
    let lookup = BatchLookup(model: model, transaction: transaction)
    for assignment in assignments {
      let slot = assignment.slot
      if let constant = assignment.constant {
        update.row.values[slot] = constant
      } else {
        let column = try assignment.expression.value(for: row, in: lookup)
        let form = entity.attribute(inSlot: slot)?.type.traits.form
        update.row.values[slot] = form?.value(ofResult: column) ?? column
      }
    }
    entity.deriveTimes(in: &update.row.values)
    return update
  }

  /// Writes changes as a commit does, with everything that follows from them.
  private func write(_ changes: RowChanges, _ matches: [Row]) throws -> BatchOutcome {
    guard !changes.isEmpty else { return BatchOutcome() }
    let commit = Commit(changes: changes, policy: .error, durability: work.durability)
    var execution = CommitExecution(commit, model: model, transaction: transaction)
    let report = try execution.run()
    return BatchOutcome(
      count: matches.count, ids: listing.includesIDs ? matches.map(\.id) : [], changes: report.rows)
  }
}

/// The rows of a transaction, for expressions of attributes of one row.
private struct BatchLookup: RowLookup {
  let model: ManagedObjectModel
  let transaction: any StoreTransaction

  func row(for id: ManagedObjectID) throws -> Row? { try transaction.rows([id]).first }

  /// Expressions of a batch go through no relationship.
  func members(of relationship: RelationshipDescription, owner: ManagedObjectID) -> [ManagedObjectID] { [] }
}

extension ValueForm {
  /// Returns the value of an attribute for the result of a computation.
  ///
  /// A whole real number is stored in an integer attribute as that integer, as SQLite's columns do. That excludes −2⁶³,
  /// which a real number may also be that was rounded to it.
  fileprivate func value(ofResult column: PropertyValue) -> PropertyValue? {
    if self == .integer, case .real(let number) = column, let whole = Int64(exactly: number),
      whole > .min
    {
      return .integer(whole)
    }
    return value(ofColumn: column)
  }
}
