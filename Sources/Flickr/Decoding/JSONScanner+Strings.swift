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
    guard let source = bytes.baseAddress, let start = output.baseAddress else { return 0 }
    var index = range.lowerBound
    var target = start
    while index < range.upperBound {
      copyPlainCharacters(from: &index, end: range.upperBound, to: &target)
      guard index < range.upperBound else { break }
      guard source[index &+ 1] == UInt8(ascii: "u") else {
        target.pointee = Self.meaning(of: source[index &+ 1])
        target += 1
        index &+= 2
        continue
      }
      let scalar = unicodeEscape(at: &index, end: range.upperBound)
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        target.pointee = unit
        target += 1
      }
    }
    return target - start
  }

  /// Copies characters up to the next backslash, or to the end.
  ///
  /// There is room for as many bytes as are left, so eight can be copied before it is known how many count.
  @inline(__always)
  private func copyPlainCharacters(
    from index: inout Int, end: Int, to target: inout UnsafeMutablePointer<UInt8>
  ) {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
    while index &+ 8 <= end {
      let word = base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      UnsafeMutableRawPointer(target).storeBytes(of: word, as: UInt64.self)
      let found = Self.zeroBytes(UInt64(littleEndian: word) ^ 0x5C5C_5C5C_5C5C_5C5C)
      let count = found.trailingZeroBitCount &>> 3
      index &+= count
      target += count
      guard found == 0 else { return }
    }
    while index < end, bytes[index] != UInt8(ascii: "\\") {
      target.pointee = bytes[index]
      target += 1
      index &+= 1
    }
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
