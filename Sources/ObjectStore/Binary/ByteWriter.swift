internal import Foundation

/// Puts numbers, texts and bytes one behind the other.
struct ByteWriter {
  private(set) var bytes = Data()

  /// Seven bits a byte, the lowest first; all but the last with the highest bit set (LEB128).
  mutating func put(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes the number of items that follow.
  mutating func put(count: Int) { put(UInt64(count)) }

  /// A number with its sign in the lowest bit, so that small ones are short.
  mutating func put(signed number: Int64) {
    put(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
  }

  /// All eight bytes, the lowest first.
  mutating func put(fixed number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(byte: UInt8) { bytes.append(byte) }

  mutating func put(raw data: some Sequence<UInt8>) { bytes.append(contentsOf: data) }

  /// Bytes behind their number.
  mutating func put(_ data: Data) {
    put(count: data.count)
    bytes.append(data)
  }

  /// Text as UTF-8 behind the number of its bytes.
  mutating func put(_ text: String) {
    put(count: text.utf8.count)
    bytes.append(contentsOf: text.utf8)
  }
}
