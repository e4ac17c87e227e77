extension TerminalModel {
  /// What a person in front of the terminal sees at one moment.
  public struct Screen: Sendable {
    /// The cells, row by row; all rows have the same number of cells.
    public let rows: [[Cell]]
    /// Where the cursor stands, whether it is visible or not.
    public let cursor: Position
    /// What the program has switched on.
    public let modes: Modes
    /// The title of the window.
    public let title: String
    let artwork: Artwork

    /// The characters of a row, without the blanks at its end.
    public func line(_ row: Int) -> String { text(row: row, columns: 0..<rows[row].count) }

    /// The rows from top to bottom, without the blanks at their ends.
    public var lines: [String] { rows.indices.map(line) }

    /// The lines with line ends between them.
    public var text: String { lines.joined(separator: "\n") }

    /// Whether the text stands somewhere on one row.
    public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// The cell at a place.
    public subscript(position: Position) -> Cell { rows[position.row][position.column] }

    /// The style of a cell.
    public func style(row: Int, column: Int) -> Style { rows[row][column].style }

    /// Where the text begins, the first place from the top left; nil if it is not on the screen.
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

    /// The style of the first cell of a text; nil if it is not on the screen.
    public func style(of text: String) -> Style? { find(text).map { self[$0].style } }

    private func text(row: Int, columns: Range<Int>) -> String {
      let text = rows[row][columns].map(\.text).joined()
      guard let last = text.lastIndex(where: { $0 != " " }) else { return "" }
      return String(text[...last])
    }
  }
}

extension TerminalModel.Screen {
  /// Neighbouring cells of a row that have something in common.
  public struct Run: Sendable, Equatable {
    /// The row they are on.
    public let row: Int
    /// The columns they cover.
    public let columns: Range<Int>
    /// Their characters, without the blanks at the end.
    public let text: String
  }

  /// The longest runs of cells that have an attribute, from the top left.
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

  /// The rows with cells in reverse video, which is how a selection looks without colours.
  public var selectedRows: [Int] {
    runs(with: .reverse).map(\.row).reduce(into: []) { rows, row in
      if rows.last != row { rows.append(row) }
    }
  }

  /// The whole lines of `selectedRows`.
  public var selectedLines: [String] { selectedRows.map(line) }

  /// The texts in reverse video, one for each run of cells.
  public var selections: [String] { runs(with: .reverse).map(\.text) }
}

extension TerminalModel.Screen: CustomStringConvertible {
  /// The text in a frame with its cursor, size and pictures, as a failing test shows it.
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
