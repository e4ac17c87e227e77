/// Writes cells in direct colours, which ncurses does not know on terminals with a palette.
///
/// ncurses is given a mark in their places, and what belongs there is written after it, in runs of one style.
struct DirectColorText {
  /// How the character of a cell is written.
  let character: (Cell) -> String

  /// The bytes for the cells of `next` in direct colours that the terminal does not show yet: `shown` is what it
  /// shows, nil for nothing, and `written` what ncurses has written.
  func bytes(for next: CellGrid, over shown: CellGrid?, written: WrittenCells) -> [UInt8] {
    var bytes: [UInt8] = []
    var style: Style?
    for y in 0..<next.size.height {
      let cells = next.cells(inRow: y)
      if let shown, shown.cells(inRow: y) == cells,
        !written.touch(Rect(x: 0, y: y, width: cells.count, height: 1))
      {
        continue
      }
      appendRow(y, cells, over: shown?.cells(inRow: y), written: written, style: &style, to: &bytes)
    }
    return bytes.isEmpty ? [] : bytes + "\u{1b}[m".utf8
  }

  private func appendRow(
    _ y: Int, _ cells: ArraySlice<Cell>, over shown: ArraySlice<Cell>?, written: WrittenCells,
    style: inout Style?, to bytes: inout [UInt8]
  ) {
    var cursor = -1
    for (x, cell) in cells.enumerated() where cell.style.isDirect {
      let isShown = shown.map { $0[$0.startIndex + x] == cell } ?? false
      if isShown, !written.contains(x: x, y: y) { continue }
      if cursor != x { bytes += "\u{1b}[\(y + 1);\(x + 1)H".utf8 }
      if style != cell.style {
        cell.style.write(to: &bytes, after: style)
        style = cell.style
      }
      bytes += character(cell).utf8
      cursor = x + 1
    }
  }
}
