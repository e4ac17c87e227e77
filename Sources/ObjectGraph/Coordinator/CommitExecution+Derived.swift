/// Derived attributes, which the commit keeps right for everybody.
extension CommitExecution {
  /// Computes again what the rows that this commit wrote have an influence on.
  mutating func settleDerived() throws {
    guard let derived = DerivedValues(model) else { return }
    for row in try transaction.rows(affected(derived).sorted()) {
      let values = try derived.values(for: row, in: transaction)
      if values != row.values { try write(Row(id: row.id, version: row.version, values: values), over: row) }
    }
  }

  private func affected(_ derived: DerivedValues) -> Set<ManagedObjectID> {
    var ids: Set<ManagedObjectID> = []
    for row in report.inserted {
      if derived.gathers(row.id) { ids.insert(row.id) }
      ids.formUnion(derived.owners(of: row.id, from: nil, to: row.values))
    }
    for update in report.updated {
      let row = update.row
      // What an undo put back, or somebody's old picture of the object.
      let slots = model.entity(of: row.id).derivedSlots
      if slots.contains(where: { row.values[$0] != update.before[$0] }) { ids.insert(row.id) }
      ids.formUnion(derived.owners(of: row.id, from: update.before, to: row.values))
    }
    for row in report.deleted {
      ids.formUnion(derived.owners(of: row.id, from: row.values, to: nil))
    }
    return ids
  }

  /// Writes derived values over a row, and reports them with what else became of the row.
  private mutating func write(_ row: Row, over stored: Row) throws {
    let slots = row.values.indices.filter { row.values[$0] != stored.values[$0] }
    _ = try transaction.update(row, slots: slots)
    if let index = report.inserted.firstIndex(where: { $0.id == row.id }) {
      report.inserted[index] = row.saved
    } else if let index = report.updated.firstIndex(where: { $0.row.id == row.id }) {
      report.updated[index].row = row.saved
    } else {
      report.kept.removeAll { $0.id == row.id }
      report.updated.append(.init(row: row.saved, before: stored.values))
    }
  }
}
