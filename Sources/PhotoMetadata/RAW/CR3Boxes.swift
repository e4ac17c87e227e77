import PictureBasics

/// The boxes of a raw file of Canon that contain facts.
///
/// The format is not published; this follows ExifTool's `Canon.pm` and the description in `lclevy/canon_cr3`.
enum CR3Boxes {
  /// The first four bytes of the identifiers of two boxes: the one with the facts, and the one with the XMP packet.
  private static let canon: [UInt8] = [0x85, 0xC0, 0xB6, 0x87]
  private static let xmp: [UInt8] = [0xBE, 0x7A, 0xCF, 0xCB]
  private static let identifierLength = 16

  static func parts(of file: FileParts) -> MetadataParts {
    var parts = MetadataParts()
    for box in ISOBoxes(file.head[...]).prefix(100) {
      switch box.kind {
      case "moov": readFacts(box.data, &parts)
      case "uuid" where box.data.starts(with: xmp): parts.xmp = box.data.dropFirst(identifierLength)
      default: break
      }
    }
    return parts
  }

  private static func readFacts(_ movie: ArraySlice<UInt8>, _ parts: inout MetadataParts) {
    let facts = ISOBoxes(movie).first { $0.kind == "uuid" && $0.data.starts(with: canon) }?.data
    for box in ISOBoxes(facts?.dropFirst(identifierLength) ?? []).prefix(100) {
      switch box.kind {
      case "CMT1": parts.exif = box.data
      case "CMT2": parts.details = box.data
      case "CMT4": parts.place = box.data
      default: break
      }
    }
    let details = parts.details.flatMap(TIFFData.init)?.mainDirectory
    parts.size = details.flatMap(RAWDirectories.extentByEXIF)
  }
}
