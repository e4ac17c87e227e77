/// A color: the terminal's own default, one of the 256 of its palette, or one given by its RGB components.
public struct Color: Hashable, Sendable {
  /// Up to 255 the place in the palette; bit 24 and three bytes of red, green and blue; bit 25 for the default.
  let code: UInt32

  init(code: UInt32) { self.code = code }

  static let directBit: UInt32 = 1 << 24

  /// The default color of the terminal.
  public static let standard = Color(code: 1 << 25)
  /// Color 0 of the palette, black.
  public static let black = palette(0)
  /// Color 1 of the palette, red.
  public static let red = palette(1)
  /// Color 2 of the palette, green.
  public static let green = palette(2)
  /// Color 3 of the palette, yellow.
  public static let yellow = palette(3)
  /// Color 4 of the palette, blue.
  public static let blue = palette(4)
  /// Color 5 of the palette, magenta.
  public static let magenta = palette(5)
  /// Color 6 of the palette, cyan.
  public static let cyan = palette(6)
  /// Color 7 of the palette, white.
  public static let white = palette(7)

  /// A color of the palette: 0-7 and bright 8-15 are the user's own, 16-231 a cube, 232-255 grays.
  public static func palette(_ number: UInt8) -> Color { Color(code: UInt32(number)) }

  /// Returns the color with the given RGB components.
  ///
  /// A terminal without direct colors shows the nearest color of its palette.
  public static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(code: directBit | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// A Boolean value that indicates whether the color has RGB components.
  var isDirect: Bool { code & Self.directBit != 0 }

  /// A Boolean value that indicates whether the color is neither the default nor among the first 16 of the palette.
  var isExtended: Bool { code & (Self.directBit | 0xf0) != 0 }

  /// The place in the palette, otherwise `nil`.
  var paletteNumber: Int? { code < 256 ? Int(code) : nil }

  /// The RGB components of a direct color, otherwise `nil`.
  public var parts: (red: UInt8, green: UInt8, blue: UInt8)? {
    guard isDirect else { return nil }
    return (
      UInt8(truncatingIfNeeded: code >> 16), UInt8(truncatingIfNeeded: code >> 8),
      UInt8(truncatingIfNeeded: code)
    )
  }
}
