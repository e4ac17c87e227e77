import PictureBasics

/// The segments of a JPEG before its pixels (ITU-T T.81, annex B).
enum JPEGSegments {
  private static let exif = Array("Exif\0\0".utf8)
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let photoshop = Array("Photoshop 3.0\0".utf8)

  /// Returns the parts with facts; the first of each kind counts.
  static func parts(of bytes: [UInt8]) -> MetadataParts {
    var parts = MetadataParts()
    var position = 2
    guard bytes.starts(with: [0xFF, 0xD8]) else { return parts }
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      // A marker may be preceded by filling bytes.
      if marker == 0xFF {
        position += 1
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let end = min(bytes.count, position + 2 + length)
      guard marker != 0xDA, marker != 0xD9, length >= 2, position + 4 <= end else { break }
      read(marker, bytes[(position + 4)..<end], &parts)
      position = end
    }
    return parts
  }

  private static func read(_ marker: UInt8, _ segment: ArraySlice<UInt8>, _ parts: inout MetadataParts) {
    switch marker {
    case 0xC4, 0xC8, 0xCC: break  // tables, and what is reserved, among the codes of frames
    case 0xC0...0xCF where parts.size == nil && segment.count >= 5:
      let start = segment.startIndex + 1
      parts.size = PixelSize(
        width: Int(segment[start + 2]) << 8 | Int(segment[start + 3]),
        height: Int(segment[start]) << 8 | Int(segment[start + 1]))
    case 0xE1 where parts.exif == nil && segment.starts(with: exif):
      parts.exif = segment.dropFirst(exif.count)
    case 0xE1 where parts.xmp == nil && segment.starts(with: xmp):
      parts.xmp = segment.dropFirst(xmp.count)
    case 0xED where parts.iptc == nil && segment.starts(with: photoshop):
      parts.iptc = IPTCReader.records(ofPhotoshop: segment.dropFirst(photoshop.count))
    default: break
    }
  }
}
