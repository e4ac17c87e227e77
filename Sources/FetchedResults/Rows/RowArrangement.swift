import Foundation
import ListChanges
import ObjectGraph

/// The sorted rows of a list, in sections, with a window on the rows that are shown.
///
/// Positions count all rows of the list; paths count the shown ones. Rows outside the window are kept too,
/// so that the next row can take the position of a deleted one.
struct RowArrangement: Sendable {
  let order: RowOrder
  let window: RowWindow
  private(set) var rows: ChunkedSequence<RowRun>
  /// The sections; a list without section key always has exactly one, even if it is empty.
  private(set) var sections: ChunkedSequence<[ListSection]>

  /// Creates an arrangement of rows that are already sorted.
  init(order: RowOrder, window: RowWindow, rows: ChunkedSequence<RowRun>, sections: [ListSection]) {
    self.order = order
    self.window = window
    self.rows = rows
    self.sections = ChunkedSequence(sections.chunks(of: ChunkedSequence<[ListSection]>.fill).map(Array.init))
  }

  /// A Boolean value that indicates whether there is a section key.
  var isSectioned: Bool { order.sectionKey != nil }

  /// The positions of the rows that are shown.
  var shown: Range<Int> { window.range(of: rows.count) }

  /// The numbers of the sections that are shown, wholly or in part.
  var shownSections: Range<Int> {
    guard isSectioned else { return 0..<1 }
    let shown = shown
    guard !shown.isEmpty else { return 0..<0 }
    return section(of: shown.lowerBound)..<section(of: shown.upperBound - 1) + 1
  }

  /// The number of the section to which the row at a position belongs, shown or not.
  func section(of position: Int) -> Int {
    isSectioned ? sections.element(ofRow: position).position : 0
  }

  /// Returns the index of the section to which a row belongs or would belong, if that section exists.
  func section(for row: ListRow) -> Int? {
    guard isSectioned else { return 0 }
    let key = order.sectionKey(of: row.sortKey)
    let place = place(ofSection: key)
    let name = order.sectionName(key)
    // Different values can have the same name, such as nil and empty text: their rows are adjacent.
    return [place, place - 1].first { (0..<sections.count).contains($0) && sections[$0].isNamed(name) }
  }

  /// Returns the index of the first section that is not before the one with a key.
  private func place(ofSection key: SortKey) -> Int {
    sections.lowerBound { $0[$1].key.compare(key) < 0 }
  }

  /// The positions of the shown rows of a section.
  func shownRows(ofSection section: Int) -> Range<Int> {
    guard isSectioned else { return shown }
    let start = sections.firstRow(at: section)
    return (start..<start + sections[section].rowCount).clamped(to: shown)
  }

  /// The path of the row at a position, which must be shown.
  func path(of position: Int) -> RowPath {
    let shown = shown
    guard isSectioned else { return RowPath(section: 0, row: position - shown.lowerBound) }
    let (section, start) = sections.element(ofRow: position)
    let first = shown.lowerBound == 0 ? 0 : self.section(of: shown.lowerBound)
    return RowPath(section: section - first, row: position - max(start, shown.lowerBound))
  }

  /// The position of a row that is shown.
  func position(of path: RowPath) -> Int {
    shownRows(ofSection: shownSections.lowerBound + path.section).lowerBound + path.row
  }

  /// Calls `body` with the primary keys of the rows at some positions, in order.
  func forEachKey(in positions: Range<Int>, _ body: (Int64) -> Void) {
    guard !positions.isEmpty else { return }
    var place = rows.location(positions.lowerBound)
    var left = positions.count
    while left > 0 {
      let part = rows.chunks[place.chunk].elements.keys[place.offset...].prefix(left)
      part.forEach(body)
      left -= part.count
      place = .init(chunk: place.chunk + 1, offset: 0)
    }
  }

  /// Returns the insertion position of a row: the first position whose row is not before it.
  func lowerBound(of row: borrowing ListRow) -> Int {
    // Counted here and not for each comparison: a call of unknown effect would make the search copy each run it looks at.
    var comparisons = 0
    let bound = rows.lowerBound { run, index in
      comparisons += 1
      return run.precedes(index, row)
    }
    order.counter?.count(comparisons)
    return bound
  }

  /// Returns whether the row at a position has the sort key of another one.
  func isLevel(_ position: Int, with row: borrowing ListRow) -> Bool {
    rows.withElement(at: position) { $0.compare($1, row.sortKey) } == 0
  }

  /// Returns the primary key of the row at a position.
  func key(at position: Int) -> Int64 { rows.withElement(at: position) { $0.keys[$1] } }
}

extension RowArrangement {
  /// Inserts a row at a position, as ``ChunkedSequence/insert(_:at:)``; sections are not changed.
  mutating func insertRow(_ row: ListRow, at position: Int) -> (handle: Int32, refilled: Int?) {
    rows.insert(row, at: position)
  }

  /// Removes the row at a position, as ``ChunkedSequence/remove(at:)``; sections are not changed.
  mutating func removeRow(at position: Int) -> Int? { rows.remove(at: position) }

  /// Updates the row counts of the sections for the deletions and insertions of a plan.
  mutating func countRows(_ plan: ChangePlan) {
    guard isSectioned else {
      let delta = plan.insertions.count - plan.departures.count
      sections.modify(at: 0) { $0.rowCount += delta }
      return
    }
    var deltas: [Int: Int] = [:]
    for position in plan.departures { deltas[section(of: position), default: 0] -= 1 }
    for case let section? in plan.insertions.map(\.section) { deltas[section, default: 0] += 1 }
    for (section, delta) in deltas { sections.modify(at: section) { $0.rowCount += delta } }
    let empty = deltas.keys.filter { sections[$0].rowCount == 0 }
    for section in empty.sorted(by: >) { _ = sections.remove(at: section) }
    for insertion in plan.insertions where insertion.section == nil { countInNewSection(insertion.row) }
  }

  private mutating func countInNewSection(_ row: ListRow) {
    if let section = section(for: row) {
      sections.modify(at: section) { $0.rowCount += 1 }
    } else {
      let key = order.sectionKey(of: row.sortKey)
      let section = ListSection(name: order.sectionName(key), key: key, rowCount: 1)
      _ = sections.insert(section, at: place(ofSection: key))
    }
  }
}
