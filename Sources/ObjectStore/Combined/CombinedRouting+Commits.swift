internal import ObjectModel

/// The ways of commits to the stores of a combined store, and of changes by other programs from them.
extension CombinedRouting {
  /// Returns the parts of a commit, with the rows as their stores have them, in the order of the stores.
  ///
  /// A commit that lists not all of its rows has a part for each store that it may have changed.
  func own(_ report: CommitReport) -> [(part: CombinedPart, report: CommitReport)] {
    var reports: [Int: CommitReport] = [:]
    func append(_ id: ManagedObjectID, _ body: (inout RowChanges, CombinedPart) -> Void) {
      guard let part = part(of: id) else { return }
      body(&reports[part.index, default: emptyReport(report, part)].rows, part)
    }
    for row in report.inserted { append(row.id) { $0.inserted.append(own(row, in: $1)) } }
    for update in report.updated {
      append(update.row.id) { rows, part in
        let before = update.before.map { own($0, in: part) }
        rows.updated.append(.init(row: own(update.row, in: part), before: before))
      }
    }
    for row in report.deleted { append(row.id) { $0.deleted.append(own(row, in: $1)) } }
    for part in parts
    where reports[part.index] == nil
      && (report.isReload || report.partTokens[part.store.identifier] != nil)
    {
      reports[part.index] = emptyReport(report, part)
    }
    return reports.sorted { $0.key < $1.key }.map { (parts[$0.key], $0.value) }
  }

  /// Returns a report for a store without rows, of the same author and context.
  private func emptyReport(_ report: CommitReport, _ part: CombinedPart) -> CommitReport {
    var own = CommitReport()
    (own.author, own.context) = (report.author, report.context)
    (own.isExternal, own.isReload) = (report.isExternal, report.isReload)
    own.lastEntity = EntityNumber(part.store.model.entities.count)
    own.historyToken = report.partTokens[part.store.identifier]
    return own
  }

  /// Returns the changes of a store as those of the combined store.
  ///
  /// - Throws: ``StoreError/damaged(path:reason:)`` for a key that no store gives out.
  func combined(_ changes: ExternalChanges, of part: CombinedPart) throws -> ExternalChanges {
    var combined = ExternalChanges(
      inserted: try changes.inserted.map { try self.combined($0, of: part) },
      updated: try changes.updated.map { try self.combined($0, of: part) },
      deleted: try changes.deleted.map { try self.combined($0, of: part) }, isReload: changes.isReload)
    combined.former = try changes.former.map { state in
      .init(
        id: try self.combined(state.id, of: part),
        references: try state.references.mapValues { try self.combined($0, of: part) })
    }
    return combined
  }
}
