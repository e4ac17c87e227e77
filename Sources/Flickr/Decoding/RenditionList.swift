/// Collects `url_X`, `width_X` and `height_X`, which arrive in any order, into renditions.
struct RenditionList {
  private struct Entry {
    var suffix: UInt32
    var url: String?
    var width: Int?
    var height: Int?
  }

  private var entries: [Entry] = []

  private enum Part { case url, width, height }

  /// Reads the value if the name belongs to a rendition; otherwise reads nothing and returns `false`.
  @inline(__always)
  mutating func read(_ name: Range<Int>, _ json: inout JSONScanner) throws(JSONFault) -> Bool {
    guard let (part, suffix) = Self.split(name, json), let index = entry(suffix) else { return false }
    switch part {
    case .url: entries[index].url = try json.word()
    case .width: entries[index].width = try json.integer(in: Rendition.sides)
    case .height: entries[index].height = try json.integer(in: Rendition.sides)
    }
    return true
  }

  /// Splits a name into its part and the suffix of the rendition, which has one to four characters.
  @inline(__always)
  private static func split(_ name: Range<Int>, _ json: JSONScanner) -> (Part, suffix: UInt32)? {
    guard name.count >= 5, name.count <= 11 else { return nil }
    let part: Part
    let length: Int
    switch json.bytes[name.lowerBound] {
    case UInt8(ascii: "u"): (part, length) = (.url, 4)
    case UInt8(ascii: "w"): (part, length) = (.width, 6)
    case UInt8(ascii: "h"): (part, length) = (.height, 7)
    default: return nil
    }
    guard name.count > length, name.count <= length + 4 else { return nil }
    let prefix: StaticString = part == .url ? "url_" : part == .width ? "width_" : "height_"
    let end = name.lowerBound + length
    guard json.isEqual(name.lowerBound..<end, prefix) else { return nil }
    var suffix: UInt32 = 0
    for index in end..<name.upperBound { suffix = suffix << 8 | UInt32(json.bytes[index]) }
    return (part, suffix)
  }

  /// Returns the renditions that have a URL.
  func finish() -> [Rendition] {
    var renditions: [Rendition] = []
    renditions.reserveCapacity(entries.count)
    for entry in entries {
      guard let url = entry.url else { continue }
      renditions.append(
        Rendition(suffix: Self.text(entry.suffix), url: url, width: entry.width, height: entry.height))
    }
    return renditions
  }

  /// The maximum number of renditions.
  ///
  /// Flickr has 17 sizes; the limit prevents long look-ups in malicious text.
  private static let most = 64

  private mutating func entry(_ suffix: UInt32) -> Int? {
    // The three names of a rendition are usually adjacent.
    if let index = entries.lastIndex(where: { $0.suffix == suffix }) { return index }
    guard entries.count < Self.most else { return nil }
    if entries.isEmpty { entries.reserveCapacity(12) }
    entries.append(Entry(suffix: suffix))
    return entries.count - 1
  }

  private static func text(_ suffix: UInt32) -> String {
    // Without an array: this runs for each image of a page.
    String(unsafeUninitializedCapacity: 4) { output in
      var count = 0
      for shift in stride(from: 24 as UInt32, through: 0, by: -8) where suffix >> shift & 0xFF != 0 {
        output[count] = UInt8(truncatingIfNeeded: suffix >> shift)
        count += 1
      }
      return count
    }
  }
}
