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
}
