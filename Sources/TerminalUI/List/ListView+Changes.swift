public import ListChanges

extension ListView {
  /// Follows a change of the content, which `source` already has.
  ///
  /// The cursor stays on its row, wherever that went, and the row stays in its line of the view, whatever came
  /// or went above it. If the row went, the cursor goes to the next row that stayed, else to the one before,
  /// and the rows above stay where they are. Costs O(changes + sections), not the length of the list.
  public func apply(_ changes: SectionedChanges) {
    guard changes.changesPlaces else { return }
    let old = geometry
    readCounts()
    guard let cursor, geometry.rowCount > 0 else {
      self.cursor = geometry.path(ofNumber: 0)
      top = 0
      return
    }
    if let place = changes.place(of: cursor) {
      top = geometry.line(of: place) - (old.line(of: cursor) - top)
      self.cursor = place
    } else {
      replaceCursor(cursor, in: old, changes)
    }
    showCursor()
  }

  /// Puts the cursor on the neighbour of its row, which went.
  private func replaceCursor(_ cursor: RowPath, in old: ListGeometry, _ changes: SectionedChanges) {
    let gone = Departures(changes)
    let next = gone.stayed(after: cursor, in: old)
    let previous = gone.stayed(before: cursor, in: old)
    let anchor = previous.flatMap { old.line(of: $0) >= top + stickyHeight ? $0 : nil }
    if let neighbour = next ?? previous, let place = changes.place(of: neighbour) {
      self.cursor = place
      if let anchor, let anchorPlace = changes.place(of: anchor) {
        top = geometry.line(of: anchorPlace) - (old.line(of: anchor) - top)
      } else {
        top = geometry.line(of: place) - (old.line(of: cursor) - top)
      }
    } else {
      self.cursor = geometry.path(ofNumber: old.number(of: cursor))
    }
  }
}

/// The rows that left their place in the old list.
private struct Departures {
  /// Ascending.
  private let rows: [RowPath]

  init(_ changes: SectionedChanges) {
    rows = (changes.deletedRows + changes.movedRows.map(\.old)).sorted()
  }

  /// The first row after `path` that stayed.
  func stayed(after path: RowPath, in list: ListGeometry) -> RowPath? {
    var number = list.number(of: path) + 1
    var index = rows.partitioningIndex { $0 > path }
    while let candidate = row(number, in: list) {
      guard index < rows.count, rows[index] == candidate else { return candidate }
      index += 1
      number += 1
    }
    return nil
  }

  /// The last row before `path` that stayed.
  func stayed(before path: RowPath, in list: ListGeometry) -> RowPath? {
    var number = list.number(of: path) - 1
    var index = rows.partitioningIndex { $0 >= path } - 1
    while let candidate = row(number, in: list) {
      guard index >= 0, rows[index] == candidate else { return candidate }
      index -= 1
      number -= 1
    }
    return nil
  }

  private func row(_ number: Int, in list: ListGeometry) -> RowPath? {
    number >= 0 && number < list.rowCount ? list.path(ofNumber: number) : nil
  }
}

extension [RowPath] {
  /// The first index whose element `belongs` to the second part of this array, which is in two such parts.
  fileprivate func partitioningIndex(where belongs: (RowPath) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
