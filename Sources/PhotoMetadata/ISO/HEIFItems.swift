public import PictureBasics

/// The items that the `meta` box of a HEIF file lists, such as HEIC and AVIF pictures, and their properties
/// (ISO 14496-12, section 8.11, and ISO 23008-12).
public struct HEIFItems {
  /// A part of the file, or of the box `idat`.
  struct Extent: Hashable {
    let isInBox: Bool
    let offset: Int
    let count: Int
  }

  /// A property: the kind of its box, and the contents.
  private typealias Property = ISOBoxes.Box

  private var primary: Int?
  private var kinds: [Int: String] = [:]
  private var extents: [Int: [Extent]] = [:]
  private var properties: [Property] = []
  /// The indices of the properties of each item.
  private(set) var associations: [Int: [Int]] = [:]
  private var associationCount = 0
  private(set) var data: ArraySlice<UInt8> = []

  /// The most items that are read; a picture of 100 megapixels has about 400 tiles.
  private static let mostItems = 5_000
  /// The largest number of extents of all items together.
  private static let mostExtents = 4 * mostItems
  /// The largest number of properties of all items together; tiles have about three each.
  private static let mostAssociations = 4 * mostItems

  /// Reads the `meta` box in the beginning of a file; `nil` if there is none.
  public init?(head: [UInt8]) {
    guard let meta = ISOBoxes(head[...]).first("meta") else { return nil }
    self.init(meta: meta)
  }

  /// Reads the contents of a `meta` box; `nil` if there are none.
  init?(meta: ArraySlice<UInt8>) {
    guard meta.count > 4 else { return nil }
    for box in ISOBoxes(meta.dropFirst(4)) {
      switch box.kind {
      case "pitm": primary = Self.primary(box.data)
      case "iinf": kinds = Self.kinds(box.data)
      case "iloc": extents = Self.extents(box.data)
      case "idat": data = box.data
      case "iprp": readProperties(box.data)
      default: break
      }
    }
  }

  /// The extent of the upright main picture; `nil` if the file does not give one.
  public var size: PixelSize? {
    let properties = primary.map(properties) ?? []
    guard var size = properties.lazy.compactMap(Self.extent).first else { return nil }
    // They are applied in the order of the file.
    for property in properties {
      switch property.kind {
      case "clap": size = Self.cropped(size, property.data)
      case "irot" where property.data.first.map { $0 & 1 == 1 } == true: size = size.transposed
      default: break
      }
    }
    return size
  }

  /// The largest extent that any item has; `nil` if none has one.
  public var largestSize: PixelSize? {
    properties.compactMap(Self.extent).max { $0.area < $1.area }
  }

  /// A Boolean value that indicates whether the main picture consists of tiles, which are items of their own.
  public var isTiled: Bool { primary.flatMap { kinds[$0] } == "grid" }

  /// Returns the parts of the first item of a kind, or with a type of contents.
  func extents(ofKind kind: String) -> [Extent] {
    kinds.filter { $0.value == kind }.keys.min().flatMap { extents[$0] } ?? []
  }

  private func properties(of item: Int) -> [Property] {
    (associations[item] ?? []).compactMap { properties.indices.contains($0) ? properties[$0] : nil }
  }

  // MARK: Items

  private static func primary(_ data: ArraySlice<UInt8>) -> Int? {
    var reader = ByteReader(data)
    guard let (version, _) = reader.consumeVersion() else { return nil }
    return reader.consume(version == 0 ? 2 : 4)
  }

  /// Returns the kinds of items; that of an item with a type of contents is the type.
  private static func kinds(_ data: ArraySlice<UInt8>) -> [Int: String] {
    var reader = ByteReader(data)
    guard let (version, _) = reader.consumeVersion(), reader.consume(version == 0 ? 2 : 4) != nil else {
      return [:]
    }
    var kinds: [Int: String] = [:]
    for box in ISOBoxes(reader.rest).prefix(mostItems) where box.kind == "infe" {
      var entry = ByteReader(box.data)
      guard let (version, _) = entry.consumeVersion(), version >= 2,
        let item = entry.consume(version == 2 ? 2 : 4), entry.consume(2) != nil
      else { continue }
      let kind = String(decoding: entry.rest.prefix(4), as: UTF8.self)
      // The name and the type of contents, each ended by a zero.
      let texts = entry.rest.dropFirst(4).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      kinds[item] = kind == "mime" && texts.count > 1 ? String(decoding: texts[1], as: UTF8.self) : kind
    }
    return kinds
  }

  static func extents(_ data: ArraySlice<UInt8>) -> [Int: [Extent]] {
    var reader = ByteReader(data)
    guard let (version, _) = reader.consumeVersion(), version <= 2, let sizes = reader.consume(2),
      let count = reader.consume(version < 2 ? 2 : 4)
    else { return [:] }
    let nibbles = [sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15, version > 0 ? sizes & 15 : 0]
    guard nibbles.allSatisfy({ [0, 4, 8].contains($0) }) else { return [:] }
    var (extents, total): ([Int: [Extent]], Int) = ([:], 0)
    for _ in 0..<min(count, mostItems) {
      guard let item = reader.consume(version < 2 ? 2 : 4),
        let method = version > 0 ? reader.consume(2) : 0, reader.consume(2) != nil,
        let base = reader.consume(nibbles[2]), let parts = reader.consume(2)
      else { break }
      for _ in 0..<parts {
        // Sizes of 0 take no bytes, so that a small file can have any number.
        total += 1
        guard total <= mostExtents else { return extents }
        guard reader.consume(nibbles[3]) != nil, let offset = reader.consume(nibbles[0]),
          let length = reader.consume(nibbles[1])
        else { return extents }
        let (start, overflow) = base.addingReportingOverflow(offset)
        // Items that consist of other items have no bytes.
        guard method & 15 < 2, !overflow else { continue }
        extents[item, default: []].append(Extent(isInBox: method & 15 == 1, offset: start, count: length))
      }
    }
    return extents
  }

  // MARK: Properties

  private mutating func readProperties(_ data: ArraySlice<UInt8>) {
    for box in ISOBoxes(data) {
      switch box.kind {
      case "ipco": properties = Array(ISOBoxes(box.data).prefix(Self.mostItems))
      // A file can have any number of these boxes.
      case "ipma": readAssociations(box.data)
      default: break
      }
    }
  }

  private mutating func readAssociations(_ data: ArraySlice<UInt8>) {
    var reader = ByteReader(data)
    guard let (version, flags) = reader.consumeVersion(), let count = reader.consume(4) else { return }
    for _ in 0..<min(count, Self.mostItems) {
      guard let item = reader.consume(version < 1 ? 2 : 4), let number = reader.consume(1) else { return }
      for _ in 0..<number {
        guard associationCount < Self.mostAssociations,
          let value = reader.consume(flags & 1 == 1 ? 2 : 1)
        else { return }
        associationCount += 1
        // The highest bit says that the property is essential; numbers begin with 1.
        associations[item, default: []].append((flags & 1 == 1 ? value & 0x7FFF : value & 0x7F) - 1)
      }
    }
  }

  /// Returns the extent in a property of the kind `ispe`.
  private static func extent(_ property: Property) -> PixelSize? {
    guard property.kind == "ispe", property.data.count >= 12 else { return nil }
    let data = property.data.dropFirst(4)
    return PixelSize(width: data.prefix(4).bigEndianValue, height: data.dropFirst(4).prefix(4).bigEndianValue)
  }

  /// Returns the extent of a part, which a property of the kind `clap` gives as two quotients.
  private static func cropped(_ size: PixelSize, _ data: ArraySlice<UInt8>) -> PixelSize {
    var reader = ByteReader(data)
    let numbers = (0..<4).compactMap { _ in reader.consume(4) }
    guard numbers.count == 4, numbers[1] > 0, numbers[3] > 0 else { return size }
    let part = PixelSize(width: numbers[0] / numbers[1], height: numbers[2] / numbers[3])
    return part.area > 0 && size.covers(part) ? part : size
  }
}
