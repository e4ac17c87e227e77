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

/// Standard output did not take what was written.
struct OutputError: Error, CustomStringConvertible {
  let number: Int32

  /// A Boolean value that indicates whether the reader closed the pipe: it has the wanted output, so there is
  /// nothing to report.
  var isBrokenPipe: Bool { number == EPIPE }

  var description: String { "The output cannot be written: \(String(cString: strerror(number)))." }
}

/// Writes a JSON array an element at a time, so that its length does not matter.
struct JSONArrayOutput: ~Copyable {
  private var output = Output()
  private var isFirst = true
  private let encoder = JSON.encoder

  /// Writes an element.
  mutating func element(_ value: some Encodable) throws {
    try output.line((isFirst ? "[\n" : ",\n") + JSON.text(value, encoder))
    isFirst = false
  }

  /// Ends the array.
  consuming func end() throws {
    try output.line(isFirst ? "[]" : "]")
    try output.end()
  }
}

/// The JSON output format: keys in alphabetical order, text unchanged except for characters that control a
/// terminal.
enum JSON {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// Writes one object as a line.
  static func write(_ value: some Encodable) throws { try Output.write(line: text(value, encoder)) }

  /// The value in one line; control characters, marks of direction and invisible characters are escaped.
  ///
  /// The encoder escapes only what RFC 8259 demands: U+0000 to U+001F. Others occur in strings alone, where an escape
  /// means the same.
  static func text(_ value: some Encodable, _ encoder: JSONEncoder) throws -> String {
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard text.unicodeScalars.contains(where: needsEscape) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if needsEscape(scalar) {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          escaped += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x7F: false
    case 0x7F...0x9F, 0x2028...0x202E, 0xFFF9...0xFFFB: true
    // Among them are zero-width characters, the soft hyphen, marks of direction, and tags.
    default: scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}
