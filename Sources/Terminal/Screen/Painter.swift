internal import CNcurses
internal import Glibc

/// Hands cells to ncurses.
@MainActor final class Painter {
  /// A Boolean value that indicates whether the locale is UTF-8.
  let isUTF8: Bool
  /// The depth of the colors with which ``DirectText`` writes cells; `nil` if ncurses writes all colors.
  var directDepth: ColorDepth?
  private let usesColor: Bool
  /// The number of colors in the palette that ncurses has for the entry of the terminal.
  private let paletteSize: Int
  /// A Boolean value that indicates whether the terminal takes the sequences of xterm for its palette of 256.
  ///
  /// Found out once: that interprets two programs of terminfo, and is needed whenever input is read.
  private let hasStandardPalette: Bool
  private var text: [wchar_t] = []
  /// The cells of a run, without the right halves of wide characters.
  private var run: [cchar_t] = []
  private var lastStyle = Style.plain
  private var lastPair: CInt = 0
  private var cursorIsVisible = false
  private var paintedRows: [CInt] = []
  private var forecast = ScrollForecast()

  /// Prepares for the terminal that ncurses has opened.
  init(colors: ColorPolicy) {
    isUTF8 = Inquiry.Surroundings.isUTF8
    usesColor = colors.allowsColor() && has_colors()
    if usesColor {
      start_color()
      use_default_colors()
    }
    paletteSize = usesColor ? Int(ps_colors()) : 0
    hasStandardPalette = Self.isStandard("setaf", "38") && Self.isStandard("setab", "48")
  }

  /// The color depth that ncurses supports and may use.
  var colorDepth: ColorDepth { ColorDepth(ofPalette: CInt(paletteSize)) }

  /// Returns the depth with which ``DirectText`` writes for a terminal of some depth.
  ///
  /// ncurses knows no direct colors on terminals with a palette, and of the palette no more than the entry has, such as the 8 of
  /// `xterm`. It needs long for those of a palette in pictures: it interprets a program of terminfo for each.
  func directDepth(of depth: ColorDepth) -> ColorDepth? {
    let isWritable = depth == .palette256 && (colorDepth < depth || hasStandardPalette)
    return depth == .direct || isWritable ? depth : nil
  }

  private static func isStandard(_ name: String, _ code: String) -> Bool {
    ps_color_sequence(name, 200).map { String(cString: $0) } == "\u{1b}[\(code);5;200m"
  }

  /// The position where ncurses left the terminal's cursor.
  var cursor: Point { Point(x: Int(ps_cursor_column()), y: Int(ps_cursor_row())) }

  /// The cell that ncurses is given for `cell`.
  func given(_ cell: Cell) -> Cell { leaves(cell) ? .underDirectText : cell }

  /// Returns a Boolean value that indicates whether `cell` is written by ``DirectText``, and ncurses is given
  /// another in its place.
  func leaves(_ cell: Cell) -> Bool {
    leaves(cell.style) || isUTF8 && cell.isDisputed
  }

  private func leaves(_ style: Style) -> Bool {
    guard let directDepth else { return false }
    return style.hasExtendedColors || style.highestPaletteNumber >= paletteSize
      || directDepth == .direct && style.isDirect
  }

  /// Returns a Boolean value that indicates whether ``leaves(_:)`` may be true for one of the cells with `traits`.
  func leavesCells(with traits: CellTraits) -> Bool {
    leavesColors(with: traits) || isUTF8 && traits.hasDisputedWidths
  }

  /// Returns a Boolean value that indicates whether one of the cells with `traits` may be left because of its colors.
  func leavesColors(with traits: CellTraits) -> Bool {
    guard let directDepth else { return false }
    return traits.hasExtendedColors || traits.highestPaletteNumber >= paletteSize
      || directDepth == .direct && traits.hasDirectColors
  }

  /// Returns the rows of `grid` with cells for which ``leaves(_:)`` may be true.
  func rowsWithLeftCells(of grid: CellGrid) -> Set<Int> {
    var rows: Set<Int> = []
    for y in 0..<grid.size.height where leavesCells(with: grid.traits(ofRow: y)) { rows.insert(y) }
    return rows
  }

  /// `style` with colors that this terminal has.
  func style(_ style: Style) -> Style {
    let isLeft = leaves(style)
    if isLeft, directDepth == .direct { return style }
    let count = isLeft ? 256 : paletteSize
    return Style(
      foreground: color(style.foreground, ofPalette: count),
      background: color(style.background, ofPalette: count), style.attributes)
  }

  /// The character of `cell` as this terminal can show it.
  func character(_ cell: Cell) -> String {
    isUTF8 ? cell.text : cell.isRightHalf ? "_" : String(Transliteration.ascii(cell.text))
  }

  /// Gives ncurses the cells of `grid` that differ from those of `shown`, all without one, and returns whether
  /// there were any.
  func paint(_ grid: CellGrid, over shown: CellGrid?) -> Bool {
    let shown = shown?.size == grid.size ? shown : nil
    paintedRows.removeAll(keepingCapacity: true)
    for y in 0..<grid.size.height {
      let cells = grid.cells(inRow: y)
      let runs = Self.changedRuns(cells, shown?.cells(inRow: y))
      guard !runs.isEmpty else { continue }
      paintedRows.append(CInt(y))
      for columns in runs { put(cells, in: columns, row: y) }
    }
    return !paintedRows.isEmpty
  }

  /// Has everything repainted.
  func sendAll() {
    idcok(ps_stdscr(), true)
    if !paintedRows.isEmpty { wnoutrefresh(ps_stdscr()) }
    clearok(ps_curscr(), true)
    forecast.recordRepaint()
  }

  /// Has what was painted sent.
  ///
  /// ncurses scrolls a part of the screen, or moves a part of a row, where that is cheaper than writing it. A
  /// picture over it would move too, so it is kept from that. Where it could scroll, it gets the rows one by one: with a single
  /// row to change it finds none that could come from elsewhere.
  func send(keepsInPlace: Bool) {
    defer { forecast.recordUpdate() }
    idcok(ps_stdscr(), !keepsInPlace)
    guard keepsInPlace, !forecast.keepsInPlace(paintedRows) else {
      if !paintedRows.isEmpty { wnoutrefresh(ps_stdscr()) }
      return
    }
    untouchwin(ps_stdscr())
    // ncurses would move the cursor to its last place after each row, and back to the next row.
    leaveok(ps_stdscr(), true)
    for row in paintedRows.dropLast() {
      touchline(ps_stdscr(), row, 1)
      wnoutrefresh(ps_stdscr())
      doupdate()
    }
    leaveok(ps_stdscr(), false)
    guard let last = paintedRows.last else { return }
    touchline(ps_stdscr(), last, 1)
    wnoutrefresh(ps_stdscr())
  }

  /// Shows the terminal's cursor at `point`, or hides it.
  func placeCursor(_ point: Point?) {
    if cursorIsVisible != (point != nil) {
      cursorIsVisible = point != nil
      curs_set(cursorIsVisible ? 1 : 0)
    }
    guard let point else { return }
    move(CInt(point.y), CInt(point.x))
    wnoutrefresh(ps_stdscr())
  }

  /// The columns that differ, with whole wide characters on either side; all without a row to compare with.
  ///
  /// Closures of an isolated function check their actor at each call, which cost more than the comparison.
  nonisolated static func changedRuns(_ cells: ArraySlice<Cell>, _ shown: ArraySlice<Cell>?) -> [Range<Int>] {
    guard let shown else { return [0..<cells.count] }
    // Cells are compared where they are: each row is compared for each frame.
    return cells.withUnsafeBufferPointer { new in
      shown.withUnsafeBufferPointer { old in
        var runs: [Range<Int>] = []
        var x = 0
        while x < new.count {
          guard new[x] != old[x] else {
            x += 1
            continue
          }
          var first = x
          while first > 0, new[first].isRightHalf || old[first].isRightHalf { first -= 1 }
          x += 1
          while x < new.count, new[x].isRightHalf || old[x].isRightHalf || new[x] != old[x] { x += 1 }
          if let last = runs.last, first - last.upperBound < shortestGap {
            runs[runs.count - 1] = last.lowerBound..<x
          } else {
            runs.append(first..<x)
          }
        }
        return runs
      }
    }
  }

  /// The number of equal cells between two runs with which they are one: putting those costs less than another call.
  nonisolated static let shortestGap = 4

  /// Gives ncurses the cells in some columns of a row.
  ///
  /// - Parameter columns: Columns with whole wide characters.
  private func put(_ cells: ArraySlice<Cell>, in columns: Range<Int>, row: Int) {
    run.removeAll(keepingCapacity: true)
    var start = columns.lowerBound
    // The column after the cells in `run`.
    var end = start
    for x in columns {
      let cell = given(cells[cells.startIndex + x])
      if isUTF8, cell.isRightHalf { continue }
      // One half of a wide character may be left, because of its colors, and the other not.
      if x != end {
        putRun(from: start, to: end, row: row)
        start = x
      }
      append(cell)
      end = x + 1
      guard isUTF8, !cell.isUnderPicture else { continue }
      while end < cells.count, cells[cells.startIndex + end].isRightHalf { end += 1 }
    }
    putRun(from: start, to: end, row: row)
  }

  private func putRun(from start: Int, to end: Int, row: Int) {
    guard !run.isEmpty else { return }
    ps_put(CInt(row), CInt(start), CInt(end), run, CInt(run.count))
    run.removeAll(keepingCapacity: true)
  }

  private func append(_ cell: Cell) {
    text.removeAll(keepingCapacity: true)
    if isUTF8 {
      for scalar in cell.content { text.append(wchar_t(bitPattern: scalar.value)) }
    } else {
      let character = cell.isRightHalf ? "_" : Transliteration.ascii(cell.text)
      text.append(wchar_t(character.asciiValue ?? 0x5f))
    }
    text.append(0)
    var filled = cchar_t()
    ps_fill(&filled, text, attributes(cell.style), pair(cell.style))
    run.append(filled)
  }

  private func attributes(_ style: Style) -> attr_t {
    var bits: attr_t = 0
    guard !style.attributes.isEmpty else { return bits }
    if style.attributes.contains(.bold) { bits |= ps_bold }
    if style.attributes.contains(.dim) { bits |= ps_dim }
    if style.attributes.contains(.reverse) { bits |= ps_reverse }
    if style.attributes.contains(.underline) { bits |= ps_underline }
    return bits
  }

  /// The pair of a style's colors.
  ///
  /// `alloc_pair` finds or makes it; a pair is never redefined, because that would repaint whatever shows it.
  private func pair(_ style: Style) -> CInt {
    guard usesColor, style.foreground != .standard || style.background != .standard else { return 0 }
    if style.foreground == lastStyle.foreground, style.background == lastStyle.background { return lastPair }
    lastStyle = style
    lastPair = max(0, alloc_pair(number(style.foreground), number(style.background)))
    return lastPair
  }

  /// A color as the terminal numbers it, -1 for its default.
  private func number(_ color: Color) -> CInt {
    let color = self.color(color, ofPalette: paletteSize)
    return color == .standard ? -1 : CInt(color.code)
  }

  /// The color of a palette of `count` that is shown for `color`: of 8 colors, bright ones are their plain ones and the rest
  /// default.
  private func color(_ color: Color, ofPalette count: Int) -> Color {
    guard usesColor, color != .standard else { return .standard }
    let color = color.isDirect ? color.nearest(ofPalette: count) : color
    if color.code < count { return color }
    return color.code < 16 && count == 8 ? .palette(UInt8(color.code - 8)) : .standard
  }
}
