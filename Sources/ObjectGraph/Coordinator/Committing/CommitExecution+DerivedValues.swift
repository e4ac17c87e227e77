internal import ObjectModel
internal import ObjectStore

/// Derived attributes, which the commit updates for all contexts.
extension CommitExecution {
  /// Recomputes the derived attributes that depend on the rows that this commit wrote.
  mutating func updateDerivedValues() throws {
    guard let derived = DerivedValues(model) else { return }
    for ids in affected(derived).sorted().chunks(of: RowWrite.limit) {
      let rows = try transaction.rows(Array(ids))
      for (row, values) in zip(rows, try derived.values(for: rows, in: transaction))
      where values != row.values {
        try rewrite(row, values: values)
      }
    }
    try resolveParked()
  }

  private func affected(_ derived: DerivedValues) -> Set<ManagedObjectID> {
    var ids: Set<ManagedObjectID> = []
    for row in inserted.elements {
      if derived.gathers(row.id) { ids.insert(row.id) }
      ids.formUnion(derived.owners(of: row.id, from: nil, to: row.values))
    }
    for update in updated.elements {
      let row = update.row
      // An undo or an outdated copy of the object can have set other values.
      let slots = model.entity(of: row.id).derivedSlots
      if slots.contains(where: { row.values[$0] != update.before[$0] }) { ids.insert(row.id) }
      ids.formUnion(derived.owners(of: row.id, from: update.before, to: row.values))
    }
    for row in report.deleted {
      ids.formUnion(derived.owners(of: row.id, from: row.values, to: nil))
    }
    return ids
  }
}
