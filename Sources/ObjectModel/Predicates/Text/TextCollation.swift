extension FetchOrder.Comparison {
  /// The collation key of a text: the texts are in order when their keys are, compared by their UTF-8 bytes.
  ///
  /// A store sorts by the same keys, made once for each row.
  package func key(of text: String) -> String {
    switch self {
    case .binary: text
    case .insensitive: TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive])
    case .natural: NaturalOrder.key(of: text)
    }
  }
}

/// The keys by which "img 9" comes before "img 10".
private enum NaturalOrder {
  /// The folded text, in which each run of ASCII digits is replaced by `0`, a code point that grows with the
  /// number of digits, and the digits, both without leading zeros; then NUL, and the text as it was.
  ///
  /// A digit thus still has its place among the other characters. To keep NUL below everything that can come
  /// in the text, U+0000 and U+0001 in it become U+0001 and one more.
  static func key(of text: String) -> String {
    var folded = TextFolding.fold(text, [.caseInsensitive, .diacriticInsensitive])
    var key: [UInt8] = []
    key.reserveCapacity(2 * text.utf8.count + 8)
    folded.withUTF8 { append($0, to: &key) }
    key.append(0)
    key += text.utf8
    return String(decoding: key, as: UTF8.self)
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if isDigit(byte) {
        let end = bytes[index...].firstIndex { !isDigit($0) } ?? bytes.count
        append(digits: bytes[index..<end].drop { $0 == 0x30 }, to: &key)
        index = end
        continue
      }
      if byte <= 1 { key.append(1) }
      key.append(byte <= 1 ? byte + 1 : byte)
      index += 1
    }
  }

  private static func append(digits: Slice<UnsafeBufferPointer<UInt8>>, to key: inout [UInt8]) {
    key.append(0x30)
    key += UTF8.encode(length(digits.count)).map(Array.init) ?? []
    key += digits
  }

  /// Returns a code point for a number of digits, after the surrogates and not above the last code point.
  private static func length(_ count: Int) -> Unicode.Scalar {
    let value = 0x21 + min(count, 0x10_0000)
    return Unicode.Scalar(UInt32(value < 0xD800 ? value : value + 0x800)) ?? "\u{10FFFF}"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
