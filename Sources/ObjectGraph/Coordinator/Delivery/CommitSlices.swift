internal import ObjectModel
internal import ObjectStore

/// A commit that is divided into slices on demand; the cost is proportional to the rows of the slice.
struct CommitSlices {
  private let report: CommitReport
  private var position = 0

  init(_ report: CommitReport) { self.report = report }

  /// Returns the next slice, with as many rows as the budget allows and at least one.
  ///
  /// Insertions come first, then updates, then deletions.
  mutating func next(_ costs: MergeCosts) -> RowChanges? {
    var slice = RowChanges()
    var cost = Duration.zero
    while let id = append(to: &slice) {
      cost += costs.cost(of: id.entity)
      if cost >= costs.budget { break }
    }
    return slice.ids.isEmpty ? nil : slice
  }

  /// Returns the redirects of deleted rows.
  func redirects(of deleted: [Row], in model: ManagedObjectModel) -> [ManagedObjectID: ManagedObjectID] {
    Dictionary(
      deleted.compactMap { row in report.destination(of: row.id, in: model).map { (row.id, $0) } },
      uniquingKeysWith: { $1 })
  }

  /// Moves one row into a slice and returns its ID, or nil at the end.
  private mutating func append(to slice: inout RowChanges) -> ManagedObjectID? {
    defer { position += 1 }
    var index = position
    if index < report.inserted.count {
      slice.inserted.append(report.inserted[index])
      return report.inserted[index].id
    }
    index -= report.inserted.count
    if index < report.updated.count {
      slice.updated.append(report.updated[index])
      return report.updated[index].row.id
    }
    index -= report.updated.count
    guard index < report.deleted.count else { return nil }
    slice.deleted.append(report.deleted[index])
    return report.deleted[index].id
  }
}
