import PictureLooks
import TestSupport
import Testing

/// Looks without pictures.
enum RandomLook {
  /// Returns a look of any bytes.
  static func any(_ random: inout SeededGenerator) throws -> PictureLook {
    let bytes = (0..<PictureLook.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
    return try #require(PictureLook(bytes: bytes))
  }

  /// Returns looks around 20 centers, at distances from 0 to 12 bits of them.
  static func clusters(_ count: Int, _ random: inout SeededGenerator) throws -> [PictureLook] {
    let centers = (0..<20).map { _ in UInt64.random(in: .min ... .max, using: &random) }
    return try (0..<count).map { _ in
      let gradient = altered(centers[Int.random(in: 0..<20, using: &random)], bits: 12, &random)
      return try #require(
        PictureLook(
          bytes: bytes(of: gradient) + (0..<16).map { _ in UInt8.random(in: 110...112, using: &random) }))
    }
  }

  /// Returns looks that are all near each other: any two gradients differ in at most 6 bits.
  static func timeLapse(_ count: Int, _ random: inout SeededGenerator) throws -> [PictureLook] {
    try (0..<count).map { _ in
      try make(gradient: altered(0x0F1E_2D3C_4B5A_6978, bits: 3, &random), luma: 100)
    }
  }

  /// Returns a look of a gray picture.
  static func make(gradient: UInt64, luma: UInt8) throws -> PictureLook {
    let layout = [UInt8](repeating: 0, count: ColorLayout.byteCount)
    return try #require(PictureLook(bytes: bytes(of: gradient) + layout + [0, luma, 100, 128]))
  }

  private static func bytes(of gradient: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: gradient >> (56 - 8 * UInt64($0))) }
  }

  /// Returns a gradient of which up to some bits are inverted.
  private static func altered(_ gradient: UInt64, bits: Int, _ random: inout SeededGenerator) -> UInt64 {
    var gradient = gradient
    for _ in 0..<Int.random(in: 0...bits, using: &random) {
      gradient ^= 1 << UInt64.random(in: 0..<64, using: &random)
    }
    return gradient
  }
}
