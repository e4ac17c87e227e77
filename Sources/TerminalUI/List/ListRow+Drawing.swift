internal import Terminal

extension ListRow {
  /// Draws the row into its lines of a list.
  ///
  /// - Parameters:
  ///   - canvas: The lines.
  ///   - columns: The columns of the rows in view.
  ///   - firstLine: The line of the title.
  ///   - isCursor: A Boolean value that indicates whether the cursor is on the row.
  ///   - isFocused: A Boolean value that indicates whether keys go to the list.
  @MainActor func draw(
    in canvas: Canvas, columns: RowColumns, firstLine y: Int, isCursor: Bool, isFocused: Bool
  ) {
    let strong = isCursor ? canvas.palette[isFocused ? .cursor : .strong] : .plain
    let weak = canvas.palette[isCursor && isFocused ? .cursor : .weak]
    if isCursor, isFocused { canvas.fill(style: strong) }
    if isCursor { canvas.draw("›", at: Point(x: 0, y: y), style: strong) }
    canvas.draw(trailing, endingAt: columns.trailing.end, y: y, width: columns.trailing.width, style: weak)
    let hasDetails = details.prefix(columns.details.count).contains { !$0.isEmpty }
    let markWidth = drawMarks(columns, y: y, style: strong, in: canvas)
    let room = hasDetails || markWidth > 0 ? columns.title - markWidth : columns.room
    let used = drawTitle(at: Point(x: 1, y: y), width: room, style: isDimmed ? weak : strong, in: canvas)
    if !note.isEmpty, used + 1 < room {
      canvas.draw(note, at: Point(x: used + 2, y: y), width: room - used - 1, style: weak)
    }
    for (detail, place) in zip(details, columns.details) {
      canvas.draw(detail, at: Point(x: place.x, y: y), width: place.width, style: weak)
    }
    if y + 1 < canvas.size.height {
      let text = details.filter { !$0.isEmpty }.joined(separator: " · ")
      canvas.draw(text, at: Point(x: 1, y: y + 1), width: canvas.size.width - 2, style: weak)
    }
  }

  /// Draws the dot of the selection and the marks at the end of the column of titles, in at most half of it, and returns the
  /// columns that they took, with a blank before each.
  ///
  /// In front of the titles, they would push them out of line.
  @MainActor private func drawMarks(_ columns: RowColumns, y: Int, style: Style, in canvas: Canvas) -> Int {
    var used = 0
    for mark in (isSelected ? [RowMark("●")] : []) + marks where used < columns.title / 2 {
      let width = canvas.draw(
        mark.text, endingAt: 1 + columns.title - used, y: y, width: columns.title / 2 - used,
        style: mark.style ?? style)
      used += width + 1
    }
    return used
  }

  /// Draws the title with what matches a search underlined, and returns the columns it took.
  @MainActor private func drawTitle(at point: Point, width: Int, style: Style, in canvas: Canvas) -> Int {
    let used = canvas.draw(title, at: point, width: width, style: style)
    let place = canvas.window(Rect(x: point.x, y: point.y, width: used, height: 1))
    let match = canvas.palette[.match]
    for columns in matches {
      place.restyle(Rect(x: columns.lowerBound, y: 0, width: columns.count, height: 1)) {
        // Over the color of the cursor, another one might not be seen.
        $0 == canvas.palette[.cursor] ? $0.with(match.attributes) : $0.overlaid(by: match)
      }
    }
    return used
  }
}
