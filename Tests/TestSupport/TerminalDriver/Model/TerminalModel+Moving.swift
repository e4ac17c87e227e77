extension TerminalModel {
  /// Moves to a row and column in CUP's coordinates, which begin at the top of the region in origin mode.
  mutating func move(row: Int, column: Int) {
    moveTo(row: row)
    moveTo(column: column)
  }

  mutating func moveTo(row: Int) {
    let allowed = modes.origin ? region : 0..<rows
    cursor.row = min(allowed.lowerBound + max(row, 0), allowed.upperBound - 1)
    cursor.wrapPending = false
  }

  mutating func moveTo(column: Int) {
    cursor.column = min(max(column, 0), columns - 1)
    cursor.wrapPending = false
  }

  mutating func moveBy(columns count: Int) { moveTo(column: cursor.column + count) }

  /// CUU and CUD, which stop at the margin if they begin inside of it.
  mutating func moveBy(rows count: Int) {
    let top = cursor.row >= region.lowerBound ? region.lowerBound : 0
    let bottom = cursor.row < region.upperBound ? region.upperBound - 1 : rows - 1
    cursor.row = min(max(cursor.row + count, top), bottom)
    cursor.wrapPending = false
  }

  /// Moves to the next tab stop, or back for a negative count.
  mutating func tab(_ count: Int) {
    for _ in 0..<min(abs(count), columns) {
      let next =
        count > 0
        ? (cursor.column..<columns).dropFirst().first(where: tabStops.contains) ?? columns - 1
        : (0..<cursor.column).last(where: tabStops.contains) ?? 0
      moveTo(column: next)
    }
  }

  /// DECSTBM, which ignores margins without a row between them.
  mutating func setRegion(top: Int, bottom: Int) {
    let bottom = min(bottom, rows)
    guard top >= 1, top < bottom else { return }
    region = top - 1..<bottom
    move(row: 0, column: 0)
  }

  /// Executes a sequence that begins with CSI.
  mutating func sequence(_ sequence: ControlSequence) {
    switch (sequence.prefix, sequence.intermediates) {
    case (nil, ""):
      if !moving(sequence) && !editing(sequence) { asking(sequence) }
    case ("?", ""):
      switch sequence.final {
      case "h": setModes(sequence, on: true)
      case "l": setModes(sequence, on: false)
      default: asking(sequence)
      }
    case (">", "") where sequence.final == "m":
      if sequence.number(0, or: 0) == 4 { modes.modifyOtherKeys = sequence.number(1, or: 0) }
    case (">", "") where sequence.final == "u":
      modes.keyboardFlags.append(sequence.number(0, or: 0))
    case ("<", "") where sequence.final == "u":
      modes.keyboardFlags.removeLast(min(sequence.number(0), modes.keyboardFlags.count))
    case (nil, "!") where sequence.final == "p": softReset()
    case (nil, " ") where sequence.final == "q": modes.cursorShape = sequence.number(0, or: 0)
    default: asking(sequence)
    }
  }

  /// Executes sequences that move the cursor, and returns `false` for others.
  private mutating func moving(_ sequence: ControlSequence) -> Bool {
    let count = sequence.number(0)
    switch sequence.final {
    case "A", "k": moveBy(rows: -count)
    case "B", "e": moveBy(rows: count)
    case "C", "a": moveBy(columns: count)
    case "D", "j": moveBy(columns: -count)
    case "E":
      moveBy(rows: count)
      moveTo(column: 0)
    case "F":
      moveBy(rows: -count)
      moveTo(column: 0)
    case "G", "`": moveTo(column: count - 1)
    case "d": moveTo(row: count - 1)
    case "H", "f": move(row: count - 1, column: sequence.number(1) - 1)
    case "I": tab(count)
    case "Z": tab(-count)
    case "r": setRegion(top: count, bottom: sequence.number(1, or: rows))
    case "s": saveCursor()
    case "u": restoreCursor()
    default: return false
    }
    return true
  }
}
