/// Turns cyan, magenta, yellow and black ink into what a screen shows, without a profile: each ink takes its part of the light
/// away, and black takes from all.
struct InkConversion {
  /// A Boolean value that indicates whether 255 stands for no ink, as Adobe's programs write it, and not for
  /// all of it.
  let isInverted: Bool

  /// Four bytes of ink a pixel become red, green, blue and full opacity.
  ///
  /// O(pixels).
  func convert(_ pixels: inout [UInt8]) {
    let flip: UInt8 = isInverted ? 0 : 255
    pixels.withUnsafeMutableBufferPointer { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let light = Int(bytes[start + 3] ^ flip)
        for index in start..<start + 3 {
          bytes[index] = UInt8((Int(bytes[index] ^ flip) * light + 127) / 255)
        }
        bytes[start + 3] = 255
      }
    }
  }
}
