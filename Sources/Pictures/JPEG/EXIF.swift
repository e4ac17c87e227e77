import PhotoMetadata

/// The values in a photo's EXIF data that decoding needs.
struct EXIF {
  /// The orientation; `nil` if there is none.
  let orientation: Orientation?
  /// A Boolean value that indicates whether the colors are those of Adobe RGB.
  let isAdobeRGB: Bool

  /// Reads an APP1 segment of a JPEG; `nil` if it is not EXIF, or corrupt.
  ///
  /// A segment is `Exif`, two zeros, and a TIFF structure (EXIF 2.32, section 4.5).
  init?(segment: UnsafeRawBufferPointer) {
    let mark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    guard segment.starts(with: mark) else { return nil }
    self.init(tiff: Array(segment.dropFirst(mark.count))[...])
  }

  /// Reads a TIFF structure; `nil` if it is corrupt.
  init?(tiff bytes: ArraySlice<UInt8>) {
    guard let tiff = TIFFData(bytes) else { return nil }
    orientation = Orientation(exif: tiff.orientation)
    isAdobeRGB = tiff.isAdobeRGB
  }

  /// Returns a JPEG with one segment of EXIF, which contains nothing but an orientation.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func replaced(inJPEG bytes: [UInt8], by orientation: Orientation) -> [UInt8] {
    let start: [UInt8] = [0xFF, 0xD8]
    guard bytes.starts(with: start) else { return bytes }
    let tiff: [UInt8] =
      Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0]
      + [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0, 0]
    var result = start + [0xFF, 0xE1, 0, UInt8(tiff.count + 2)] + tiff
    result.reserveCapacity(bytes.count + result.count)
    var position = 2
    // Each segment before the first scan: a marker, and a length that includes itself.
    while position + 4 <= bytes.count, bytes[position] == 0xFF, bytes[position + 1] != 0xDA {
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let end = min(bytes.count, position + 2 + max(2, length))
      let isEXIF = bytes[position + 1] == 0xE1 && bytes[(position + 4)...].starts(with: "Exif\0\0".utf8)
      if !isEXIF { result += bytes[position..<end] }
      position = end
    }
    return result + bytes[position...]
  }
}
