import ListChanges

extension RowList {
  /// Applies edits, which must be of different rows, and returns the changes; O(k log n) for k edits.
  mutating func apply(_ edits: [RowEdit]) -> SectionedChanges {
    let plan = ChangePlan(clipped(edits), in: self)
    guard !plan.isEmpty else { return SectionedChanges() }
    let shown = ShownChanges(plan, arrangement)
    var changes = SectionedChanges()
    // Old paths and sections must be read before the list changes.
    changes.deletedRows = shown.deleted.map(arrangement.path)
    let moveSources = shown.moved.compactMap { $0.pair.old.map(arrangement.path) }
    let updateSources = shown.updated.map { arrangement.path(of: $0.old) }
    changes.deletedSections = sectionsLosingAll(shown)
    let firstInserts = shown.inserted.map(insertsSection)
    let firstMoves = shown.moved.map(insertsSection)
    carryOut(plan)
    changes.insertedRows = shown.inserted.map { arrangement.path(of: $0.pair.new) }
    changes.movedRows = zip(moveSources, shown.moved).map {
      .init(old: $0, new: arrangement.path(of: $1.pair.new), contentChanged: true)
    }
    changes.updatedRows = zip(updateSources, shown.updated).map {
      .init(old: $0, new: arrangement.path(of: $1.new))
    }
    changes.insertedSections = sections(changes.insertedRows, firstInserts)
      .union(sections(changes.movedRows.map(\.new), firstMoves)).sorted()
    return changes
  }

  /// Returns the edits without rows outside the extent, which are not in the list.
  private func clipped(_ edits: [RowEdit]) -> [RowEdit] {
    if extent.isWhole { return edits }
    return edits.map { edit in
      let isInside = edit.row.map { extent.contains($0) } ?? true
      return isInside ? edit : RowEdit(key: edit.key, row: nil)
    }
  }

  /// Returns the shown sections that lose all shown rows and gain none.
  private func sectionsLosingAll(_ shown: ShownChanges) -> [Int] {
    guard arrangement.isSectioned else { return [] }
    var losses: [Int: Int] = [:]
    for position in shown.deleted + shown.moved.compactMap(\.pair.old) {
      losses[arrangement.section(of: position), default: 0] += 1
    }
    let gaining = Set((shown.inserted + shown.moved).compactMap(\.section))
    let lost = losses.filter { section, loss in
      !gaining.contains(section) && arrangement.shownRows(ofSection: section).count == loss
    }
    let first = arrangement.shownSections.lowerBound
    return lost.keys.map { $0 - first }.sorted()
  }

  /// Returns whether a row is the first shown row of its section, so that the section is inserted.
  private func insertsSection(_ insertion: ShownChanges.Insertion) -> Bool {
    guard arrangement.isSectioned else { return false }
    return insertion.section.map { arrangement.shownRows(ofSection: $0).isEmpty } ?? true
  }

  private func sections(_ paths: [RowPath], _ isFirst: [Bool]) -> Set<Int> {
    Set(zip(paths, isFirst).lazy.filter(\.1).map(\.0.section))
  }
}
