import PhotoMetadata

/// The one thing that decoding needs of a photo's EXIF data.
enum EXIF {
  /// Returns the orientation in an APP1 segment; `nil` if it is not EXIF, is corrupt, or has no such tag.
  ///
  /// A segment is `Exif`, two zeros, and a TIFF structure (EXIF 2.32, section 4.5).
  static func orientation(of segment: UnsafeRawBufferPointer) -> Orientation? {
    let mark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    guard segment.starts(with: mark) else { return nil }
    return orientation(ofTIFF: Array(segment.dropFirst(mark.count))[...])
  }

  /// Returns the orientation in a TIFF structure; `nil` if it is corrupt or has no such tag.
  static func orientation(ofTIFF bytes: ArraySlice<UInt8>) -> Orientation? {
    guard let tiff = TIFFData(bytes) else { return nil }
    let value = tiff.directory(at: tiff.firstDirectory).entries[0x0112]?.integer
    return value.flatMap { UInt16(exactly: $0) }.flatMap(Orientation.init)
  }
}
