/// A chunk of a PNG (W3C, Portable Network Graphics, third edition, section 5.3).
struct PNGChunk {
  let kind: String
  let contents: [UInt8]

  /// A chunk of EXIF with nothing but an orientation.
  static func orientation(_ value: UInt8) -> PNGChunk {
    let entry: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, value, 0, 0, 0]
    return PNGChunk(kind: "eXIf", contents: Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0] + entry + [0, 0, 0, 0])
  }

  /// A text with the same EXIF, as ImageMagick writes it: a name, a length, and hexadecimal digits.
  static func orientationText(_ value: UInt8) -> PNGChunk {
    let profile = Array("Exif\0\0".utf8) + orientation(value).contents
    let digits = profile.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let text = "Raw profile type exif\0\nexif\n    \(profile.count)\n\(digits)\n"
    return PNGChunk(kind: "tEXt", contents: Array(text.utf8))
  }

  /// The bytes of the chunk: its length, its kind, its contents, and a checksum.
  var bytes: [UInt8] {
    let checked = Array(kind.utf8) + contents
    return Self.big(contents.count) + checked + Self.big(Self.checksum(checked))
  }

  /// Returns a number of four bytes, the most significant first.
  static func big(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> Int {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return Int(~value)
  }
}

extension [UInt8] {
  /// Returns a PNG with further chunks before its pixels.
  func insertingPNGChunks(_ chunks: [PNGChunk]) -> [UInt8] {
    let header = 8 + 4 + 4 + 13 + 4
    return prefix(header) + chunks.flatMap(\.bytes) + dropFirst(header)
  }
}
