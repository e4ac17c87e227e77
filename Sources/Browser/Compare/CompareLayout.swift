import Terminal

/// The places of photos that are compared.
enum CompareLayout {
  /// Returns the number of photos that there is room for: two, and more where the screen is wide.
  static func count(within size: Size) -> Int {
    size.width < 100 ? 2 : size.width < 140 ? 3 : CompareScreen.most
  }

  /// Returns the frames of photos, in as many columns as let most photos be largest.
  static func frames(of count: Int, within size: Size) -> [Rect] {
    let columns =
      (1...max(1, count)).max { pictureHeight($0, count, size) < pictureHeight($1, count, size) } ?? 1
    let rows = (count + columns - 1) / columns
    return (0..<count).map { index in
      let (row, column) = (index / columns, index % columns)
      let (left, right) = (size.width * column / columns, size.width * (column + 1) / columns)
      let (top, bottom) = (size.height * row / rows, size.height * (row + 1) / rows)
      return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }
  }

  /// Returns the height of a picture of 3 to 2 in cells that are twice as high as wide, below which two lines stand.
  private static func pictureHeight(_ columns: Int, _ count: Int, _ size: Size) -> Double {
    let rows = (count + columns - 1) / columns
    return min(Double(size.height / rows - 2), Double(size.width / columns) / 3)
  }
}
