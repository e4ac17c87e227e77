internal import ObjectModel
internal import ObjectStore

/// Insertion of rows, and merging into rows that already exist.
extension CommitExecution {
  /// Inserts rows, or merges them into the stored rows with the same unique values.
  mutating func insert(_ rows: some Sequence<Row>) throws {
    let rows = rows.map { row in
      var row = row
      model.entity(of: row.id).deriveTexts(in: &row.values)
      return row
    }
    let outcomes = try transaction.write(rows.map { .insert($0) })
    for (row, outcome) in zip(rows, outcomes) where outcome == .done { inserted.append(row.saved) }
    for (row, outcome) in zip(rows, outcomes) where outcome != .done {
      try insertRefused(row)
      try resolveParked()
    }
  }

  /// Inserts a row that another row prevented, or merges it into that row.
  private mutating func insertRefused(_ row: Row) throws {
    while true {
      switch try insertion(of: row) {
      case nil: return
      case .done: return inserted.append(row.saved)
      case .stale: throw conflict(.changedMeanwhile, row.id, stored: nil)
      case .duplicate:
        let (other, constraint) = try conflictingRow(for: row)
        guard try deleteAhead(other.id) else { return try merge(row, into: other, constraint) }
      }
    }
  }

  /// Inserts a row; `nil` if that is done otherwise.
  ///
  /// An undo restores a row whose deletion may not have been committed then. If another writer had changed the row, the
  /// policy may have kept it: the restored row is merged into it. An earlier commit whose outcome was unknown may have
  /// inserted the row itself.
  private mutating func insertion(of row: Row) throws -> WriteOutcome? {
    do {
      return try transaction.insert(row)
    } catch let error as DuplicateKeyError {
      let isOwn = uncertain.haveInserted(row.id)
      // A new row has no version yet.
      guard row.version > 0 || isOwn, let stored = try transaction.rows([row.id]).first else {
        throw error
      }
      // A context that follows other writers may have merged the inserted row.
      if isOwn, stored.version == row.saved.version || stored.version == row.version {
        try completeInsertion(of: row, stored: stored)
        return nil
      }
      let sides = RowConflict(
        kind: .changedMeanwhile, entity: model.entity(of: row.id), object: row.id, base: nil,
        unsaved: row.values, stored: stored)
      guard let merged = try commit.policy.merge(new: sides, over: stored.values) else {
        throw conflict(.changedMeanwhile, row.id, stored: stored)
      }
      try rewrite(stored, values: merged)
      return nil
    }
  }

  /// Gives a row that an earlier commit has inserted the values that it has now.
  ///
  /// No other program has changed it since. A row that stays as it is counts as inserted: contexts were not notified of it.
  private mutating func completeInsertion(of row: Row, stored: Row) throws {
    let entity = model.entity(of: row.id)
    let values = entity.derived(from: stored.values, in: entity.persistent(row).values)
    if zip(values, stored.values).allSatisfy({ $0.columnValue == $1.columnValue }) {
      inserted.append(stored)
    } else {
      try rewrite(stored, values: values)
    }
  }

  /// Merges a new row into the stored row with the same unique values, under the merge policy.
  private mutating func merge(_ row: Row, into other: Row, _ constraint: [Slot]) throws {
    if model.isLink(row.id.entity) {
      report.mergedInto[row.id] = other.id
      report.unchanged.append(other)
      return
    }
    // A row of another entity of the inheritance tree has other properties.
    guard other.id.entity == row.id.entity else { throw notUnique(constraint, row.id, stored: other) }
    let sides = RowConflict(
      kind: .notUnique(constraint: names(constraint, row.id)), entity: model.entity(of: row.id),
      object: row.id, base: nil, unsaved: row.values, stored: other)
    guard let merged = try commit.policy.merge(new: sides, over: other.values) else {
      throw notUnique(constraint, row.id, stored: other)
    }
    report.mergedInto[row.id] = other.id
    try rewrite(other, values: merged)
  }
}
