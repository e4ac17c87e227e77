import TestSupport

/// A framed part of the screen, as a person sees it.
struct Pane: Hashable {
  /// The line of the frame above it, with the title.
  let top: String
  /// The line of the frame below it, with the position; while a message covers that, the status line.
  let bottom: String
  /// What stands inside, line by line.
  let lines: [String]
  /// Which of the lines the cursor is on; nil when it is on none.
  let cursor: Int?

  /// The line under the cursor, without its mark and its right end.
  var current: String? {
    cursor.map { line in
      let text = lines[line].drop { $0 != "›" }.dropFirst()
      return String(text[..<(text.firstRange(of: "  ")?.lowerBound ?? text.endIndex)])
    }
  }

  func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  /// Returns a Boolean value that indicates whether a line has a title and, behind it, marks.
  func contains(_ title: String, marked marks: String) -> Bool {
    lines.contains { line in
      line.firstRange(of: title).map { line[$0.upperBound...].contains(marks) } ?? false
    }
  }

  /// Whether the pane is there, and without a text.
  func lacks(_ text: String) -> Bool { !lines.isEmpty && !contains(text) }
}

/// The panes from left to right.
///
/// A pane that is not there is empty: while a frame is on its way, a condition that looks at its panes does not hold yet.
struct Panes: RandomAccessCollection, Hashable {
  private let panes: [Pane]

  init(_ panes: [Pane]) { self.panes = panes }

  var startIndex: Int { 0 }
  var endIndex: Int { panes.count }

  subscript(index: Int) -> Pane {
    panes.indices.contains(index) ? panes[index] : Pane(top: "", bottom: "", lines: [], cursor: nil)
  }
}

extension TerminalModel.Screen {
  /// The panes from left to right.
  var panes: Panes {
    guard rows.count > 1 else { return Panes([]) }
    let last = paneEnd
    let isCovered = !rows[last].contains { $0.text == "╰" }
    let panes = paneColumns.map { columns in
      let inside = (columns.lowerBound + 1)..<columns.upperBound
      let lines = (1..<max(last, 1)).map { row in rows[row][inside].map(\.text).joined() }
      return Pane(
        top: rows[0][columns].map(\.text).joined(),
        bottom: isCovered ? foot : rows[last][columns].map(\.text).joined(),
        lines: lines, cursor: lines.firstIndex { $0.prefix(12).contains("›") })
    }
    return Panes(panes)
  }

  /// The row below the lists: that of their frames, or the first one that covers it.
  private var paneEnd: Int {
    let last = lines.lastIndex { $0.hasPrefix("│") || $0.hasPrefix("╰") } ?? 0
    return min(lines[last].hasPrefix("╰") ? last : last + 1, rows.count - 1)
  }

  /// The columns of each pane, from its left border to its right one, which the next pane shares.
  private var paneColumns: [ClosedRange<Int>] {
    let starts = rows[0].indices.filter { ["╭", "┬"].contains(rows[0][$0].text) }
    let ends = rows[0].indices.filter { ["┬", "╮"].contains(rows[0][$0].text) }
    return zip(starts, ends).filter { $0 < $1 }.map { $0...$1 }
  }

  /// What is not straight: rows whose borders do not stand below those of the first row.
  var crookedRows: [String] {
    let last = paneEnd
    guard last > 1 else { return ["no frame"] }
    return (1..<last).filter { row in
      paneColumns.contains { columns in
        !["│", "┃"].contains(rows[row][columns.lowerBound].text)
          || !["│", "┃"].contains(rows[row][columns.upperBound].text)
      }
    }.map(line)
  }

  /// The lines at the foot: a message, what is typed and what is wrong with it, if there is any, and the status line.
  var foot: String {
    let frame = lines.lastIndex { $0.hasPrefix("│") || $0.hasPrefix("╰") } ?? lines.count - 4
    return lines.dropFirst(frame + 1).joined(separator: "\n")
  }

  /// The line of the state of things.
  var statusLine: String { lines.last ?? "" }

  /// Everything that no message covers: cells with their styles.
  var body: [[TerminalModel.Cell]] { Array(rows.dropLast(2)) }
}

extension TerminalSession {
  /// Waits until the cursor of a pane is on a line that begins with a text.
  @discardableResult
  func wait(
    forCursor text: String, inPane pane: Int, fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    try await wait(until: "the cursor of pane \(pane) on \(text)", fileID: fileID, line: line) { screen in
      screen.panes[pane].current?.hasPrefix(text) == true
    }
  }

  /// Waits until the lines at the foot hold a text.
  @discardableResult
  func wait(
    forFoot text: String, fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    try await wait(until: "\(text) at the foot", fileID: fileID, line: line) { $0.foot.contains(text) }
  }

  /// Types and waits for a text anywhere.
  @discardableResult
  func type(
    _ keys: String, andWaitFor text: String, fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    type(keys)
    return try await wait(for: text, fileID: fileID, line: line)
  }

  /// Types keys and waits for their text in the foot.
  @discardableResult
  func type(
    _ keys: String, andWaitForFoot text: String, fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    type(keys)
    return try await wait(forFoot: text, fileID: fileID, line: line)
  }
}
