/// Writes cells in direct colours, which ncurses does not know on terminals with a palette.
///
/// ncurses is given a mark in their places, and what belongs there is written after it, in runs of one style.
struct DirectColorText {
  /// How the character of a cell is written.
  let character: (Cell) -> String

  /// The text for the cells of `next` in direct colours that the terminal does not show yet: `shown` is what it
  /// shows, nil for nothing, and `written` what ncurses has written.
  func text(for next: CellGrid, over shown: CellGrid?, written: WrittenCells) -> String {
    var text = ""
    var style: Style?
    for y in 0..<next.size.height {
      let cells = next.cells(inRow: y)
      if let shown, shown.cells(inRow: y) == cells,
        !written.touch(Rect(x: 0, y: y, width: cells.count, height: 1))
      {
        continue
      }
      appendRow(y, cells, over: shown?.cells(inRow: y), written: written, style: &style, to: &text)
    }
    return text.isEmpty ? "" : text + "\u{1b}[m"
  }

  private func appendRow(
    _ y: Int, _ cells: ArraySlice<Cell>, over shown: ArraySlice<Cell>?, written: WrittenCells,
    style: inout Style?, to text: inout String
  ) {
    var cursor = -1
    for (x, cell) in cells.enumerated() where cell.style.isDirect {
      let isShown = shown.map { $0[$0.startIndex + x] == cell } ?? false
      if isShown, !written.contains(x: x, y: y) { continue }
      if cursor != x { text += "\u{1b}[\(y + 1);\(x + 1)H" }
      if style != cell.style {
        append(cell.style, after: style, to: &text)
        style = cell.style
      }
      text += character(cell)
      cursor = x + 1
    }
  }

  /// What turns `before` into `style`; from nil, whatever is set.
  private func append(_ style: Style, after before: Style?, to text: inout String) {
    var codes: [String] = []
    if before?.attributes != style.attributes {
      codes.append("0")
      for (attribute, code) in Self.codes where style.attributes.contains(attribute) { codes.append(code) }
    }
    let isFresh = !codes.isEmpty
    if isFresh ? style.foreground != .standard : style.foreground != before?.foreground {
      codes.append(code(of: style.foreground, base: 30))
    }
    if isFresh ? style.background != .standard : style.background != before?.background {
      codes.append(code(of: style.background, base: 40))
    }
    text += "\u{1b}[" + codes.joined(separator: ";") + "m"
  }

  private static let codes: [(Style.Attributes, String)] = [
    (.bold, "1"), (.dim, "2"), (.underline, "4"), (.reverse, "7"),
  ]

  private func code(of color: Color, base: Int) -> String {
    if let (red, green, blue) = color.parts { return "\(base + 8);2;\(red);\(green);\(blue)" }
    return color == .standard ? "\(base + 9)" : "\(base + 8);5;\(color.code)"
  }
}
