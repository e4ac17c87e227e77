/// A place in some bytes that never leaves them: what is read beyond the end is `nil`.
struct ByteCursor {
  private let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  mutating func byte() -> UInt8? {
    guard offset >= 0, offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Two bytes, the high one first.
  mutating func word() -> Int? {
    guard let high = byte(), let low = byte() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  /// The next `count` bytes, or as many as there are.
  mutating func consume(_ count: Int) -> UnsafeRawBufferPointer {
    let end = min(bytes.count, offset + max(0, count))
    defer { offset = end }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
  }

  /// Goes behind the next byte of value `value`; `false`, and to the end, when there is none.
  mutating func skip(behind value: UInt8) -> Bool {
    guard let found = bytes[offset...].firstIndex(of: value) else {
      offset = bytes.count
      return false
    }
    offset = found + 1
    return true
  }
}
