import TestSupport

/// A framed part of the screen, as a person sees it.
struct Pane: Hashable {
  /// The line of the frame above it, with the title.
  let top: String
  /// The line of the frame below it, with the position.
  let bottom: String
  /// What stands inside, line by line.
  let lines: [String]
  /// Which of the lines the cursor is on; nil when it is on none.
  let cursor: Int?

  /// The line under the cursor, without its mark and its right end.
  var current: String? {
    cursor.map { line in
      let text = lines[line].dropFirst()
      return String(text[..<(text.firstRange(of: "  ")?.lowerBound ?? text.endIndex)])
    }
  }

  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}

extension TerminalModel.Screen {
  /// The panes from left to right.
  var panes: [Pane] {
    guard rows.count > 1 else { return [] }
    let last = rows.lastIndex { row in row.contains { $0.text == "╰" } } ?? 0
    return paneColumns.map { columns in
      let inside = (columns.lowerBound + 1)..<columns.upperBound
      let lines = (1..<max(last, 1)).map { row in rows[row][inside].map(\.text).joined() }
      return Pane(
        top: rows[0][columns].map(\.text).joined(), bottom: rows[last][columns].map(\.text).joined(),
        lines: lines, cursor: lines.firstIndex { $0.hasPrefix("›") })
    }
  }

  /// The columns of each pane, from its left border to its right one.
  private var paneColumns: [ClosedRange<Int>] {
    let starts = rows[0].indices.filter { rows[0][$0].text == "╭" }
    let ends = rows[0].indices.filter { rows[0][$0].text == "╮" }
    return zip(starts, ends).filter { $0 < $1 }.map { $0...$1 }
  }

  /// What is not straight: rows whose borders do not stand below those of the first row.
  var crookedRows: [String] {
    guard let last = rows.lastIndex(where: { row in row.contains { $0.text == "╰" } }) else {
      return ["no frame"]
    }
    return (1..<last).filter { row in
      paneColumns.contains { columns in
        rows[row][columns.lowerBound].text != "│"
          || !["│", "┃"].contains(rows[row][columns.upperBound].text)
      }
    }.map(line)
  }

  /// The line at the foot: what was done, what is typed, or the state of things.
  var foot: String { lines.last ?? "" }

  /// Everything above the foot: cells with their styles.
  var body: [[TerminalModel.Cell]] { Array(rows.dropLast()) }
}

extension TerminalSession {
  /// Waits until the cursor of a pane is on a line that begins with a text.
  @discardableResult
  func wait(
    forCursor text: String, inPane pane: Int, fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    try await wait(until: "the cursor of pane \(pane) on \(text)", fileID: fileID, line: line) { screen in
      let panes = screen.panes
      return pane < panes.count && panes[pane].current?.hasPrefix(text) == true
    }
  }

  /// Waits until the line at the foot holds a text.
  @discardableResult
  func wait(
    forFoot text: String, fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    try await wait(until: "\(text) at the foot", fileID: fileID, line: line) { $0.foot.contains(text) }
  }

  /// Types keys and waits for what they bring to the foot.
  @discardableResult
  func type(
    _ keys: String, andWaitForFoot text: String, fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    type(keys)
    return try await wait(forFoot: text, fileID: fileID, line: line)
  }
}
