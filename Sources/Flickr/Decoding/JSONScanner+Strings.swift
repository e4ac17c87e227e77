extension JSONScanner {
  /// Returns the characters of a string; ill-formed UTF-8 and lone surrogates become U+FFFD.
  func string(_ raw: RawString) -> String {
    guard raw.isEscaped else { return plainString(raw.range) }
    // An escape is never shorter than the character that it represents.
    return String(unsafeUninitializedCapacity: raw.range.count) { output in
      unescape(raw.range, into: output)
    }
  }

  /// Writes the characters of a string whose escapes have been checked, and returns the number of bytes.
  private func unescape(_ range: Range<Int>, into output: UnsafeMutableBufferPointer<UInt8>) -> Int {
    var index = range.lowerBound
    var written = 0
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\") else {
        output[written] = byte
        written += 1
        index += 1
        continue
      }
      guard bytes[index + 1] == UInt8(ascii: "u") else {
        output[written] = Self.meaning(of: bytes[index + 1])
        written += 1
        index += 2
        continue
      }
      let scalar = unicodeEscape(at: &index, end: range.upperBound)
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        output[written] = unit
        written += 1
      }
    }
    return written
  }

  private static func meaning(of letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// Parses a `\u` escape of four digits, including the second half of a surrogate pair.
  private func unicodeEscape(at index: inout Int, end: Int) -> Unicode.Scalar {
    let first = codeUnit(at: index)
    index += 6
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), index + 6 <= end, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let second = codeUnit(at: index)
    guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
    index += 6
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private func codeUnit(at index: Int) -> UInt16 {
    (2..<6).reduce(0) { $0 << 4 | (bytes[index + $1].hexValue ?? 0) }
  }
}
