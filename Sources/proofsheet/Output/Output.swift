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
      return try Self.write(bytes)
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
    try Self.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private static func write(_ bytes: [UInt8]) throws {
    // Not by FileHandle, which traps when a disk is full or a reader gone.
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(STDOUT_FILENO, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if count < 0 {
        let reason = errno
        // Another program that has the same pipe or terminal can have set that nothing waits for it.
        if reason == EAGAIN { waitForRoom() }
        guard [EINTR, EAGAIN].contains(reason) else { throw OutputError(number: reason) }
        continue
      }
      start += count
    }
  }

  private static func waitForRoom() {
    var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    poll(&output, 1, -1)
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
