import PictureBasics

/// The blocks of a GIF before its first frame (GIF89a).
enum GIFBlocks {
  private static let xmp = Array("XMP DataXMP".utf8)

  /// Returns the parts with facts: the extent of the canvas and an XMP packet.
  static func parts(of bytes: [UInt8]) -> MetadataParts {
    var parts = MetadataParts()
    guard bytes.starts(with: "GIF8".utf8), bytes.count >= 13 else { return parts }
    let size = PixelSize(
      width: bytes[6..<8].littleEndianValue, height: bytes[8..<10].littleEndianValue)
    parts.size = size.area > 0 ? size : nil
    let flags = bytes[10]
    var position = 13 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
    while position + 3 <= bytes.count, bytes[position] == 0x21 {
      position += 2
      if parts.xmp == nil, bytes[(position + 1)...].starts(with: xmp) {
        // The packet is not cut into blocks. The table of 258 bytes behind it, which makes it readable as blocks, begins with
        // a byte that XML does not have (XMP specification, part 3, section 1.1.2).
        parts.xmp = bytes[(position + 1 + xmp.count)...].prefix { $0 != 1 }
      }
      while position < bytes.count, bytes[position] != 0 { position += 1 + Int(bytes[position]) }
      position += 1
    }
    return parts
  }
}
