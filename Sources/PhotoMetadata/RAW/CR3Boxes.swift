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
    let details = parts.details.flatMap { TIFFData($0) }?.mainDirectory
    parts.size = details.flatMap(RAWDirectories.extentByEXIF)
  }

  /// Returns the places of the previews: the box `PRVW`, and the first track, which is a JPEG of full size.
  static func previews(in file: FileParts) -> [Range<Int>] {
    var places: [Range<Int>] = []
    for box in ISOBoxes(file.head[...]).prefix(100) {
      switch box.kind {
      case "moov": places += firstTrack(box.data)
      // A number, a box of previews, and in it the JPEG behind a header of 16 bytes.
      case "uuid" where box.data.starts(with: previews):
        let inner = ISOBoxes(box.data.dropFirst(identifierLength + 8)).first("PRVW")
        if let inner, inner.count > 16 { places.append((inner.startIndex + 16)..<inner.endIndex) }
      default: break
      }
    }
    return places
  }

  private static let previews: [UInt8] = [0xEA, 0xF4, 0x2B, 0x5E]

  /// Returns the place of the first sample of the first track: `co64` gives its offset, and `stsz` its size.
  private static func firstTrack(_ movie: ArraySlice<UInt8>) -> [Range<Int>] {
    var data: ArraySlice<UInt8>? = movie
    for kind in ["trak", "mdia", "minf", "stbl"] { data = data.flatMap { ISOBoxes($0).first(kind) } }
    guard let table = data, var offsets = ISOBoxes(table).first("co64").map({ ByteReader($0) }),
      var sizes = ISOBoxes(table).first("stsz").map({ ByteReader($0) })
    else { return [] }
    offsets.skip(8)
    sizes.skip(4)
    let same = sizes.consume(4)
    sizes.skip(4)
    let range = RAWPreviews.range(offsets.consume(8), same == 0 ? sizes.consume(4) : same)
    return range.map { [$0] } ?? []
  }
}
