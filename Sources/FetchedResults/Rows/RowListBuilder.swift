/// Builds a list from sorted rows; O(n).
struct RowListBuilder {
  private let order: RowOrder
  private let window: RowWindow
  private var runs: [RowRun] = []
  /// The rows of the last run; its memory is used for all of them, one after the other.
  private var run = RowRun()
  private var sections: [ListSection] = []

  init(order: RowOrder, window: RowWindow = RowWindow()) {
    self.order = order
    self.window = window
    if order.sectionKey == nil { sections.append(ListSection(name: "", key: SortKey(), rowCount: 0)) }
  }

  /// Adds the next row, which must come after all others in the order of the list.
  mutating func append(_ row: borrowing ListRow) {
    assert(isNext(row), "rows of a list come in another order than its own")
    if order.sectionKey != nil { enterSection(of: row) }
    sections[sections.count - 1].rowCount += 1
    run.append(row)
    if run.count == ChunkedSequence<RowRun>.fill { endRun() }
  }

  /// Returns the arrangement of the rows added so far.
  consuming func arrangement() -> RowArrangement {
    if run.count > 0 { endRun() }
    return RowArrangement(order: order, window: window, rows: ChunkedSequence(runs), sections: sections)
  }

  private mutating func endRun() {
    runs.append(run.exactlySized())
    run.removeAll()
  }

  private mutating func enterSection(of row: borrowing ListRow) {
    // No key of a section is the beginning of another one.
    if let last = sections.last, row.sortKey.bytes.starts(with: last.key.bytes) { return }
    let key = order.sectionKey(of: row.sortKey)
    let name = order.sectionName(key)
    if sections.last?.isNamed(name) == true { return }
    sections.append(ListSection(name: name, key: key, rowCount: 0))
  }

  private func isNext(_ row: borrowing ListRow) -> Bool {
    if run.count > 0 { return run.precedes(run.count - 1, row) }
    return runs.last.map { $0.precedes($0.count - 1, row) } ?? true
  }
}
