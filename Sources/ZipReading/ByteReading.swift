/// Little-endian numbers in bytes.
extension [UInt8] {
  /// Returns the number at a position; `nil` if the bytes end before.
  func number<Number: FixedWidthInteger & UnsignedInteger>(at position: Int, as: Number.Type) -> Number? {
    let size = MemoryLayout<Number>.size
    guard position >= 0, position <= count - size else { return nil }
    return withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
    }
  }

  /// Returns the number of two bytes at a position.
  func short(at position: Int) -> Int? { number(at: position, as: UInt16.self).map(Int.init) }

  /// Returns the number of four bytes at a position.
  func long(at position: Int) -> Int? { number(at: position, as: UInt32.self).map(Int.init) }

  /// Returns the number of eight bytes at a position; `nil` also for one that is larger than any file.
  func huge(at position: Int) -> Int? { number(at: position, as: UInt64.self).flatMap(Int.init(exactly:)) }
}
