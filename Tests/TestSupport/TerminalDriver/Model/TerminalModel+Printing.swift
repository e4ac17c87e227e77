extension TerminalModel {
  /// Writes one character at the cursor.
  mutating func print(_ raw: Unicode.Scalar) {
    let scalar = charsets.map(raw)
    let width = persona.widths.columns(of: scalar)
    guard width > 0, !isJoined(scalar) else {
      combine(scalar)
      return
    }
    lastPrinted = scalar
    guard width <= columns else { return }
    if cursor.wrapPending { wrap() }
    if cursor.column + width > columns {
      if modes.autowrap { wrap() } else { cursor.column = columns - width }
    }
    if modes.insert {
      grid.insertCells(width, row: cursor.row, column: cursor.column, style: style.erased)
    }
    grid.put(String(scalar), width: width, style: style, row: cursor.row, column: cursor.column)
    advance(width)
  }

  /// Advances the cursor, which stays in the last column until the next character: DECAWM of the VT100.
  private mutating func advance(_ width: Int) {
    cursor.column += width
    if cursor.column == columns {
      cursor.column -= 1
      cursor.wrapPending = modes.autowrap
    }
  }

  private mutating func wrap() {
    cursor.column = 0
    lineFeed()
  }

  /// Adds a combining mark to the character before the cursor.
  private mutating func combine(_ mark: Unicode.Scalar) {
    let column = cursor.wrapPending ? cursor.column : cursor.column - 1
    guard column >= 0 else { return }
    grid.combine(mark, row: cursor.row, column: column)
  }

  /// Returns a Boolean value that indicates whether a virama before the cursor joins a letter to the
  /// preceding character.
  private func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    let column = cursor.wrapPending ? cursor.column : cursor.column - 1
    guard persona.widths.joinsLetters, scalar.properties.generalCategory == .otherLetter, column >= 0
    else { return false }
    return grid.rows[cursor.row][column].text.unicodeScalars.last == "\u{94D}"
  }

  /// REP: repeats the last character; ncurses sends it for runs of equal cells.
  mutating func repeatLast(_ count: Int) {
    guard let lastPrinted else { return }
    let sets = charsets
    charsets = CharacterSets()  // it was mapped when it was printed
    for _ in 0..<min(count, columns * rows) { print(lastPrinted) }
    charsets = sets
  }

  /// LF, VT, FF, and IND: moves down, or scrolls the region up.
  mutating func lineFeed() {
    cursor.wrapPending = false
    if cursor.row == region.upperBound - 1 {
      grid.scrollUp(1, region: region, style: style.erased)
      if region == 0..<rows { scrollPlacements() }
    } else if cursor.row < rows - 1 {
      cursor.row += 1
    }
  }

  /// Moves placed images with the text.
  private mutating func scrollPlacements() {
    for index in artwork.placements.indices { artwork.placements[index].row -= 1 }
    artwork.placements.removeAll { $0.row + $0.rows <= 0 }
  }

  /// RI: moves up, or scrolls the region down.
  mutating func reverseLineFeed() {
    cursor.wrapPending = false
    if cursor.row == region.lowerBound {
      grid.scrollDown(1, region: region, style: style.erased)
    } else if cursor.row > 0 {
      cursor.row -= 1
    }
  }

  /// Executes a control character.
  mutating func control(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x07: bells += 1
    case 0x08: moveBy(columns: -1)
    case 0x09: tab(1)
    case 0x0A...0x0C:
      lineFeed()
      if modes.newLine { cursor.column = 0 }
    case 0x0D: moveTo(column: 0)
    case 0x0E: charsets.use(1)
    case 0x0F: charsets.use(0)
    default: break
    }
  }

  /// Executes a sequence of ESC and a final character.
  mutating func escape(_ intermediates: String, _ final: Unicode.Scalar) {
    if let slot = intermediates.unicodeScalars.first {
      if slot == "#", final == "8" { alignmentTest() }
      charsets.designate(slot, as: final)
      return
    }
    switch final {
    case "7": saveCursor()
    case "8": restoreCursor()
    case "D": lineFeed()
    case "M": reverseLineFeed()
    case "E":
      moveTo(column: 0)
      lineFeed()
    case "H": tabStops.insert(cursor.column)
    case "=": modes.applicationKeypad = true
    case ">": modes.applicationKeypad = false
    case "n": charsets.use(2)
    case "o": charsets.use(3)
    case "c": self = fresh()
    default: break
    }
  }

  /// RIS: returns the initial state, but keeps the records.
  private func fresh() -> TerminalModel {
    var model = TerminalModel(columns: columns, rows: rows, persona: persona)
    model.clipboard = clipboard
    model.clipboardData = clipboardData
    model.links = links
    model.strings = strings
    model.bells = bells
    model.replies = replies
    return model
  }

  /// DECALN: fills the screen with E.
  private mutating func alignmentTest() {
    region = 0..<rows
    move(row: 0, column: 0)
    for row in 0..<rows {
      for column in 0..<columns {
        grid.put("E", width: 1, style: .plain, row: row, column: column)
      }
    }
  }

  /// DECSTR: resets modes, margins, and style, but neither the cells nor the cursor position.
  mutating func softReset() {
    modes.privateModes.subtract([1, 6])
    modes.privateModes.formUnion([7, 25])
    modes.insert = false
    modes.applicationKeypad = false
    region = 0..<rows
    style = .plain
    charsets = CharacterSets()
    savedCursor = SavedCursor()
  }
}
