internal import ListChanges

/// The rows that left their place in the old list.
struct Departures {
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
