/// Rows that were not written as the commit asked.
extension CommitExecution {
  /// Gives such rows a version that no later save of the context expects.
  ///
  /// A context that publishes a save goes on as if it had been written: the next save is based on those values, and on
  /// the version that they would have. If the store had other values under that version, the writer would take them
  /// for those, and the context would never learn of them.
  mutating func raiseUnexpectedVersions() throws {
    guard commit.isPublished, !isAsExpected else { return }
    var expected: [ManagedObjectID: Row] = [:]
    for row in commit.changes.inserted + commit.changes.updated.map(\.row) where !model.isLink(row.id.entity)
    {
      expected[row.id] = row.saved
    }
    for row in report.inserted {
      if let raised = try raised(row, expected[row.id]) { inserted.replace(with: raised) }
    }
    for update in report.updated {
      guard let raised = try raised(update.row, expected[update.row.id]) else { continue }
      updated.replace(with: .init(row: raised, before: update.before))
    }
    for row in report.kept {
      if let raised = try raised(row, expected[row.id]) {
        updated.append(.init(row: raised, before: row.values))
      }
    }
  }

  /// Whether every row was written as the commit asked, as nearly always.
  private var isAsExpected: Bool {
    report.kept.isEmpty && inserted.elements.elementsEqual(commit.changes.inserted) { $0 == $1.saved }
      && updated.elements.elementsEqual(commit.changes.updated) { $0.row == $1.row.saved }
  }

  /// Writes a row with a version beyond the expected one, unless it has one or is as expected.
  private func raised(_ row: Row, _ expected: Row?) throws -> Row? {
    guard let expected, row.version <= expected.version, row != expected else { return nil }
    let raised = Row(id: row.id, version: expected.version + 1, values: row.values)
    return try transaction.overwrite(raised, slots: []) == .done ? raised : nil
  }
}
