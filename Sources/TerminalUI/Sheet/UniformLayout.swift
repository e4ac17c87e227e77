/// The layout of pictures in tiles of one size, in as many columns as give them about the wanted height.
struct UniformLayout {
  /// The columns of each tile of a row, with a gap of one column between them.
  let columns: [Range<Int>]
  /// The lines of a picture.
  let height: Int

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - width: The columns of a row.
  ///   - height: The wanted lines of a picture.
  ///   - highest: The most lines of a picture.
  ///   - shape: The ratio of width to height of a tile.
  init(width: Int, height: Int, highest: Int, shape: Double) {
    // The columns of a picture that is one line high.
    let unit = JustifiedLayout.cellShape * shape
    func lines(_ count: Int) -> Int {
      max(1, Int((Double(width - count + 1) / Double(count) / unit).rounded()))
    }
    let wanted = Double(width + 1) / (unit * Double(height) + 1)
    let most = max(1, min(JustifiedLayout.mostTiles, width / 2))
    var count = min(max(1, Int(wanted.rounded())), most)
    while count < most, lines(count) > highest { count += 1 }
    let room = max(count, width - count + 1)
    columns = (0..<count).map { room * $0 / count + $0..<room * ($0 + 1) / count + $0 }
    self.height = min(lines(count), highest)
  }

  /// Lays pictures out.
  ///
  /// - Returns: The rows, numbered from 0; the last may be short.
  func rows(_ count: Int) -> [TileRow] {
    stride(from: 0, to: count, by: columns.count).map { first in
      TileRow(first: first, height: height, columns: Array(columns.prefix(count - first)))
    }
  }
}
