extension JSONScanner {
  /// The source text of a string, without its quotation marks.
  struct RawString {
    var range: Range<Int>
    var isEscaped: Bool
  }

  /// Consumes the string whose quotation mark is the next byte, and checks its escapes.
  mutating func scanString() throws(JSONFault) -> RawString {
    position += 1
    let start = position
    var isEscaped = false
    while true {
      skipPlainCharacters()
      guard position < count else { throw .cutOff }
      guard bytes[position] != UInt8(ascii: "\"") else { break }
      isEscaped = true
      try scanEscape()
    }
    position &+= 1
    return RawString(range: start..<position &- 1, isEscaped: isEscaped)
  }

  /// Advances to the next quotation mark or backslash, or to the end.
  @inline(__always)
  private mutating func skipPlainCharacters() {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
    while position &+ 8 <= count {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      let quotes = word ^ 0x2222_2222_2222_2222
      let backslashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let found = Self.zeroBytes(quotes) | Self.zeroBytes(backslashes)
      // The lowest bit is exact; those above it may be carries.
      position &+= found.trailingZeroBitCount &>> 3
      guard found == 0 else { return }
    }
    while position < count, bytes[position] != UInt8(ascii: "\""), bytes[position] != UInt8(ascii: "\\") {
      position &+= 1
    }
  }

  /// Returns a nonzero value if and only if a byte of the word is zero (Hacker's Delight, section 6-1).
  @inline(__always)
  static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  private mutating func scanEscape() throws(JSONFault) {
    guard position + 1 < count else { throw .cutOff }
    switch bytes[position + 1] {
    case UInt8(ascii: "u"):
      for offset in 2..<6 {
        guard position + offset < count else { throw .cutOff }
        guard bytes[position + offset].hexValue != nil else { throw .syntax(at: position) }
      }
      position += 6
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "'"):
      position += 2
    default: throw .syntax(at: position)
    }
  }

  /// Consumes a number and checks its syntax.
  mutating func scanNumber() throws(JSONFault) -> Range<Int> {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    return start..<position
  }

  private var current: UInt8? {
    position < count ? bytes[position] : nil
  }

  private mutating func digits() throws(JSONFault) {
    guard let first = current else { throw .cutOff }
    guard first.isDigit else { throw .syntax(at: position) }
    while let byte = current, byte.isDigit { position += 1 }
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  var hexValue: UInt16? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
