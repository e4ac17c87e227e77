/// Values in Flickr's variants: a number may be written as a string and a string as a number, and either
/// may be wrapped as `{"_content": …}`.
///
/// Any other value reads as `nil` and affects only its field.
extension JSONScanner {
  private enum Scalar {
    case none
    case string(RawString)
    case number(Range<Int>)
  }

  /// Reads the next value as text.
  mutating func text() throws(JSONFault) -> String? {
    switch try scalar() {
    case .none: nil
    case .string(let raw): string(raw)
    case .number(let range): plainString(range)
    }
  }

  /// Reads the next value as text, and returns `nil` if it is empty.
  mutating func word() throws(JSONFault) -> String? {
    guard let text = try text(), !text.isEmpty else { return nil }
    return text
  }

  /// Reads the next value as an integer within bounds; returns `nil` for any other value.
  ///
  /// Each field has bounds, so that arithmetic on received values cannot overflow.
  mutating func integer(in bounds: ClosedRange<Int>) throws(JSONFault) -> Int? {
    let number: Int? =
      switch try scalar() {
      case .none: nil
      case .string(let raw): integer(at: raw.range)
      case .number(let range): integer(at: range) ?? double(in: range).flatMap(Int.init(exactly:))
      }
    return number.flatMap { bounds.contains($0) ? $0 : nil }
  }

  /// Reads the next value as a finite number.
  mutating func double() throws(JSONFault) -> Double? {
    switch try scalar() {
    case .none: nil
    case .string(let raw): double(in: raw.range)
    case .number(let range): double(in: range)
    }
  }

  private mutating func scalar() throws(JSONFault) -> Scalar {
    switch try next() {
    case UInt8(ascii: "\""): return .string(try scanString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try scanNumber())
    case UInt8(ascii: "{"): return try content()
    default:
      try skip()
      return .none
    }
  }

  /// Reads the `_content` of an object.
  private mutating func content() throws(JSONFault) -> Scalar {
    var result = Scalar.none
    try enterObject()
    while let name = try nextName() {
      if isEqual(name, "_content") { result = try scalar() } else { try skip() }
    }
    return result
  }

  @inline(__always)
  func isEqual(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for offset in 0..<range.count where bytes[range.lowerBound + offset] != word.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Returns the characters as written; ill-formed UTF-8 becomes U+FFFD.
  func plainString(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }

  private func integer(at range: Range<Int>) -> Int? {
    let text = trimmed(range)
    guard let first = text.first.map({ bytes[$0] }) else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    // 18 digits cannot overflow.
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value = 0
    for index in digits {
      guard bytes[index].isDigit else { return nil }
      value = value &* 10 &+ Int(bytes[index] &- UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  private func double(in range: Range<Int>) -> Double? {
    let range = trimmed(range)
    if let value = shortDecimal(at: range) { return value }
    guard let value = Double(plainString(range)), value.isFinite else { return nil }
    return value
  }

  /// The powers of ten that are exact as `Double`.
  private static let powersOfTen: [Double] = (0..<16).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

  /// Parses digits with at most one point, as coordinates have; returns `nil` for other forms.
  ///
  /// Both numbers are exact with 15 digits, so their quotient is the nearest number, as of any parser.
  private func shortDecimal(at range: Range<Int>) -> Double? {
    guard let first = range.first, range.count <= 17 else { return nil }
    let isNegative = bytes[first] == UInt8(ascii: "-")
    var value = 0
    var digits = 0
    var point: Int?
    for index in (isNegative ? first + 1 : first)..<range.upperBound {
      if bytes[index].isDigit {
        value = value &* 10 &+ Int(bytes[index] &- UInt8(ascii: "0"))
        digits += 1
      } else {
        guard bytes[index] == UInt8(ascii: "."), point == nil else { return nil }
        point = digits
      }
    }
    guard digits > 0, digits <= 15, point != 0, point != digits else { return nil }
    let quotient = Double(value) / Self.powersOfTen[digits - (point ?? digits)]
    return isNegative ? -quotient : quotient
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, bytes[first] == 0x20 { range = (first + 1)..<range.upperBound }
    while let last = range.last, bytes[last] == 0x20 { range = range.lowerBound..<last }
    return range
  }
}
