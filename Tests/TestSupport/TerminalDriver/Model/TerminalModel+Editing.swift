extension TerminalModel {
  /// Executes sequences that change cells or the way of writing them, and returns `false` for others.
  mutating func editing(_ sequence: ControlSequence) -> Bool {
    let count = sequence.number(0)
    switch sequence.final {
    case "@":
      grid.insertCells(count, row: cursor.row, column: cursor.column, style: style.erased)
    case "P":
      grid.deleteCells(count, row: cursor.row, column: cursor.column, style: style.erased)
    case "X":
      grid.erase(row: cursor.row, cursor.column..<cursor.column + count, style: style.erased)
    case "J": eraseInDisplay(sequence.number(0, or: 0))
    case "K": eraseInLine(sequence.number(0, or: 0))
    case "L": insertLines(count)
    case "M": deleteLines(count)
    case "S": grid.scrollUp(count, region: region, style: style.erased)
    case "T": grid.scrollDown(count, region: region, style: style.erased)
    default: return writing(sequence)
    }
    cursor.wrapPending = false
    return true
  }

  private mutating func writing(_ sequence: ControlSequence) -> Bool {
    switch sequence.final {
    case "b": repeatLast(sequence.number(0))
    case "g": clearTabStops(sequence.number(0, or: 0))
    case "h": setModes(sequence, on: true)
    case "l": setModes(sequence, on: false)
    case "m": style.apply(sequence.parameters)
    default: return false
    }
    return true
  }

  /// ED: 0 erases from the cursor, 1 to the cursor, 2 everything; 3 is the scrollback, which the model does
  /// not have.
  private mutating func eraseInDisplay(_ how: Int) {
    switch how {
    case 0:
      eraseInLine(0)
      grid.eraseRows(cursor.row + 1..<rows, style: style.erased)
    case 1:
      grid.eraseRows(0..<cursor.row, style: style.erased)
      eraseInLine(1)
    case 2: clearScreen()
    default: break
    }
  }

  /// EL, which also erases the last column if the cursor is about to wrap there, as in xterm.
  private mutating func eraseInLine(_ how: Int) {
    let ranges = [cursor.column..<columns, 0..<cursor.column + 1, 0..<columns]
    guard ranges.indices.contains(how) else { return }
    grid.erase(row: cursor.row, ranges[how], style: style.erased)
  }

  /// Clears the screen, including kitty's pictures.
  mutating func clearScreen() {
    grid.eraseRows(0..<rows, style: style.erased)
    artwork.placements = []
  }

  /// IL, which works only inside the region and shifts its lower part down.
  private mutating func insertLines(_ count: Int) {
    guard region.contains(cursor.row) else { return }
    grid.scrollDown(count, region: cursor.row..<region.upperBound, style: style.erased)
    cursor.column = 0
  }

  private mutating func deleteLines(_ count: Int) {
    guard region.contains(cursor.row) else { return }
    grid.scrollUp(count, region: cursor.row..<region.upperBound, style: style.erased)
    cursor.column = 0
  }

  private mutating func clearTabStops(_ how: Int) {
    switch how {
    case 0: tabStops.remove(cursor.column)
    case 3: tabStops = []
    default: break
    }
  }
}
