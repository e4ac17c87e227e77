internal import ObjectModel
internal import ObjectStore

/// Conflicts that a custom rule resolves, and rows that the commit only checks.
extension CommitExecution {
  /// Checks that no other writer has changed the guarded rows since they were read.
  ///
  /// Derived values change with other rows, also by earlier commits of the same context.
  ///
  /// - Throws: A ``ConflictError`` if a row was changed and the policy is ``MergePolicy/error``.
  mutating func checkGuarded() throws {
    guard !commit.guarded.isEmpty else { return }
    let written = Set(commit.changes.ids)
    let stored = try storedRows(commit.guarded.map(\.id))
    let misread = try misread(commit.guarded)
    for row in commit.guarded
    where !written.contains(row.id)
      && (stored[row.id]?.version != row.version || misread.contains(row.id))
    {
      let entity = model.entity(of: row.id)
      if let stored = stored[row.id], entity.differOnlyInDerived(entity.persistent(row).values, stored.values)
      {
        continue
      }
      guard commit.policy != .error else { throw conflict(.changedMeanwhile, row.id, stored: stored[row.id]) }
      if let stored = stored[row.id] {
        report.unchanged.append(stored)
      } else {
        report.rows.deleted.append(row)
      }
    }
  }

  func conflictingSides(
    _ kind: MergeConflict.Kind, _ update: RowChanges.Update, stored: Row?
  ) -> RowConflict {
    RowConflict(
      kind: kind, entity: model.entity(of: update.row.id), object: update.row.id, base: update.before,
      unsaved: update.row.values, stored: stored)
  }

  /// Asks a custom rule about an updated row that has been deleted from the store.
  ///
  /// The rule can only throw an error. Otherwise the commit continues without the row.
  func askAboutDeletion(of update: RowChanges.Update) throws {
    guard case .custom(let rule) = commit.policy else { return }
    _ = try conflictingSides(.changedMeanwhile, update, stored: nil).resolution(by: rule)
  }

  /// Returns a Boolean value that indicates whether a rule deletes a row that another writer has changed.
  ///
  /// If the rule returns values, the row is kept with these values.
  mutating func isDeletionRight(of row: Row, stored: Row, _ rule: ConflictRule) throws -> Bool {
    let sides = RowConflict(
      kind: .deletedHere, entity: model.entity(of: row.id), object: row.id, base: row.values, unsaved: nil,
      stored: stored)
    switch try sides.resolution(by: rule) {
    case .object: return true
    case .store: return false
    case .values(let values):
      try rewrite(stored, values: sides.values(.values(values), over: stored.values))
      return false
    }
  }
}
