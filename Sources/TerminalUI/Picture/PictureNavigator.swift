public import PictureBasics
public import Terminal

/// A small drawing of a picture of which a part is seen: the edges of the whole, and the part filled.
///
/// It is made of braille patterns, which have two dots across and four down in a cell (Unicode, Braille Patterns).
public struct PictureNavigator: Hashable, Sendable {
  /// Its lines, from the top.
  public let lines: [String]

  /// Draws a part of a picture into at most `size` cells.
  public init(part: PixelRect, of picture: PixelSize, size: Size) {
    let most = PixelSize(width: 2 * size.width, height: 4 * size.height)
    let whole = picture.fitted(into: most)
    let seen = part.scaled(from: picture, to: whole)
    lines = (0..<(whole.height + 3) / 4).map { row in
      String(
        String.UnicodeScalarView(
          (0..<(whole.width + 1) / 2).map { Self.cell(x: 2 * $0, y: 4 * row, whole: whole, seen: seen) }))
    }
  }

  private static func cell(x: Int, y: Int, whole: PixelSize, seen: PixelRect) -> Unicode.Scalar {
    var bits: UInt32 = 0
    for (dx, column) in bitColumns.enumerated() {
      for (dy, bit) in column.enumerated() {
        let (x, y) = (x + dx, y + dy)
        guard x < whole.width, y < whole.height else { continue }
        let isEdge = x == 0 || y == 0 || x == whole.width - 1 || y == whole.height - 1
        let isSeen =
          (seen.x..<seen.x + seen.size.width).contains(x) && (seen.y..<seen.y + seen.size.height).contains(y)
        if isEdge || isSeen { bits |= bit }
      }
    }
    return Unicode.Scalar(0x2800 + bits) ?? " "
  }

  /// The bits of the dots in each column of a cell, from the top.
  private static let bitColumns: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
}
