/// The minimal part of gzip (RFC 1951, 1952) that the tests need.
enum Gzip {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  /// Returns the bytes in uncompressed blocks.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    header + storedBlocks(bytes) + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
  }

  /// Returns uncompressed blocks without header and checksum, which PNG defines differently.
  static func storedBlocks(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      result += littleEndian(length) + littleEndian(~length) + block
    } while !rest.isEmpty
    return result
  }

  /// Returns a file of at least `count` zeros in one block with fixed codes, 258 zeros in 13 bits, without a
  /// checksum.
  static func zeros(_ count: Int) -> [UInt8] {
    var bits = BitWriter()
    bits.write(0b011, count: 3)  // last block, fixed code
    bits.write(0b0000_1100, count: 8)  // literal 0: 00110000, first bit first
    for _ in 0...(count / 258) {
      bits.write(0b1010_0011, count: 8)  // length 258: 11000101
      bits.write(0, count: 5)  // distance 1
    }
    return header + bits.bytes
  }

  private static func littleEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  /// Returns the CRC-32, as in PNG.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  private struct BitWriter {
    private var finished: [UInt8] = []
    private var pending: UInt32 = 0
    private var used = 0

    mutating func write(_ value: UInt32, count: Int) {
      pending |= value << UInt32(used)
      used += count
      while used >= 8 {
        finished.append(UInt8(truncatingIfNeeded: pending))
        pending >>= 8
        used -= 8
      }
    }

    var bytes: [UInt8] { finished + [UInt8(truncatingIfNeeded: pending)] }
  }
}
