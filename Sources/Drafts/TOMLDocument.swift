public import TOMLKit

/// Reading of TOML that people wrote.
public enum TOMLDocument {
  /// The reason why a text is not TOML.
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// The reason as a clause.
    public let reason: String
  }

  /// Parses a text.
  ///
  /// - Throws: ``SyntaxError``.
  public static func parse(_ text: String) throws(SyntaxError) -> TOMLTable {
    // The parser in C++ takes U+0000 for the end of the text.
    if let line = lineOfNull(in: text) {
      throw SyntaxError(line: line, reason: "a text cannot contain the character U+0000")
    }
    if let error = TOMLBrackets.error(in: text) { throw error }
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw SyntaxError(line: error.source.begin.line, reason: error.description)
    } catch {
      throw SyntaxError(line: 1, reason: "\(error)")
    }
  }

  private static func lineOfNull(in text: String) -> Int? {
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
      Substring.init)
    return lines.firstIndex { line in
      line.utf8.contains(0) || line.contains("0000") && hasEscapedNull(line)
    }.map { $0 + 1 }
  }

  private static func hasEscapedNull(_ line: Substring) -> Bool {
    line.matches(of: /(\\+)(?:u0000|U00000000)/).contains { !$0.1.count.isMultiple(of: 2) }
  }
}
