/// A row of a sheet: tiles of one height side by side, below a heading if a section begins here.
struct TileRow: Equatable {
  /// The number of its first tile in the whole list, from 0.
  var first: Int
  /// The lines of its pictures; the titles stand in one more line.
  let height: Int
  /// The columns of each picture.
  let columns: [Range<Int>]
  /// The section whose heading stands above; `nil` without one.
  var heading: Int?

  /// The numbers of its tiles.
  var numbers: Range<Int> { first..<first + columns.count }
  /// The lines above the pictures.
  var headingLines: Int { heading == nil ? 0 : 1 }
  /// The lines of the row with its heading and its titles.
  var lines: Int { headingLines + height + 1 }

  /// The index of the tile whose center is nearest to a column.
  func nearest(to column: Int) -> Int {
    columns.indices.min { center(of: $0, to: column) < center(of: $1, to: column) } ?? 0
  }

  /// Twice the distance of the center of a tile to a column.
  private func center(of index: Int, to column: Int) -> Int {
    abs(columns[index].lowerBound + columns[index].upperBound - 2 * column)
  }
}
