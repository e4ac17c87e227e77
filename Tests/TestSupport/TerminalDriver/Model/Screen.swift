extension TerminalModel {
  /// The visible state of a terminal at one moment.
  public struct Screen: Sendable {
    /// The cells, row by row; all rows have the same number of cells.
    public let rows: [[Cell]]
    /// The position of the cursor, visible or not.
    public let cursor: Position
    /// The modes that the program has set.
    public let modes: Modes
    /// The title of the window.
    public let title: String
    let artwork: Artwork
    /// The IDs of the images that the other screen has.
    let otherImages: Set<Int>

    /// Returns the text of a row, without trailing blanks.
    public func line(_ row: Int) -> String { text(row: row, columns: 0..<rows[row].count) }

    /// The rows from top to bottom, without trailing blanks.
    public var lines: [String] { rows.indices.map(line) }

    /// The lines, separated by line ends.
    public var text: String { lines.joined(separator: "\n") }

    /// Returns a Boolean value that indicates whether a row contains the text.
    public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// The cell at a position.
    public subscript(position: Position) -> Cell { rows[position.row][position.column] }

    /// Returns the style of a cell.
    public func style(row: Int, column: Int) -> Style { rows[row][column].style }

    /// Returns the first position of the text from the top left, or nil if it is not on the screen.
    public func find(_ text: String) -> Position? {
      for row in rows.indices where line(row).contains(text) {
        let column = rows[row].indices.first { column in
          !rows[row][column].isRightHalf
            && self.text(row: row, columns: column..<rows[row].count).hasPrefix(text)
        }
        if let column { return Position(row: row, column: column) }
      }
      return nil
    }

    /// Returns the style of the first cell of a text, or nil if it is not on the screen.
    public func style(of text: String) -> Style? { find(text).map { self[$0].style } }

    private func text(row: Int, columns: Range<Int>) -> String {
      let text = rows[row][columns].map(\.text).joined()
      guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
      return String(text[...last])
    }
  }
}

extension TerminalModel.Screen {
  /// Adjacent cells of a row with a common property.
  public struct Run: Sendable, Equatable {
    /// The row of the cells.
    public let row: Int
    /// The columns of the cells.
    public let columns: Range<Int>
    /// The text of the cells, without trailing blanks.
    public let text: String
  }

  /// Returns the longest runs of cells with the attributes, from the top left.
  public func runs(with attributes: TerminalModel.Attributes) -> [Run] {
    rows.indices.flatMap { row in
      let marked = rows[row].indices.filter { column in
        rows[row][column].style.attributes.isSuperset(of: attributes)
      }
      return RangeSet(marked, within: rows[row]).ranges.map { columns in
        Run(row: row, columns: columns, text: text(row: row, columns: columns))
      }
    }
  }

  /// The rows with cells in reverse video, which indicates a selection without colors.
  public var selectedRows: [Int] {
    runs(with: .reverse).map(\.row).reduce(into: []) { rows, row in
      if rows.last != row { rows.append(row) }
    }
  }

  /// The complete lines of `selectedRows`.
  public var selectedLines: [String] { selectedRows.map(line) }

  /// The texts in reverse video, one per run of cells.
  public var selections: [String] { runs(with: .reverse).map(\.text) }
}

extension TerminalModel.Screen: CustomStringConvertible {
  /// The text in a frame with cursor, size, and pictures, as a failing test shows it.
  public var description: String {
    let width = rows.first?.count ?? 0
    let border = "+" + String(repeating: "-", count: width) + "+"
    let body = rows.map { row in "|" + row.map(\.text).joined() + "|" }
    let place = "cursor \(modes.cursorVisible ? "" : "hidden ")at row \(cursor.row), column \(cursor.column)"
    let pictures = pictures.map { picture in
      "\(picture.kind) \(picture.id), \(picture.columns)x\(picture.rows)"
        + " at row \(picture.position.row), column \(picture.position.column)"
        + (picture.isDamaged ? ", damaged" : "") + (picture.image == nil ? ", without image" : "")
    }
    return ([border] + body + [border, "\(width)x\(rows.count), \(place)"] + pictures)
      .joined(separator: "\n")
  }
}
