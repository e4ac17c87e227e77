package import Foundation

/// Decimal numbers as text that gives back all digits: `3.14`, or `1e100` where zeros would be many.
package enum DecimalText {
  /// The number as text.
  package static func text(_ number: Decimal) -> String {
    if number.isNaN { return "nan" }
    let plain = number.description
    if plain.utf8.count <= 40, self.number(plain) == number { return plain }
    let digits = Decimal(sign: .plus, exponent: 0, significand: number.significand)
    return "\(number.sign == .minus ? "-" : "")\(digits)e\(number.exponent)"
  }

  /// The number that the text stands for; nil when it stands for none.
  package static func number(_ text: String) -> Decimal? {
    if text == "nan" { return .nan }
    let parts = text.split(separator: "e", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), isPlain(parts[0]), let digits = Decimal(string: String(parts[0]))
    else { return nil }
    if parts.count == 1 { return digits }
    guard let exponent = Int8(parts[1]) else { return nil }
    return Decimal(
      sign: digits.sign, exponent: Int(exponent), significand: digits.sign == .minus ? -digits : digits)
  }

  /// Foundation reads as far as it understands; here nothing may follow.
  private static func isPlain(_ text: Substring) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count)
      && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
