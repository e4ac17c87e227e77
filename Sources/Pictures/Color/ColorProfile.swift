/// The color profile of a picture (ICC.1), as the file has it.
struct ColorProfile: Hashable, Sendable {
  /// The channels of the pixels that a decoder makes, four bytes each.
  enum Channels: Hashable, Sendable {
    /// Red, green, blue and opacity.
    case color
    /// Three equal values and opacity.
    case gray
    /// Cyan, magenta, yellow and black; 0 stands for no ink, or 255 if inverted.
    case ink(isInverted: Bool)
  }

  /// The largest number of bytes of a profile that is used; those of cameras, editors and presses have fewer.
  static let largest = 4 << 20

  let bytes: [UInt8]
  let channels: Channels
}
