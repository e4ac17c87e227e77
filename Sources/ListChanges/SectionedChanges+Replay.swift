extension SectionedChanges {
  /// Applies the changes to `list`, an old list as an array of sections, and returns the new one.
  ///
  /// `row` is asked for what the changes bring in, by its place in the new list. This is the oracle of every
  /// test, and how a view that holds whole rows can follow; a view that holds none needs only ``place(of:)``.
  /// O(rows).
  public func replayed<Row, Failure: Error>(
    on list: [[Row]], row: (RowPath) throws(Failure) -> Row
  ) throws(Failure) -> [[Row]] {
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

  /// Where the row that was at `old` in the old list is in the new one, or nil when it went.
  ///
  /// O(changes), and independent of the length of the list.
  public func place(of old: RowPath) -> RowPath? {
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

  /// Where a section that stays is in the new list.
  private func place(ofSection old: Int) -> Int {
    var section = old - deletedSections.count { $0 < old }
    for inserted in insertedSections where inserted <= section { section += 1 }
    return section
  }
}
