extension ColorProfile {
  /// The profile of Adobe RGB (1998), which cameras name in EXIF without adding it to the file.
  static let adobeRGB = ColorProfile(bytes: adobeRGBFile, channels: .color)

  /// The bytes of the profile: a header, a table of tags, and their values (ICC.1:2001-04, sections 6.1 to 6.3).
  private static var adobeRGBFile: [UInt8] {
    let values = adobeRGBTags
    let start = headerSize + 4 + 12 * values.count
    var table = big(values.count)
    var contents: [UInt8] = []
    for (name, value) in values {
      table += text(name) + big(start + contents.count) + big(value.count)
      contents += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }
    // The size of the file, no maker, version 2.1, a display, its colors, those of the tags, and a date.
    var header = big(start + contents.count) + big(0) + big(0x0210_0000) + text("mntr") + text("RGB ")
    header += text("XYZ ") + [7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + text("acsp")
    header += [UInt8](repeating: 0, count: 28) + numbers(0.9642, 1, 0.8249)
    header += [UInt8](repeating: 0, count: headerSize - header.count)
    return header + table + contents
  }

  /// The tags: the primaries for daylight at 5,000 K, and the exponent 563/256 (Adobe RGB (1998) Color Image Encoding).
  private static var adobeRGBTags: [(name: String, value: [UInt8])] {
    let name = Array("Adobe RGB (1998)\0".utf8)
    // The name again in two other encodings, which are empty.
    let description = text("desc") + big(0) + big(name.count) + name + [UInt8](repeating: 0, count: 78)
    let curve = text("curv") + big(0) + big(1) + [2, 51]
    return [
      ("desc", description), ("cprt", text("text") + big(0) + Array("Public domain\0".utf8)),
      ("wtpt", position(0.95045, 1, 1.08905)), ("rXYZ", position(0.60974, 0.31111, 0.01947)),
      ("gXYZ", position(0.20528, 0.62567, 0.06087)), ("bXYZ", position(0.14919, 0.06322, 0.74457)),
      ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
  }

  private static let headerSize = 128

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Returns a number of four bytes, the high one first.
  private static func big(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Returns three numbers with 16 bits behind the point.
  private static func numbers(_ values: Double...) -> [UInt8] {
    values.flatMap { big(Int(($0 * 65_536).rounded())) }
  }

  private static func position(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    text("XYZ ") + big(0) + numbers(x, y, z)
  }
}
