extension TerminalModel {
  /// Writes one character where the cursor is.
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

  /// The cursor stays in the last column until the next character comes: DECAWM of the VT100.
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

  /// A mark joins the character before the cursor, wherever that came from.
  private mutating func combine(_ mark: Unicode.Scalar) {
    let column = cursor.wrapPending ? cursor.column : cursor.column - 1
    guard column >= 0 else { return }
    grid.combine(mark, row: cursor.row, column: column)
  }

  /// Whether a virama before the cursor joins a letter to the character that it belongs to.
  private func isJoined(_ scalar: Unicode.Scalar) -> Bool {
    let column = cursor.wrapPending ? cursor.column : cursor.column - 1
    guard persona.widths.joinsLetters, scalar.properties.generalCategory == .otherLetter, column >= 0
    else { return false }
    return grid.rows[cursor.row][column].text.unicodeScalars.last == "\u{94D}"
  }

  /// REP: the character before, again; ncurses sends it for runs of equal cells.
  mutating func repeatLast(_ count: Int) {
    guard let lastPrinted else { return }
    let sets = charsets
    charsets = CharacterSets()  // it was mapped when it was printed
    for _ in 0..<min(count, columns * rows) { print(lastPrinted) }
    charsets = sets
  }

  /// LF, VT, FF and IND: down, or the region up.
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

  /// RI: up, or the region down.
  mutating func reverseLineFeed() {
    cursor.wrapPending = false
    if cursor.row == region.lowerBound {
      grid.scrollDown(1, region: region, style: style.erased)
    } else if cursor.row > 0 {
      cursor.row -= 1
    }
  }

  /// The controls of one character.
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

  /// The sequences of ESC and a final character.
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

  /// RIS: everything as at the start; what was recorded stays.
  private func fresh() -> TerminalModel {
    var model = TerminalModel(columns: columns, rows: rows, persona: persona)
    model.clipboard = clipboard
    model.links = links
    model.strings = strings
    model.bells = bells
    model.replies = replies
    return model
  }

  /// DECALN: the screen full of E.
  private mutating func alignmentTest() {
    region = 0..<rows
    move(row: 0, column: 0)
    for row in 0..<rows {
      for column in 0..<columns {
        grid.put("E", width: 1, style: .plain, row: row, column: column)
      }
    }
  }

  /// DECSTR: modes, margins and style, but neither the cells nor the cursor's place.
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
