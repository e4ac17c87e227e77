/// Reads numbers from the beginning of bytes, the high byte first; once bytes are missing, everything is `nil`.
struct ByteReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Consumes a number of some bytes, up to eight; one of no bytes is 0.
  mutating func consume(_ count: Int) -> Int? {
    guard rest.count >= count else {
      rest = []
      return nil
    }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).bigEndianValue
  }

  /// Consumes the version and the flags of a full box.
  mutating func consumeVersion() -> (version: Int, flags: Int)? {
    consume(4).map { ($0 >> 24, $0 & 0xFF_FFFF) }
  }

  /// Skips some bytes.
  mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }
}
