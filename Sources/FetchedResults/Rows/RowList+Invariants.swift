extension RowList {
  /// Checks the invariants that must hold after every change, and throws the first violation; O(n).
  func checkInvariants() throws(BrokenInvariant) {
    try arrangement.rows.checkInvariants("rows")
    try arrangement.sections.checkInvariants("sections")
    try checkIndex()
    try arrangement.checkOrder()
    try arrangement.checkSections()
  }

  private func checkIndex() throws(BrokenInvariant) {
    var position = 0
    for row in arrangement.allRows {
      try require(self.position(ofKey: row.key) == position, "row \(row.key) is not found at \(position)")
      position += 1
    }
    try require(indexedRows == position, "\(indexedRows) rows are found by key, and \(position) are there")
  }
}

extension RowArrangement {
  /// All rows, including those outside the window.
  var allRows: [ListRow] { rows.chunks.flatMap { run in run.elements.keys.indices.map { run.elements[$0] } } }

  fileprivate func checkOrder() throws(BrokenInvariant) {
    let rows = allRows
    for (left, right) in zip(rows, rows.dropFirst()) {
      try require(left.precedes(right), "row \(left.key) is before row \(right.key)")
    }
  }

  /// Checks that the sections are the runs of rows with the same name.
  fileprivate func checkSections() throws(BrokenInvariant) {
    var runs: [(name: String, rowCount: Int)] = isSectioned ? [] : [("", 0)]
    for row in allRows {
      let name = order.sectionName(order.sectionKey(of: row.sortKey))
      if runs.last?.name != name { runs.append((name, 0)) }
      runs[runs.count - 1].rowCount += 1
    }
    let sections = sections.chunks.flatMap(\.elements)
    try require(
      sections.map(\.name) == runs.map(\.name) && sections.map(\.rowCount) == runs.map(\.rowCount),
      "the sections are not the runs of rows with one name")
  }
}

extension ChunkedSequence {
  fileprivate func checkInvariants(_ name: String) throws(BrokenInvariant) {
    var position = 0
    var row = 0
    for (number, chunk) in chunks.enumerated() {
      let isFilled = chunk.elements.count > 0 || chunks.count == 1
      try require(
        isFilled && chunk.elements.count <= Self.capacity, "chunk \(number) of \(name) is not filled well")
      try require(self.chunk(chunk.handle) == number, "chunk \(number) of \(name) is not found by its handle")
      let place = location(position)
      let isFound = place.chunk == number && place.offset == 0 && firstRow(at: position) == row
      try require(isFound || count == 0, "element \(position) of \(name) is not found")
      position += chunk.elements.count
      row += chunk.elements.rowCount
    }
    try require(position == count && row == rowCount, "\(name) are counted wrongly")
  }
}

private func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(BrokenInvariant) {
  if !condition { throw BrokenInvariant(description: message()) }
}
