import Foundation
import Terminal

/// Standard output: data only, gathered and written in large pieces.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []

  /// Writes a line.
  mutating func line(_ text: String) {
    buffer += text.utf8
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count > 1 << 16 { flush() }
  }

  /// Writes the fields of a row, made safe and separated by tabs.
  mutating func row(_ fields: [String]) {
    line(fields.map { SafeText.fitted($0) }.joined(separator: "\t"))
  }

  /// Writes what has been gathered.
  mutating func flush() {
    FileHandle.standardOutput.write(Data(buffer))
    buffer.removeAll(keepingCapacity: true)
  }

  deinit { FileHandle.standardOutput.write(Data(buffer)) }
}

/// Writes a JSON array an element at a time, so that its length does not matter.
struct JSONArrayOutput: ~Copyable {
  private var output = Output()
  private var isFirst = true
  private let encoder = JSON.encoder

  /// Writes an element.
  mutating func element(_ value: some Encodable) throws {
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    output.line((isFirst ? "[\n" : ",\n") + text)
    isFirst = false
  }

  /// Ends the array.
  consuming func end() { output.line(isFirst ? "[]" : "]") }
}

/// How JSON is written: keys in alphabetical order, text as it is except for control characters.
enum JSON {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  /// Writes one object as a line.
  static func write(_ value: some Encodable) throws {
    var output = Output()
    output.line(String(decoding: try encoder.encode(value), as: UTF8.self))
  }
}
