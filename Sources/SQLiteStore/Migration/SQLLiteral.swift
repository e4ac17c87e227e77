internal import Foundation
internal import ObjectStore

/// Values of columns as SQL text, for statements that cannot have parameters.
enum SQLLiteral {
  /// Returns the literal for a value, as a column holds it.
  static func text(_ value: PropertyValue) -> String {
    switch value.columnValue {
    case .integer(let number): String(number)
    case .real(let number) where number.isFinite: String(number)
    case .real(let number): number < 0 ? "-9e999" : "9e999"
    case .string(let text): self.text(text)
    case .data(let data): blob(data)
    default: "NULL"
    }
  }

  /// A literal ends at a NUL character.
  private static func text(_ text: String) -> String {
    guard !text.utf8.contains(0) else { return "CAST(\(blob(Data(text.utf8))) AS TEXT)" }
    // Scalar by scalar: a quote and an accent after it are one character.
    return "'" + text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined() + "'"
  }

  private static func blob(_ data: Data) -> String {
    let digits = data.map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "x'" + digits.joined() + "'"
  }
}
