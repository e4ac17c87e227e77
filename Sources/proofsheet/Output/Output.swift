import Foundation
import Terminal

/// Standard output: data only, gathered and written in large pieces.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []

  /// Writes a line.
  mutating func line(_ text: String) throws {
    buffer += text.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Writes bytes that are no text.
  mutating func bytes(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count > 1 << 16 { try flush() }
  }

  /// Writes the fields of a row, made safe and separated by tabs.
  mutating func row(_ fields: [String]) throws {
    try line(fields.map { SafeText.fitted($0) }.joined(separator: "\t"))
  }

  /// Ends the output; what has been gathered is lost without it.
  consuming func end() throws { try flush() }

  private mutating func flush() throws {
    // Not by FileHandle, which traps when a disk is full or a reader gone.
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw OutputError(number: errno)
      }
      rest = rest.dropFirst(count)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Writes one line and ends.
  static func write(line: String) throws {
    var output = Output()
    try output.line(line)
    try output.end()
  }
}
