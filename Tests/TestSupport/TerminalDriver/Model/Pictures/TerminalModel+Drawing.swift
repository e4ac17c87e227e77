internal import Foundation

extension TerminalModel {
  /// Draws a picture over the cells at the cursor, and scrolls if it does not fit.
  ///
  /// The cursor moves to the line after the picture, as in terminals that follow the VT340.
  private mutating func draw(
    _ image: Image, kind: Picture.Kind, columns: Int, rows count: Int, covered: (width: Int, height: Int),
    moves: Bool
  ) {
    let serial = drawnCount
    drawnCount += 1
    artwork.drawn[serial] = .init(kind: kind, columns: columns, rows: count, image: image)
    let left = cursor.column
    let start = cursor
    for row in 0..<count {
      if cursor.row < rows {
        for column in 0..<columns where left + column < self.columns {
          var piece = Piece(picture: serial, row: row, column: column)
          let isFull =
            (column + 1) * persona.cellWidth <= covered.width
            && (row + 1) * persona.cellHeight <= covered.height
          piece.hasGhost = !isFull && isGhost(row: cursor.row, column: left + column, under: piece)
          grid.stick(piece, row: cursor.row, column: left + column)
        }
      }
      if moves { lineFeed() } else { cursor.row += 1 }
    }
    if !moves { cursor = start }
    cursor.column = left
    cursor.wrapPending = false
  }

  /// Returns a Boolean value that indicates whether the content of a cell differs from the picture drawn over
  /// it.
  private func isGhost(row: Int, column: Int, under new: Piece) -> Bool {
    guard let old = grid.rows[row][column].piece else { return !grid.isBlank(row: row, column: column) }
    return old.hasGhost || (old.row, old.column) != (new.row, new.column)
      || artwork.drawn[old.picture]?.image != artwork.drawn[new.picture]?.image
  }

  /// Draws a sixel picture; `body` begins with parameters and `q`.
  mutating func drawSixel(_ body: String) {
    guard persona.showsSixel, let start = body.utf8.firstIndex(of: UInt8(ascii: "q")) else { return }
    let data = Array(body.utf8[body.utf8.index(after: start)...])
    let (width, height) = Sixel(data).size
    draw(
      Image(form: .sixel, width: width, height: height, bytes: data), kind: .sixel,
      columns: (width + persona.cellWidth - 1) / persona.cellWidth,
      rows: (height + persona.cellHeight - 1) / persona.cellHeight, covered: (width, height), moves: true)
  }

  /// Draws a file; `rest` is the text after `1337;File=`.
  mutating func drawFile(_ rest: Substring) {
    guard persona.showsFiles, let colon = rest.firstIndex(of: ":") else { return }
    let keys = Self.keys(rest[..<colon], separator: ";")
    guard keys["inline"] == "1", let data = Data(base64Encoded: String(rest[rest.index(after: colon)...]))
    else { return }
    let bytes = [UInt8](data)
    let size = PNG.size(bytes) ?? (0, 0)
    func cells(_ text: String?, pixels: Int, cell: Int) -> Int {
      guard let text, let count = Int(text) else { return (pixels + cell - 1) / cell }
      return count
    }
    draw(
      Image(form: .file, width: size.width, height: size.height, bytes: bytes), kind: .iterm,
      columns: cells(keys["width"], pixels: size.width, cell: persona.cellWidth),
      rows: cells(keys["height"], pixels: size.height, cell: persona.cellHeight),
      // With its aspect ratio preserved, it leaves cells blank at unknown positions.
      covered: keys["preserveAspectRatio"] == "0" ? (.max, .max) : (0, 0),
      moves: keys["doNotMoveCursor"] != "1")
  }

  static func keys(_ text: Substring, separator: Character) -> [String: String] {
    Dictionary(
      text.split(separator: separator).compactMap { pair in
        pair.firstIndex(of: "=").map {
          (String(pair[..<$0]), String(pair[pair.index(after: $0)...]))
        }
      }, uniquingKeysWith: { $1 })
  }
}
