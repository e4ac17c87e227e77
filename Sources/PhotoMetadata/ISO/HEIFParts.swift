/// The parts of a HEIC or AVIF file that contain facts.
enum HEIFParts {
  /// The type of contents of an XMP packet (ISO 16684-1).
  private static let xmp = "application/rdf+xml"

  /// Returns the parts with facts.
  ///
  /// The size is that of the upright picture: the container has a rotation of its own, and the orientation by EXIF does not
  /// count (ISO 23008-12, section 7.3).
  static func parts(of file: FileParts) -> MetadataParts {
    var parts = MetadataParts(isUpright: true)
    guard let meta = meta(of: file), let items = HEIFItems(meta: meta) else { return parts }
    parts.size = items.size
    parts.exif = contents(of: "Exif", items, file).flatMap(tiff)
    parts.xmp = contents(of: xmp, items, file)
    return parts
  }

  /// The most boxes of a file that are looked at before the `meta` box; a file has about five.
  private static let mostBoxes = 100

  /// Returns the contents of the `meta` box, which can lie behind those of the pictures; `nil` if there is none.
  private static func meta(of file: FileParts) -> ArraySlice<UInt8>? {
    var offset = 0
    for _ in 0..<mostBoxes {
      guard let bytes = file.data(at: offset, atMost: ISOBoxes.Header.largest),
        let header = ISOBoxes.Header(bytes)
      else { return nil }
      if header.kind == "meta" {
        let count = (header.length ?? .max) - header.count
        return file.data(at: offset + header.count, atMost: min(count, FileParts.largest))
      }
      guard let length = header.length, length < .max - offset else { return nil }
      offset += length
    }
    return nil
  }

  private static func contents(
    of kind: String, _ items: HEIFItems, _ file: FileParts
  ) -> ArraySlice<UInt8>? {
    var contents: [UInt8] = []
    for extent in items.extents(ofKind: kind) {
      guard extent.count <= FileParts.largest - contents.count, let part = part(extent, items, file) else {
        return nil
      }
      contents += part
    }
    return contents.isEmpty ? nil : contents[...]
  }

  private static func part(
    _ extent: HEIFItems.Extent, _ items: HEIFItems, _ file: FileParts
  ) -> ArraySlice<UInt8>? {
    guard extent.isInBox else { return file.data(at: extent.offset, count: extent.count) }
    let part = items.data.dropFirst(extent.offset).prefix(extent.count)
    return part.count == extent.count ? part : nil
  }

  /// Returns the TIFF structure in an item of EXIF: its offset comes first (ISO 23008-12, annex A.2.1).
  private static func tiff(_ data: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard data.count > 4 else { return nil }
    let rest = data.dropFirst(4)
    return rest.dropFirst(min(rest.count, data.prefix(4).bigEndianValue))
  }
}
