/// Builds a list from sorted rows; O(n).
struct RowListBuilder {
  private let order: RowOrder
  private let window: RowWindow
  private var chunks: [[ListRow]] = []
  private var chunk: [ListRow] = []
  private var sections: [ListSection] = []

  init(order: RowOrder, window: RowWindow = RowWindow()) {
    self.order = order
    self.window = window
    if order.sectionKey == nil { startSection(ListRow(key: 0, keys: []), name: "") }
    startChunk()
  }

  /// Adds the next row, which must come after all others in the order of the list.
  mutating func append(_ row: ListRow) {
    assert(last.map { order.precedes($0, row) } ?? true, "rows of a list come in another order than its own")
    if order.sectionKey != nil {
      let name = order.sectionName(of: row)
      if sections.last?.name != name { startSection(row, name: name) }
    }
    sections[sections.count - 1].rowCount += 1
    if chunk.count == ChunkedSequence<ListRow>.fill {
      chunks.append(chunk)
      startChunk()
    }
    chunk.append(row)
  }

  /// Returns the arrangement of the rows added so far.
  consuming func arrangement() -> RowArrangement {
    if !chunk.isEmpty { chunks.append(chunk) }
    return RowArrangement(order: order, window: window, rows: ChunkedSequence(chunks), sections: sections)
  }

  private var last: ListRow? { chunk.last ?? chunks.last?.last }

  private mutating func startSection(_ sample: ListRow, name: String) {
    sections.append(ListSection(name: name, sample: sample, rowCount: 0))
  }

  private mutating func startChunk() {
    chunk = []
    chunk.reserveCapacity(ChunkedSequence<ListRow>.capacity)
  }
}
