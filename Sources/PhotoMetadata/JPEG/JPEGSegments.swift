import PictureBasics

/// The segments of a JPEG before its pixels (ITU-T T.81, annex B).
///
/// They can have any length together: phones write depth maps of several megabytes as XMP.
enum JPEGSegments {
  private static let exif = Array("Exif\0\0".utf8)
  private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  private static let photoshop = Array("Photoshop 3.0\0".utf8)
  /// The most segments that are looked at, each of at most 64 KiB.
  private static let mostSegments = 10_000

  /// Returns the parts with facts of the JPEG at an offset.
  ///
  /// The first part of each kind counts. The resources of Photoshop go on from one segment to the next.
  static func parts(of file: FileParts, at offset: Int = 0) -> MetadataParts {
    var parts = MetadataParts()
    var resources: [UInt8] = []
    var position = offset + 2
    guard file.data(at: offset, count: 2)?.elementsEqual([0xFF, 0xD8]) == true else { return parts }
    for _ in 0..<mostSegments {
      guard let header = file.data(at: position, count: 4).map(Array.init), header[0] == 0xFF else { break }
      let marker = header[1]
      // A marker may be preceded by filling bytes.
      if marker == 0xFF {
        position += 1
        continue
      }
      let length = Int(header[2]) << 8 | Int(header[3])
      guard marker != 0xDA, marker != 0xD9, length >= 2 else { break }
      if mayHaveFacts(marker, parts), let segment = file.data(at: position + 4, atMost: length - 2) {
        read(marker, segment, &parts)
        if marker == 0xED, segment.starts(with: photoshop), resources.count < FileParts.largest {
          resources += segment.dropFirst(photoshop.count)
        }
      }
      position += 2 + length
    }
    parts.iptc = IPTCReader.records(ofPhotoshop: resources[...])
    return parts
  }

  /// Returns a Boolean value that indicates whether a segment with a marker may have facts that are not known.
  private static func mayHaveFacts(_ marker: UInt8, _ parts: MetadataParts) -> Bool {
    switch marker {
    case 0xC0...0xCF: parts.size == nil
    case 0xE1: parts.exif == nil || parts.xmp == nil
    default: marker == 0xED
    }
  }

  private static func read(_ marker: UInt8, _ segment: ArraySlice<UInt8>, _ parts: inout MetadataParts) {
    switch marker {
    case 0xC4, 0xC8, 0xCC: break  // tables, and what is reserved, among the codes of frames
    case 0xC0...0xCF where parts.size == nil && segment.count >= 5:
      let start = segment.startIndex + 1
      parts.size = PixelSize(
        width: Int(segment[start + 2]) << 8 | Int(segment[start + 3]),
        height: Int(segment[start]) << 8 | Int(segment[start + 1]))
    case 0xE1: readTexts(segment, &parts)
    default: break
    }
  }

  /// Reads a segment with EXIF or XMP, each of which has its mark before it.
  static func readTexts(_ segment: ArraySlice<UInt8>, _ parts: inout MetadataParts) {
    if parts.exif == nil, segment.starts(with: exif) {
      parts.exif = segment.dropFirst(exif.count)
    } else if parts.xmp == nil, segment.starts(with: xmp) {
      parts.xmp = segment.dropFirst(xmp.count)
    }
  }
}
