extension SectionedChanges {
  /// Returns the changes as a difference of two flat collections: the rows of all sections, one after the other.
  ///
  /// A moved row is a removal and an insertion that are associated with each other. Updates are no part of a difference.
  ///
  /// - Parameters:
  ///   - old: The old list.
  ///   - new: The new list.
  /// - Returns: The difference, which turns the rows of `old` into those of `new`; nil for a reload, which lists no changes.
  /// - Precondition: The changes lead from `old` to `new`.
  /// - Complexity: O(*s* + *k* log *k*) in the numbers of sections and changes.
  public func difference<Row>(from old: [[Row]], to new: [[Row]]) -> CollectionDifference<Row>? {
    if isReload { return nil }
    let (starts, newStarts) = (Self.starts(of: old), Self.starts(of: new))
    func offset(_ path: RowPath) -> Int { starts[path.section] + path.row }
    func newOffset(_ path: RowPath) -> Int { newStarts[path.section] + path.row }
    var changes: [CollectionDifference<Row>.Change] = []
    for path in deletedRows {
      changes.append(
        .remove(offset: offset(path), element: old[path.section][path.row], associatedWith: nil))
    }
    for path in insertedRows {
      changes.append(
        .insert(offset: newOffset(path), element: new[path.section][path.row], associatedWith: nil))
    }
    for move in movedRows {
      let (from, to) = (offset(move.old), newOffset(move.new))
      changes.append(
        .remove(offset: from, element: old[move.old.section][move.old.row], associatedWith: to))
      changes.append(
        .insert(offset: to, element: new[move.new.section][move.new.row], associatedWith: from))
    }
    return CollectionDifference(changes)
  }

  /// Returns the number of rows before each section.
  private static func starts<Row>(of list: [[Row]]) -> [Int] {
    var start = 0
    return list.map { rows in
      defer { start += rows.count }
      return start
    }
  }
}
