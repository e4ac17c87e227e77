import PictureBasics

/// The chunks of a PNG that contain facts (W3C, Portable Network Graphics, third edition).
enum PNGChunks {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The most chunks that are looked at; encoders cut pixels into chunks of 8 KiB and more.
  private static let mostChunks = 100_000
  /// The most texts with facts that are decompressed; a file has at most one of each kind of metadata.
  private static let mostTexts = 20

  /// Returns the parts with facts, before the pixels or after them; the first of each kind counts.
  static func parts(of file: FileParts) -> MetadataParts {
    var parts = MetadataParts()
    var position = signature.count
    var texts = 0
    for _ in 0..<mostChunks {
      guard let header = file.data(at: position, count: 8) else { break }
      let length = header.prefix(4).bigEndianValue
      let kind = String(decoding: header.suffix(4), as: UTF8.self)
      guard kind != "IEND" else { break }
      if ["IHDR", "eXIf", "tEXt", "zTXt", "iTXt"].contains(kind),
        let data = file.data(at: position + 8, count: length)
      {
        let isText = PNGText.hasMetadata(data)
        if isText { texts += 1 }
        if !isText || texts <= mostTexts { read(kind, data, &parts) }
      }
      position += length + 12
    }
    return parts
  }

  private static func read(_ kind: String, _ data: ArraySlice<UInt8>, _ parts: inout MetadataParts) {
    switch kind {
    case "IHDR" where data.count >= 8:
      parts.size = PixelSize(
        width: data.prefix(4).bigEndianValue, height: data.dropFirst(4).prefix(4).bigEndianValue)
    case "eXIf": parts.exif = parts.exif ?? data
    default: PNGText(kind: kind, data: data)?.read(into: &parts)
    }
  }
}
