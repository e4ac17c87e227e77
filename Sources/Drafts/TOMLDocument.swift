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
    if let error = TOMLCheck.error(in: text) { throw error }
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw SyntaxError(line: error.source.begin.line, reason: error.description)
    } catch {
      throw SyntaxError(line: 1, reason: "\(error)")
    }
  }
}
