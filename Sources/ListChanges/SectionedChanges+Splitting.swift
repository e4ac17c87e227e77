extension SectionedChanges {
  /// The same changes, with each move from one section to another as a deletion and an insertion.
  ///
  /// Table views of some toolkits cannot move a row into a section that is inserted, or out of one that is deleted, in the
  /// same update.
  ///
  /// A move within a section stays one: its section neither was deleted nor inserted.
  ///
  /// - Complexity: O(*k* log *k*) in the number of changes.
  public var splittingMovesBetweenSections: SectionedChanges {
    let (deleted, inserted) = (Set(deletedSections), Set(insertedSections))
    // The sections that stay, in the old list and in the new one, are the same in the same order.
    var changes = self
    changes.movedRows = []
    for move in movedRows {
      let isSame =
        !deleted.contains(move.old.section) && !inserted.contains(move.new.section)
        && rank(move.old.section, among: deletedSections) == rank(move.new.section, among: insertedSections)
      if isSame {
        changes.movedRows.append(move)
      } else {
        changes.deletedRows.append(move.old)
        changes.insertedRows.append(move.new)
      }
    }
    changes.deletedRows.sort()
    changes.insertedRows.sort()
    return changes
  }

  /// Returns the number of sections that stay before a section.
  private func rank(_ section: Int, among changed: [Int]) -> Int {
    section - changed.count { $0 < section }
  }
}
