import Foundation
import PictureBasics

/// A color profile, written byte by byte (ICC.1:2001-04), and files that have it.
struct ProfileFile {
  /// The primaries, relative to the white of daylight at 5,000 K as profiles have them.
  struct Primaries {
    let red: [Double]
    let green: [Double]
    let blue: [Double]
    /// The exponent; `nil` stands for the curve of sRGB (IEC 61966-2-1).
    let gamma: Double?

    /// Adobe RGB (1998).
    static let adobe = Primaries(
      red: [0.60974, 0.31111, 0.01947], green: [0.20528, 0.62567, 0.06087],
      blue: [0.14919, 0.06322, 0.74457],
      gamma: 2.19921875)
    static let sRGB = Primaries(
      red: [0.43607, 0.22249, 0.01392], green: [0.38515, 0.71687, 0.09708],
      blue: [0.14307, 0.06061, 0.71410],
      gamma: nil)
  }

  let bytes: [UInt8]

  /// A profile of three channels.
  init(_ primaries: Primaries) {
    let curve = Self.curve(primaries.gamma)
    bytes = Self.file(
      space: "RGB ", connection: "XYZ ",
      [
        ("rXYZ", Self.position(primaries.red)), ("gXYZ", Self.position(primaries.green)),
        ("bXYZ", Self.position(primaries.blue)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
      ])
  }

  /// A profile of one channel.
  init(gray gamma: Double) {
    bytes = Self.file(space: "GRAY", connection: "XYZ ", [("kTRC", Self.curve(gamma))])
  }

  /// The profile of a press that prints black alone: other inks leave no trace.
  static func blackInk() -> ProfileFile {
    let identity = (0...255).map { UInt8($0) }
    var table = Self.text("mft1") + [0, 0, 0, 0, 4, 3, 2, 0]
    for index in 0..<9 { table += Self.fixed(index % 4 == 0 ? 1 : 0) }
    for _ in 0..<4 { table += identity }
    // The corners of the cube of inks, the last ink changing fastest.
    for corner in 0..<16 { table += [corner.isMultiple(of: 2) ? 255 : 0, 128, 128] }
    for _ in 0..<3 { table += identity }
    return ProfileFile(bytes: Self.file(space: "CMYK", connection: "Lab ", [("A2B0", table)]))
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private static func file(space: String, connection: String, _ tags: [(String, [UInt8])]) -> [UInt8] {
    var table = big(tags.count)
    var content: [UInt8] = []
    for (name, value) in tags {
      table += text(name) + big(128 + 4 + 12 * tags.count + content.count) + big(value.count)
      content += value + [UInt8](repeating: 0, count: (4 - value.count % 4) % 4)
    }
    var header = big(128 + table.count + content.count) + big(0) + big(0x0210_0000)
    header += text(space == "CMYK" ? "prtr" : "mntr") + text(space) + text(connection)
    header += [UInt8](repeating: 0, count: 12) + text("acsp")
    header += [UInt8](repeating: 0, count: 28) + fixed(0.9642) + fixed(1) + fixed(0.8249)
    return header + [UInt8](repeating: 0, count: 128 - header.count) + table + content
  }

  private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func big(_ value: Int) -> [UInt8] { PNGChunk.big(value) }

  private static func fixed(_ value: Double) -> [UInt8] { big(Int((value * 65536).rounded())) }

  private static func position(_ values: [Double]) -> [UInt8] {
    text("XYZ ") + big(0) + values.flatMap(fixed)
  }

  private static func curve(_ gamma: Double?) -> [UInt8] {
    let values = gamma.map { [Int(($0 * 256).rounded())] } ?? (0..<1024).map { sample($0) }
    return text("curv") + big(0) + big(values.count) + values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  /// One of 1,024 values of the curve of sRGB.
  private static func sample(_ index: Int) -> Int {
    let value = Double(index) / 1023
    let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    return Int((65535 * light).rounded())
  }
}

extension ProfileFile {
  /// Returns the same profile with zeros behind it.
  func padded(to count: Int) -> ProfileFile {
    ProfileFile(bytes: bytes + [UInt8](repeating: 0, count: max(0, count - bytes.count)))
  }

  /// Returns a JPEG with the profile, in segments of at most `length` bytes of it, the last one first.
  func inserted(intoJPEG file: [UInt8], length: Int = 60_000, leavingOut missing: Int? = nil) -> [UInt8] {
    let parts = stride(from: 0, to: bytes.count, by: length).map { bytes[$0..<min($0 + length, bytes.count)] }
    var segments: [UInt8] = []
    for (index, part) in parts.enumerated().reversed() where index != missing {
      let content = Self.text("ICC_PROFILE\0") + [UInt8(index + 1), UInt8(parts.count)] + part
      segments += [0xFF, 0xE2] + Self.big(content.count + 2).suffix(2) + content
    }
    return file.prefix(2) + segments + file.dropFirst(2)
  }

  /// Returns a PNG with the profile, in a chunk that is not compressed.
  func inserted(intoPNG file: [UInt8]) -> [UInt8] {
    let length = [UInt8(bytes.count & 255), UInt8(bytes.count >> 8)]
    let (low, high) = bytes.reduce((1, 0)) { sums, byte in
      let low = (sums.0 + Int(byte)) % 65521
      return (low, (sums.1 + low) % 65521)
    }
    let stream = [0x78, 0x01, 0x01] + length + length.map { ~$0 } + bytes + Self.big(high << 16 | low)
    return file.insertingPNGChunks([PNGChunk(kind: "iCCP", contents: Self.text("test\0\0") + stream)])
  }

  /// Returns a WebP file of a single chunk with the profile before it.
  func inserted(intoWebP file: [UInt8], size: PixelSize) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { Array(Self.big(value).reversed().prefix(count)) }
    func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
      Self.text(kind) + little(data.count, 4) + data + (data.count.isMultiple(of: 2) ? [] : [0])
    }
    let hasProfile: [UInt8] = [0x20, 0, 0, 0]
    let canvas = hasProfile + little(size.width - 1, 3) + little(size.height - 1, 3)
    let content = Self.text("WEBP") + chunk("VP8X", canvas) + chunk("ICCP", bytes) + file.dropFirst(12)
    return Self.text("RIFF") + little(content.count, 4) + content
  }
}
