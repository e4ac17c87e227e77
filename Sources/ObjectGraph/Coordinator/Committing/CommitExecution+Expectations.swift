internal import ObjectModel
internal import ObjectStore

/// Rows that were not written as the commit requested.
extension CommitExecution {
  /// Gives such rows a version that no later save of the context expects.
  ///
  /// A context that publishes a save continues as if the rows had been written. The next save is based on
  /// these values and on the versions that they would have. If the store had other values under such a
  /// version, the writer would not detect the difference, and the context would never receive the other
  /// values.
  mutating func raiseUnexpectedVersions() throws {
    guard commit.isPublished, !report.isOutcome(of: commit.changes) else { return }
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
    for row in report.unchanged {
      if let raised = try raised(row, expected[row.id]) {
        updated.append(.init(row: raised, before: row.values))
      }
    }
  }

  /// Writes a row with a version above the expected one and returns it.
  ///
  /// - Returns: The row, or nil if it has the expected values, or already has a higher version.
  private func raised(_ row: Row, _ expected: Row?) throws -> Row? {
    guard let expected, row.version <= expected.version, row != expected else { return nil }
    let raised = Row(id: row.id, version: expected.version + 1, values: row.values)
    return try transaction.overwrite(raised, slots: []) == .done ? raised : nil
  }
}
