import PictureBasics

/// The chunks of a PNG that contain facts (W3C, Portable Network Graphics, third edition).
enum PNGChunks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let xmp = Array("XML:com.adobe.xmp\0".utf8)

  /// Returns the parts with facts.
  ///
  /// Chunks after the pixels are read if the bytes contain them.
  static func parts(of bytes: [UInt8]) -> MetadataParts {
    var parts = MetadataParts()
    var position = signature.count
    while position + 12 <= bytes.count {
      let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let (start, end) = (position + 8, position + 8 + length)
      guard end <= bytes.count else { break }
      let data = bytes[start..<end]
      switch String(decoding: bytes[(position + 4)..<start], as: UTF8.self) {
      case "IHDR" where length >= 8:
        parts.size = PixelSize(
          width: data.prefix(4).reduce(0) { $0 << 8 | Int($1) },
          height: data.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) })
      case "eXIf": parts.exif = parts.exif ?? data
      case "iTXt": parts.xmp = parts.xmp ?? packet(data)
      case "IEND": return parts
      default: break
      }
      position = end + 4
    }
    return parts
  }

  /// Returns the packet in a text chunk that is not compressed: a keyword, two flags, and two empty texts before it.
  private static func packet(_ data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard data.starts(with: xmp) else { return nil }
    var rest = data.dropFirst(xmp.count)
    guard rest.count > 2, rest.removeFirst() == 0 else { return nil }
    rest.removeFirst()
    for _ in 0..<2 {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      rest = rest[(end + 1)...]
    }
    return rest
  }
}
