/// The number that identifies an image in the terminal.
///
/// A placeholder encodes the number in its color and its third mark. Only the lowest byte (1 to 255) and the
/// highest are used: 65,280 numbers. The color is then one of a palette of 256, which every program can set.
public struct KittyImageID: Hashable, Sendable {
  /// The number of different numbers.
  public static let count = 255 * 256

  /// The number as the protocol writes it.
  public let rawValue: UInt32

  /// The number for a count, which starts over after `KittyImageID.count`.
  public init(counting index: Int) {
    let index = ((index % Self.count) + Self.count) % Self.count
    rawValue = UInt32(index / 255) << 24 | UInt32(1 + index % 255)
  }

  /// The foreground color, of the palette of 256, in which placeholders must be drawn.
  public var color: UInt8 { UInt8(truncatingIfNeeded: rawValue) }

  /// The value that the third mark of a placeholder encodes.
  var highByte: Int { Int(rawValue >> 24) }
}
