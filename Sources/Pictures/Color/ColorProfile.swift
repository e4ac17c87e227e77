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

  let bytes: [UInt8]
  let channels: Channels
}
