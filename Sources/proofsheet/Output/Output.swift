import Foundation
import Terminal

/// Standard output: data only, gathered and written in large pieces.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []

  /// Writes a line as it is: the caller has made it safe for a terminal.
  mutating func line(_ text: String) throws {
    buffer += text.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Writes bytes that are no text.
  mutating func bytes(_ bytes: [UInt8]) throws {
    if bytes.count > 1 << 16 {
      try flush()
      return try OpenFile.standardOutput.write(bytes)
    }
    buffer += bytes
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Writes the fields of a row, made safe and separated by tabs.
  mutating func row(_ fields: [String]) throws {
    try line(fields.map(Self.safe).joined(separator: "\t"))
  }

  /// Returns a text on one line without controls.
  ///
  /// On a terminal, it is made fit for a screen. A script gets all other characters as they are, so that a name that it reads
  /// is found again.
  private static func safe(_ text: String) -> String {
    isTerminal ? SafeText.fitted(text) : SafeText.singleLine(text)
  }

  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Ends the output; what has been gathered is lost without it.
  consuming func end() throws { try flush() }

  private mutating func flush() throws {
    try OpenFile.standardOutput.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes one line, made safe: it may quote text from outside.
  static func write(line: String) throws { try write(text: safe(line)) }

  /// Writes lines as they are: the caller has made them safe for a terminal.
  static func write(text: String) throws {
    var output = Output()
    try output.line(text)
    try output.end()
  }
}
