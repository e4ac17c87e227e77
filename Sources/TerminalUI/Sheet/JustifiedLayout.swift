/// The layout of pictures in rows that end flush: one height a row, widths by shape.
///
/// Pictures are stretched or cropped by at most 12 %. The breaks between rows are those with the least sum of squared
/// deviations from the wanted height, which is found by dynamic programming, as TeX breaks paragraphs (D. E. Knuth,
/// M. F. Plass, "Breaking Paragraphs into Lines", 1981).
struct JustifiedLayout {
  /// The columns of a row, with a gap of one column between pictures.
  let width: Int
  /// The wanted lines of a picture.
  let height: Int
  /// The most lines of a picture.
  let highest: Int

  /// The share by which a picture is stretched or cropped at most.
  static let tolerance = 0.12
  /// The columns that are as wide as a line is high.
  static let cellShape = 2.0
  /// The shapes that are laid out; others are shown with a margin.
  static let shapes = 0.4...3.0
  /// The most tiles of a row.
  static let mostTiles = 30

  /// Lays pictures out.
  ///
  /// - Parameters:
  ///   - shapes: The ratio of width to height of each picture.
  ///   - isEnd: A Boolean value that indicates whether no pictures follow, so that the last row may be short.
  /// - Returns: The rows, numbered from 0.
  /// - Complexity: O(*n*) for a given width.
  func rows(_ shapes: [Double], isEnd: Bool) -> [TileRow] {
    let shapes = shapes.map { min(max($0, Self.shapes.lowerBound), Self.shapes.upperBound) }
    var costs = [0.0] + Array(repeating: Double.infinity, count: shapes.count)
    var starts = Array(repeating: 0, count: shapes.count + 1)
    for end in 1..<(shapes.count + 1) {
      var sum = 0.0
      for start in (0..<end).reversed() {
        sum += shapes[start]
        let count = end - start
        guard count == 1 || count <= Self.mostTiles && count * 2 < width else { break }
        let cost = costs[start] + self.cost(count, sum, isLast: isEnd && end == shapes.count)
        if cost < costs[end] { (costs[end], starts[end]) = (cost, start) }
        // Rows become only lower from here on.
        if Self.cellShape * sum * Double(max(2, height / 3)) > Double(width) { break }
      }
    }
    var rows: [TileRow] = []
    var end = shapes.count
    while end > 0 {
      let start = starts[end]
      rows.append(row(start, Array(shapes[start..<end]), isLast: isEnd && end == shapes.count))
      end = starts[end]
    }
    return rows.reversed()
  }

  private func cost(_ count: Int, _ sum: Double, isLast: Bool) -> Double {
    let (lines, stretch) = fit(count, sum, isLast: isLast)
    let deviation = Double(lines - height) / Double(height)
    let excess = max(0, abs(stretch - 1) - Self.tolerance)
    // A row that does not end flush is worse than any deviation of the height.
    return deviation * deviation + (isLast && stretch >= 1 ? 0 : 20 * excess)
  }

  /// The lines of a row, and the factor by which its pictures would have to be stretched to end flush.
  private func fit(_ count: Int, _ sum: Double, isLast: Bool) -> (lines: Int, stretch: Double) {
    let room = Double(max(1, width - (count - 1)))
    let exact = room / (Self.cellShape * sum)
    let limit = isLast ? min(height, highest) : highest
    let lines = min(max(1, Int(exact.rounded())), max(1, limit))
    return (lines, room / (Self.cellShape * sum * Double(lines)))
  }

  private func row(_ first: Int, _ shapes: [Double], isLast: Bool) -> TileRow {
    let sum = shapes.reduce(0, +)
    let (lines, stretch) = fit(shapes.count, sum, isLast: isLast)
    let factor = min(
      max(stretch, 1 - Self.tolerance), isLast && stretch > 1 + Self.tolerance ? 1 : 1 + Self.tolerance)
    let room = width - (shapes.count - 1)
    let total = min(Double(room), Self.cellShape * sum * Double(lines) * factor)
    var columns: [Range<Int>] = []
    var seen = 0.0
    for (index, shape) in shapes.enumerated() {
      let start = columns.last.map { $0.upperBound + 1 } ?? 0
      seen += shape
      let edge = Int((total * seen / sum).rounded()) + index
      columns.append(start..<max(start + 1, min(edge, width)))
    }
    return TileRow(first: first, height: lines, columns: columns)
  }
}
