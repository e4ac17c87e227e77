internal import ObjectModel
internal import ObjectStore

/// Rows whose values in the store are other than the commit requested, or are written later.
extension CommitExecution {
  /// Changes the values of a row that is in the store as `stored`.
  ///
  /// A row that the commit has already written keeps its new version and its record in the report. References
  /// to redirected rows are redirected.
  mutating func rewrite(_ stored: Row, values: [PropertyValue]) throws {
    var values = redirected(values)
    model.entity(of: stored.id).deriveTexts(in: &values)
    if model.isLink(stored.id.entity) { return try rewriteLink(stored, values: values) }
    if parked[stored.id] != nil { return try amendParked(stored, values: values) }
    if inserted.record(of: stored.id) != nil { return try rewriteInserted(stored, values: values) }
    if let record = updated.record(of: stored.id) {
      return try rewriteUpdated(record, stored, values: values)
    }
    guard values != stored.values else { return report.unchanged.append(stored) }
    let row = Row(id: stored.id, version: stored.version, values: values)
    switch try transaction.update(row, slots: row.slots(over: stored)) {
    case .done: updated.append(.init(row: row.saved, before: stored.values))
    case .duplicate: try park(.init(row: row, before: stored.values), over: stored.values)
    case .stale: throw conflict(.changedMeanwhile, stored.id, stored: stored)
    }
  }

  /// Writes a join row, or deletes it if it has lost a side or duplicates another join row.
  private mutating func rewriteLink(_ stored: Row, values: [PropertyValue]) throws {
    guard values != stored.values else { return }
    let row = Row(id: stored.id, version: stored.version, values: values)
    let slots = row.slots(over: stored)
    guard !slots.contains(where: { values[$0].isNull && !stored.values[$0].isNull }) else {
      return try drop(stored)
    }
    let record = updated.record(of: row.id)
    let isInserted = inserted.record(of: row.id) != nil
    let outcome =
      isInserted || record != nil
      ? try transaction.overwrite(row, slots: slots) : try transaction.update(row, slots: slots)
    guard outcome == .done else { return try drop(stored) }
    if isInserted {
      inserted.replace(with: row)
    } else if let record {
      updated.replace(with: .init(row: row, before: record.before))
    } else {
      updated.append(.init(row: row.saved, before: stored.values))
    }
  }

  private mutating func rewriteInserted(_ stored: Row, values: [PropertyValue]) throws {
    guard values != stored.values else { return }
    let row = Row(id: stored.id, version: stored.version, values: values)
    switch try transaction.overwrite(row, slots: row.slots(over: stored)) {
    case .done: inserted.replace(with: row)
    case .duplicate:
      try park(.init(row: row, before: stored.values), over: stored.values, isInserted: true)
    case .stale: throw conflict(.changedMeanwhile, row.id, stored: stored)
    }
  }

  private mutating func rewriteUpdated(
    _ record: RowChanges.Update, _ stored: Row, values: [PropertyValue]
  ) throws {
    guard values != stored.values else { return }
    let first = Row(id: stored.id, version: record.row.version - 1, values: values)
    let isBack = values == record.before
    let row = isBack ? first : first.saved
    switch try transaction.overwrite(row, slots: row.slots(over: stored)) {
    case .done where isBack:
      updated.remove(row.id)
      report.unchanged.append(row)
    case .done: updated.replace(with: .init(row: row, before: record.before))
    case .duplicate:
      updated.remove(row.id)
      try park(.init(row: first, before: record.before), over: stored.values)
    case .stale: throw conflict(.changedMeanwhile, row.id, stored: stored)
    }
  }

  /// Deletes a join row that is not needed.
  mutating func drop(_ row: Row) throws {
    if !gone.contains(row.id) { try remove([row]) }
  }

  /// Deletes rows regardless of their versions, and reports them in their state before the commit.
  mutating func remove(_ rows: some Collection<Row>) throws {
    _ = try transaction.write(rows.map { .delete($0.id, version: nil) })
    for row in rows { reportRemoved(row) }
  }

  private mutating func reportRemoved(_ row: Row) {
    gone.insert(row.id)
    var row = row
    if let item = parked.remove(row.id) {
      row = Row(id: row.id, version: item.version, values: item.base)
    } else if let record = updated.remove(row.id) {
      row = Row(id: row.id, version: record.row.version - 1, values: record.before)
    }
    inserted.remove(row.id)
    report.rows.deleted.append(row)
  }
}

extension Row {
  /// Returns the slots whose values differ from those of another state of the row.
  fileprivate func slots(over other: Row) -> [Slot] {
    values.slots.filter { values[$0] != other.values[$0] }
  }
}
