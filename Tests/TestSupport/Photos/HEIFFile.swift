/// A HEIC file with metadata as cameras write it, without pixels.
public struct HEIFFile: Sendable {
  /// The extent of the stored pixels.
  public var size = (width: 4_032, height: 3_024)
  /// The boxes of the other properties of the main picture, in their order: kind and contents.
  public var properties: [(kind: String, data: [UInt8])] = []
  /// The TIFF structure of EXIF.
  public var exif: [UInt8] = []
  /// The XMP packet.
  public var xmp: [UInt8] = []
  /// A Boolean value that indicates whether the metadata is in the box `idat`, and not behind the `meta` box.
  public var isInBox = false
  /// The number of bytes before the metadata, as for pixels.
  public var padding = 0

  /// Creates a file without metadata.
  public init() {}

  /// The bytes of the file.
  public var bytes: [UInt8] {
    let exifItem = exif.isEmpty ? [] : Self.number(6, 4) + Array("Exif\0\0".utf8) + exif
    let start = Self.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    // The length of the box does not depend on the offsets in it.
    let length = start.count + meta(exifItem, at: 0).count
    let contents = [UInt8](repeating: 0, count: padding) + exifItem + xmp
    let place = isInBox ? 0 : length + 8 + padding
    return start + meta(exifItem, at: place) + Self.box("mdat", isInBox ? [] : contents)
  }

  private func meta(_ exifItem: [UInt8], at offset: Int) -> [UInt8] {
    let kinds: [[UInt8]] = [
      Array("hvc1\0".utf8), Array("Exif\0".utf8), Array("mime\0application/rdf+xml\0".utf8),
    ]
    var items: [UInt8] = []
    for (index, kind) in kinds.enumerated() {
      items += Self.fullBox("infe", version: 2, Self.number(index + 1, 2) + [0, 0] + kind)
    }
    let parts = [(2, offset, exifItem.count), (3, offset + exifItem.count, xmp.count)].filter { $0.2 > 0 }
    var places: [UInt8] = [0x44, 0, 0, UInt8(parts.count)]
    for (item, place, count) in parts {
      places += Self.number(item, 2) + [0, isInBox ? 1 : 0, 0, 0, 0, 1]
      places += Self.number(place, 4) + Self.number(count, 4)
    }
    let body: [[UInt8]] = [
      Self.fullBox("pitm", version: 0, [0, 1]), Self.fullBox("iinf", version: 0, [0, 3] + items),
      Self.fullBox("iloc", version: 1, places), described, isInBox ? Self.box("idat", exifItem + xmp) : [],
    ]
    return Self.fullBox("meta", version: 0, Array(body.joined()))
  }

  /// The box with the properties of the main picture.
  private var described: [UInt8] {
    let extent = Self.number(0, 4) + Self.number(size.width, 4) + Self.number(size.height, 4)
    var boxes = Self.box("ispe", extent)
    for property in properties { boxes += Self.box(property.kind, property.data) }
    let count = properties.count + 1
    // Each is marked as essential.
    let numbers = (1...count).map { UInt8($0) | 0x80 }
    let assigned = Self.number(1, 4) + [0, 1, UInt8(count)] + numbers
    return Self.box("iprp", Self.box("ipco", boxes) + Self.fullBox("ipma", version: 0, assigned))
  }

  /// Returns a number of some bytes, the high one first.
  public static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Returns a box.
  public static func box(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    number(data.count + 8, 4) + Array(kind.utf8) + data
  }

  /// Returns a box with a version, and flags that are all zero.
  public static func fullBox(_ kind: String, version: UInt8, _ data: [UInt8]) -> [UInt8] {
    box(kind, [version, 0, 0, 0] + data)
  }
}
