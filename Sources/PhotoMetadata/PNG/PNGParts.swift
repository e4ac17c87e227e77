import PictureBasics

/// The parts of a PNG that contain facts (W3C, Portable Network Graphics, third edition).
public enum PNGParts {
  /// The most texts with facts that are decompressed; a file has at most one of each kind of metadata.
  private static let mostTexts = 20

  /// Returns the orientation by EXIF, which is untrusted; `nil` if the file gives none.
  ///
  /// - Parameter bytes: The whole file.
  public static func orientation(of bytes: [UInt8]) -> Int? {
    parts(of: FileParts(head: bytes) { _, _ in [] }).orientation
  }

  /// Returns the parts with facts, before the pixels or after them; the first of each kind counts.
  ///
  /// The chunk of EXIF counts more than a text with EXIF, which programs that turn a picture may leave as it is.
  static func parts(of file: FileParts) -> MetadataParts {
    var parts = MetadataParts()
    var exif: ArraySlice<UInt8>?
    var texts = 0
    for chunk in PNGChunks(reading: file.data(at:count:))
    where ["IHDR", "eXIf", "tEXt", "zTXt", "iTXt"].contains(chunk.kind) {
      guard let data = file.data(at: chunk.contents.lowerBound, count: chunk.count) else { continue }
      switch chunk.kind {
      case "IHDR": parts.size = parts.size ?? size(data)
      case "eXIf": exif = exif ?? data
      default:
        guard PNGText.hasMetadata(data) else { continue }
        texts += 1
        if texts <= mostTexts { PNGText(kind: chunk.kind, data: data)?.read(into: &parts) }
      }
    }
    parts.exif = exif ?? parts.exif
    return parts
  }

  private static func size(_ header: ArraySlice<UInt8>) -> PixelSize? {
    guard header.count >= 8 else { return nil }
    return PixelSize(
      width: header.prefix(4).bigEndianValue, height: header.dropFirst(4).prefix(4).bigEndianValue)
  }
}
