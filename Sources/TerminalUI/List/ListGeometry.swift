internal import ListChanges

/// The positions of the rows of a sectioned list, in lines from the top, computed from counts alone.
///
/// - Complexity: O(*sections*) to create, O(log *sections*) to query.
struct ListGeometry {
  /// The content of a line.
  enum Item: Equatable {
    case header(section: Int)
    /// A row, and which of its lines.
    case row(RowPath, line: Int)

    /// The path of the row; `nil` of a header.
    var path: RowPath? { if case .row(let path, _) = self { path } else { nil } }
  }

  /// Rows of each section.
  let counts: [Int]
  /// Lines of a row.
  let rowHeight: Int
  /// Lines of a header: 0 or 1.
  let headerHeight: Int
  /// The first line of each section, and the line after the last.
  private let lines: [Int]
  /// The number of the first row of each section, and the number of rows.
  private let numbers: [Int]

  /// Returns the first row of a section after, or before, that of a row; after the last section, the last row.
  ///
  /// The first section before a row that is not the first of its own is its own.
  ///
  /// - Precondition: The list has the row.
  func start(ofSections count: Int, from path: RowPath) -> RowPath {
    let section = path.section + count + (count < 0 && path.row > 0 ? 1 : 0)
    if section >= counts.count { return RowPath(section: counts.count - 1, row: (counts.last ?? 1) - 1) }
    return RowPath(section: max(0, section), row: 0)
  }

  init(counts: [Int], rowHeight: Int, showsHeaders: Bool) {
    self.counts = counts
    self.rowHeight = rowHeight
    headerHeight = showsHeaders ? 1 : 0
    var line = 0
    var number = 0
    var lines = [0]
    var numbers = [0]
    for count in counts {
      line += (showsHeaders ? 1 : 0) + count * rowHeight
      number += count
      lines.append(line)
      numbers.append(number)
    }
    self.lines = lines
    self.numbers = numbers
  }

  /// Lines of the whole list.
  var lineCount: Int { lines[counts.count] }
  /// Rows of the whole list.
  var rowCount: Int { numbers[counts.count] }

  func contains(_ path: RowPath) -> Bool {
    counts.indices.contains(path.section) && path.row >= 0 && path.row < counts[path.section]
  }

  /// The first line of a row.
  func line(of path: RowPath) -> Int { lines[path.section] + headerHeight + path.row * rowHeight }

  /// The number of a row in the whole list, from 0.
  func number(of path: RowPath) -> Int { numbers[path.section] + path.row }

  /// Returns the path, or that of the nearest row if the list does not have it; `nil` in an empty list.
  func nearest(to path: RowPath) -> RowPath? {
    guard rowCount > 0 else { return nil }
    let section = min(max(0, path.section), counts.count - 1)
    let near = RowPath(section: section, row: min(max(0, path.row), max(0, counts[section] - 1)))
    return self.path(ofNumber: number(of: near))
  }

  /// The row with that number, or the nearest; nil in an empty list.
  func path(ofNumber number: Int) -> RowPath? {
    guard rowCount > 0 else { return nil }
    let number = min(max(0, number), rowCount - 1)
    let section = place(of: number, in: numbers)
    return RowPath(section: section, row: number - numbers[section])
  }

  /// Returns the content of `line`, or `nil` below and above the list.
  func item(atLine line: Int) -> Item? {
    guard line >= 0, line < lineCount else { return nil }
    let section = place(of: line, in: lines)
    let offset = line - lines[section] - headerHeight
    if offset < 0 { return .header(section: section) }
    return .row(RowPath(section: section, row: offset / rowHeight), line: offset % rowHeight)
  }

  /// The row in `line`; of a header the row after it, beyond the ends the nearest.
  func row(nearLine line: Int) -> RowPath? {
    guard rowCount > 0 else { return nil }
    switch item(atLine: min(max(0, line), lineCount - 1)) {
    case .row(let path, _): return path
    case .header(let section): return path(ofNumber: numbers[section])
    case nil: return nil
    }
  }

  /// The last section that starts at `value` or before it.
  private func place(of value: Int, in starts: [Int]) -> Int {
    var low = 0
    var high = counts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle + 1] <= value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
