/// A writer of valid PNG files of any size: gray, without compression (https://www.w3.org/TR/png/).
enum LoopbackPNG {
  static func bytes(width: Int, height: Int) -> [UInt8] {
    let row = [0] + (0..<width).map { UInt8($0 * 255 / max(1, width)) }
    let pixels = (0..<height).flatMap { _ in row }
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    return signature + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 0, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x01] + Gzip.storedBlocks(pixels) + bigEndian(adler(pixels))) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bigEndian(content.count) + named + bigEndian(Int(Gzip.checksum(named)))
  }

  /// Adler-32 (RFC 1950, section 8.2).
  private static func adler(_ bytes: [UInt8]) -> Int {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }
}
