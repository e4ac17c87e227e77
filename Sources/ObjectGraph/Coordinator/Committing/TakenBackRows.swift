internal import ObjectModel
internal import ObjectStore

/// The rows of published saves that have failed, with the highest version that other contexts may have read of each.
///
/// A context may have read such a row before the save failed. Later, another commit may give the row the same version with
/// other values, so that the version alone does not show that the context has read something else.
struct TakenBackRows {
  private var versions: [ManagedObjectID: Int64] = [:]

  /// A Boolean value that indicates whether there are none.
  var isEmpty: Bool { versions.isEmpty }

  /// Returns a Boolean value that indicates whether a row may have been read in a state that was taken back.
  func contains(_ row: Row) -> Bool {
    versions[row.id].map { row.version <= $0 } ?? false
  }

  /// Records the rows of a published save that has failed.
  ///
  /// Join rows have no versions, and contexts read deleted rows again.
  mutating func record(_ changes: RowChanges, in model: ManagedObjectModel) {
    for row in changes.inserted + changes.updated.map(\.row) where !model.isLink(row.id.entity) {
      versions[row.id] = max(versions[row.id] ?? 0, row.saved.version)
    }
  }

  /// Forgets rows whose versions in the store are higher now: the store refuses updates of earlier versions by itself.
  mutating func forgetRows(below report: CommitReport) {
    guard !versions.isEmpty else { return }
    for row in report.inserted + report.updated.map(\.row) where !contains(row) { versions[row.id] = nil }
  }
}
