extension SectionedChanges {
  /// Applies the changes to an old list, given as an array of sections, and returns the new list.
  ///
  /// Every test of lists uses this function as its oracle. A view that holds whole rows can use it to
  /// follow the changes; a view that holds none needs only ``place(of:)``.
  ///
  /// - Parameters:
  ///   - list: The old list.
  ///   - row: Returns the content of an inserted, moved or changed row, by its path in the new list.
  /// - Precondition: The list was not reloaded.
  /// - Complexity: O(*n*) in the number of rows.
  public func replayed<Row, Failure: Error>(
    on list: [[Row]], row: (RowPath) throws(Failure) -> Row
  ) throws(Failure) -> [[Row]] {
    // Misuse: any list that could be returned would be wrong, and the view that shows it would stay wrong.
    if isReload { fatalError("a reload lists no changes to replay: read the list again") }
    var rows = list
    for path in (deletedRows + movedRows.map(\.old)).sorted(by: >) {
      rows[path.section].remove(at: path.row)
    }
    for section in deletedSections.reversed() { rows.remove(at: section) }
    for section in insertedSections { rows.insert([], at: section) }
    for path in (insertedRows + movedRows.map(\.new)).sorted() {
      rows[path.section].insert(try row(path), at: path.row)
    }
    for update in updatedRows { rows[update.new.section][update.new.row] = try row(update.new) }
    return rows
  }

  /// Returns the path in the new list of the row at `old` in the old list, or `nil` if it was deleted or the list was
  /// reloaded.
  ///
  /// - Complexity: O(*k*) in the number of changes, independent of the length of the list.
  public func place(of old: RowPath) -> RowPath? {
    if isReload { return nil }
    if let move = movedRows.first(where: { $0.old == old }) { return move.new }
    guard !deletedRows.contains(old), !deletedSections.contains(old.section) else { return nil }
    let section = place(ofSection: old.section)
    let gone = deletedRows.count { $0.section == old.section && $0.row < old.row }
    let left = movedRows.count { $0.old.section == old.section && $0.old.row < old.row }
    var row = old.row - gone - left
    // Two ascending runs, which sorting merges in linear time.
    let inserted = insertedRows.lazy.filter { $0.section == section }.map(\.row)
    let moved = movedRows.lazy.filter { $0.new.section == section }.map(\.new.row)
    for place in (Array(inserted) + moved).sorted() {
      if place <= row { row += 1 } else { break }
    }
    return RowPath(section: section, row: row)
  }

  /// Returns the index in the new list of a section that stays.
  private func place(ofSection old: Int) -> Int {
    var section = old - deletedSections.count { $0 < old }
    for inserted in insertedSections where inserted <= section { section += 1 }
    return section
  }
}
