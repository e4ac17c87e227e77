/// Gathers `url_X`, `width_X` and `height_X`, which come in any order, into images.
struct RenditionList {
  private struct Entry {
    var suffix: UInt32
    var url: String?
    var width: Int?
    var height: Int?
  }

  private var entries: [Entry] = []

  /// Reads the value if the name is one of an image's; `false` when it is not, and nothing was read.
  mutating func read(_ name: Range<Int>, _ json: inout JSONScanner) throws(JSONFault) -> Bool {
    if let index = entry("url_", name, json) {
      entries[index].url = try json.word()
    } else if let index = entry("width_", name, json) {
      entries[index].width = try json.integer()
    } else if let index = entry("height_", name, json) {
      entries[index].height = try json.integer()
    } else {
      return false
    }
    return true
  }

  /// The images that have an address.
  func finish() -> [Rendition] {
    entries.compactMap { entry in
      entry.url.map { url in
        Rendition(suffix: Self.text(entry.suffix), url: url, width: entry.width, height: entry.height)
      }
    }
  }

  /// The place of the image whose suffix follows `prefix` in the name; suffixes have one to four characters.
  private mutating func entry(_ prefix: StaticString, _ name: Range<Int>, _ json: JSONScanner) -> Int? {
    let length = prefix.utf8CodeUnitCount
    guard name.count > length, name.count <= length + 4,
      json.isEqual(name.lowerBound..<name.lowerBound + length, prefix)
    else { return nil }
    let suffix = name.dropFirst(length).reduce(UInt32(0)) { $0 << 8 | UInt32(json.bytes[$1]) }
    // The three names of an image stand together as a rule.
    if let index = entries.lastIndex(where: { $0.suffix == suffix }) { return index }
    if entries.isEmpty { entries.reserveCapacity(12) }
    entries.append(Entry(suffix: suffix))
    return entries.count - 1
  }

  private static func text(_ suffix: UInt32) -> String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: suffix >> $0) }
    return String(decoding: bytes.drop { $0 == 0 }, as: UTF8.self)
  }
}
