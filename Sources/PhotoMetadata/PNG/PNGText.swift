import Inflating

/// A chunk of a PNG with a keyword and a text (W3C, Portable Network Graphics, third edition, section 11.3.3).
struct PNGText {
  /// The largest text that is decompressed, in bytes.
  private static let largest = 1 << 20
  /// The keyword of an XMP packet (XMP specification, part 3, section 1.1.5).
  private static let xmp = "XML:com.adobe.xmp"
  /// The beginning of the keywords with which ImageMagick keeps the metadata of other formats, as digits.
  private static let profile = "Raw profile type "

  private let keyword: String
  private let text: ArraySlice<UInt8>

  /// Reads a chunk of the kind `tEXt`, `zTXt` or `iTXt`; `nil` if it is damaged, or has no facts.
  init?(kind: String, data: ArraySlice<UInt8>) {
    guard let keyword = Self.keyword(of: data) else { return nil }
    self.keyword = keyword
    var rest = data.drop { $0 != 0 }.dropFirst()
    var isCompressed = kind == "zTXt"
    if kind == "iTXt" {
      // Two flags, and two texts: the language, and the keyword in it.
      guard rest.count > 2 else { return nil }
      isCompressed = rest.removeFirst() == 1
      rest.removeFirst()
      for _ in 0..<2 {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        rest = rest[(end + 1)...]
      }
    } else if isCompressed {
      guard rest.popFirst() == 0 else { return nil }
    }
    guard isCompressed else {
      text = rest
      return
    }
    // The header of zlib has two bytes (RFC 1950).
    guard let inflated = Inflater.inflate(Array(rest.dropFirst(2)), atMost: Self.largest), inflated.isWhole
    else { return nil }
    text = inflated.bytes[...]
  }

  /// Returns whether the data of a chunk are a text with metadata, by their keyword.
  static func hasMetadata(_ data: ArraySlice<UInt8>) -> Bool { keyword(of: data) != nil }

  private static func keyword(of data: ArraySlice<UInt8>) -> String? {
    guard let end = data.firstIndex(of: 0) else { return nil }
    let keyword = String(decoding: data[..<end], as: UTF8.self)
    return keyword == xmp || keyword.hasPrefix(profile) ? keyword : nil
  }

  /// Adds what the text contains; the first part of each kind counts.
  func read(into parts: inout MetadataParts) {
    guard keyword.hasPrefix(Self.profile) else {
      parts.xmp = parts.xmp ?? text
      return
    }
    guard let profile = profileData() else { return }
    switch keyword.dropFirst(Self.profile.count).lowercased() {
    case "xmp": parts.xmp = parts.xmp ?? profile
    // The records themselves, or Photoshop's blocks with them.
    case "iptc": parts.iptc = parts.iptc ?? IPTCReader.records(ofPhotoshop: profile) ?? profile
    default: JPEGSegments.readTexts(profile, &parts)
    }
  }

  /// Returns the bytes of a profile: a name, the number of bytes, and two hexadecimal digits for each.
  private func profileData() -> ArraySlice<UInt8>? {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard lines.count > 2,
      let count = Int(String(decoding: lines[1].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self))
    else { return nil }
    let digits = lines[2...].joined().compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), digits.count / 2 == count else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }[...]
  }
}
