/// Conflicts that a rule of the user's own settles, and objects that are guarded against any.
extension CommitExecution {
  /// Rows that were only to be guarded: somebody else must not have written them since they were read.
  mutating func checkGuarded() throws {
    guard !commit.guarded.isEmpty else { return }
    let written = Set(commit.changes.ids)
    let stored = Dictionary(
      try transaction.rows(commit.guarded.map(\.id)).map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    for row in commit.guarded where !written.contains(row.id) && stored[row.id]?.version != row.version {
      guard commit.policy != .error else { throw conflict(.changedMeanwhile, row.id, stored: stored[row.id]) }
      if let stored = stored[row.id] { report.kept.append(stored) } else { report.deleted.append(row) }
    }
  }

  func conflictingSides(
    _ kind: MergeConflict.Kind, _ update: StoreChanges.Update, stored: Row?
  ) -> RowConflict {
    RowConflict(
      kind: kind, entity: model.entity(of: update.row.id), object: update.row.id, base: update.base,
      unsaved: update.row.values, stored: stored)
  }

  /// A row that was changed here is gone; a rule can only refuse to go on without it.
  func askAboutDeletion(of update: StoreChanges.Update) throws {
    guard case .custom(let rule) = commit.policy else { return }
    _ = try conflictingSides(.changedMeanwhile, update, stored: nil).settled(by: rule)
  }

  /// An updated row came to have the same unique values as another one.
  mutating func giveWay(
    _ update: StoreChanges.Update, to other: Row, _ constraint: [Int], _ rule: ConflictRule
  ) throws {
    let row = update.row
    let kind = MergeConflict.Kind.notUnique(constraint: names(constraint, row.id))
    let sides = conflictingSides(kind, update, stored: other)
    let resolution = try sides.settled(by: rule)
    switch resolution {
    case .store: try keepBase(of: update, in: constraint)
    case .object: try replace(other, by: update)
    case .values:
      let values = sides.values(resolution, over: row.values)
      guard constraint.contains(where: { values[$0] != other.values[$0] }) else {
        throw conflict(.notUnique(constraint: names(constraint, row.id)), row.id, stored: other)
      }
      try rewrite(Row(id: row.id, version: row.version, values: update.base), values: values)
    }
  }

  /// A row that is to be deleted was changed by somebody else; whether it goes all the same.
  mutating func isDeletionRight(of row: Row, stored: Row, _ rule: ConflictRule) throws -> Bool {
    let sides = RowConflict(
      kind: .deletedHere, entity: model.entity(of: row.id), object: row.id, base: row.values, unsaved: nil,
      stored: stored)
    switch try sides.settled(by: rule) {
    case .object: return true
    case .store: return false
    case .values(let values):
      try rewrite(stored, values: sides.values(.values(values), over: stored.values))
      return false
    }
  }
}
