/// The lines of a TOML file, of which single ones can be changed; all others stay, including comments and order.
public struct TOMLText {
  private struct Line {
    var text: String
    /// A Boolean value that indicates whether the line begins within a string of several lines, where nothing is a header or a
    /// key.
    var isInString = false
  }

  private var lines: [Line]
  /// The end of each line.
  private let lineEnd: String

  /// Creates the lines of a text.
  public init(_ text: String) {
    // A carriage return and a line feed are one character.
    var texts = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0) }
    if texts.last == "" { texts.removeLast() }
    let isFromWindows = !texts.isEmpty && texts.allSatisfy { $0.last == "\r" }
    lineEnd = isFromWindows ? "\r\n" : "\n"
    if isFromWindows { texts = texts.map { String($0.dropLast()) } }
    let inStrings = TOMLCheck.linesInStrings(of: text)
    lines = texts.enumerated().map { Line(text: $1, isInString: inStrings.contains($0 + 1)) }
  }

  /// The text as it stands.
  public var text: String {
    lines.isEmpty ? "" : lines.map(\.text).joined(separator: lineEnd) + lineEnd
  }

  /// Sets a string in a table: in the line that has it, else in a new one at the end of the table, else in a new table at
  /// the end of the file.
  public mutating func set(_ key: String, to value: String, in table: String) {
    let line = Line(text: "\(key) = \(Self.quoted(value))")
    guard let body = body(of: table) else {
      if !lines.isEmpty { lines.append(Line(text: "")) }
      lines += [Line(text: "[\(table)]"), line]
      return
    }
    if let index = body.first(where: { self.key(ofLine: $0) == key }) {
      lines.replaceSubrange(linesOfValue(at: index), with: [line])
    } else {
      // Behind the last line that says something, but not behind comments directly above the next header, which belong to it.
      var end = body.upperBound
      if end < lines.endIndex { while end > body.lowerBound, isComment(lines[end - 1]) { end -= 1 } }
      let last = body.prefix(end - body.lowerBound).last { !isBlank(lines[$0].text) } ?? body.lowerBound - 1
      lines.insert(line, at: last + 1)
    }
  }

  /// Takes the lines of a key out of a table.
  public mutating func remove(_ key: String, from table: String) {
    guard let index = body(of: table)?.first(where: { self.key(ofLine: $0) == key }) else { return }
    lines.removeSubrange(linesOfValue(at: index))
  }

  /// The line of a key, and those of its value if that is a string of several lines.
  private func linesOfValue(at index: Int) -> Range<Int> {
    index..<(lines[(index + 1)...].firstIndex { !$0.isInString } ?? lines.endIndex)
  }

  /// The number of the line that sets a key, from 1, in a table or before all of them; nil if no line begins with the key.
  public func lineNumber(of key: String, in table: String? = nil) -> Int? {
    let end = lines.firstIndex { name(ofHeader: $0) != nil } ?? lines.endIndex
    let range = table.map { body(of: $0) } ?? 0..<end
    return range?.first { self.key(ofLine: $0) == key }.map { $0 + 1 }
  }

  /// The number of the line with the header of a table, from 1; nil if there is none.
  public func lineNumber(ofTable table: String) -> Int? {
    lines.firstIndex { name(ofHeader: $0) == table }.map { $0 + 1 }
  }

  /// The number of the line that sets a value, from 1; nil if no line sets the value that contains all others of its path.
  ///
  /// The line has the path in its header, in its key or in both, or a longer path that begins so. The line of a value that no line
  /// names, such as an element of an array, is that of the value that contains it.
  ///
  /// - Parameter path: The names of the tables and the key, from the outermost table on.
  public func lineNumber(ofPath path: [String]) -> Int? {
    var table = ""
    let paths = lines.indices.map { index in
      if let header = name(ofHeader: lines[index]) {
        table = header
        return header
      }
      return key(ofLine: index).map { table.isEmpty ? $0 : "\(table).\($0)" } ?? ""
    }
    for count in (1..<path.count + 1).reversed() {
      let part = path.prefix(count).joined(separator: ".")
      let index = paths.firstIndex(of: part) ?? paths.firstIndex { $0.hasPrefix(part + ".") }
      if let index { return index + 1 }
    }
    return nil
  }

  /// The lines below the header of a table, up to the next header.
  private func body(of table: String) -> Range<Int>? {
    guard let header = lines.firstIndex(where: { name(ofHeader: $0) == table }) else { return nil }
    let end = lines[(header + 1)...].firstIndex { name(ofHeader: $0) != nil }
    return header + 1..<(end ?? lines.endIndex)
  }

  private func name(ofHeader line: Line) -> String? {
    if line.isInString { return nil }
    return line.text.wholeMatch(of: /\s*\[+\s*([^\[\]]*?)\s*\]+\s*(#.*)?/).map { String($0.1) }
  }

  private func key(ofLine index: Int) -> String? {
    if lines[index].isInString { return nil }
    return lines[index].text.prefixMatch(of: /\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_\-.]+))\s*=/).flatMap {
      match in
      (match.1 ?? match.2 ?? match.3).map(String.init)
    }
  }

  private func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }

  private func isComment(_ line: Line) -> Bool {
    !line.isInString && line.text.drop(while: \.isWhitespace).hasPrefix("#")
  }

  /// A basic string (TOML 1.0.0, “String”).
  static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Returns a text with escape sequences for what a basic string cannot contain, and for what cannot be seen.
  static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.isInvisibleControl:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// A Boolean value that indicates whether the character controls how text around it is shown, so that it must be visible
  /// as an escape sequence where text is edited.
  var isInvisibleControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
