/// The style of a cell: its colors and attributes.
public struct Style: Hashable, Sendable, BitwiseCopyable {
  /// The text attributes other than color.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set of attributes from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier, or brighter.
    public static let bold = Attributes(rawValue: 1)
    /// Fainter.
    public static let dim = Attributes(rawValue: 2)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 4)
    /// Underlined.
    public static let underline = Attributes(rawValue: 8)
    /// Not to be seen: a place that a picture above the cells takes.
    static let picture = Attributes(rawValue: 128)
  }

  /// All properties in one word, because frames compare every cell: attributes in 8 bits, the colors in 26 each.
  private var bits: UInt64

  /// The color of the text.
  public var foreground: Color {
    get { Color(code: UInt32(bits >> 8 & Self.colorMask)) }
    set { bits = bits & ~(Self.colorMask << 8) | UInt64(newValue.code) << 8 }
  }
  /// The color behind the text.
  public var background: Color {
    get { Color(code: UInt32(bits >> 34)) }
    set { bits = bits & ~(Self.colorMask << 34) | UInt64(newValue.code) << 34 }
  }
  /// The attributes of the text.
  public var attributes: Attributes {
    get { Attributes(rawValue: UInt8(truncatingIfNeeded: bits)) }
    set { bits = bits & ~0xff | UInt64(newValue.rawValue) }
  }

  private static let colorMask: UInt64 = 1 << 26 - 1

  /// Creates a style; without arguments, plain text in the terminal's colors.
  public init(
    foreground: Color = .standard, background: Color = .standard, _ attributes: Attributes = []
  ) {
    bits = UInt64(attributes.rawValue) | UInt64(foreground.code) << 8 | UInt64(background.code) << 34
  }

  /// A Boolean value that indicates whether one of the colors is direct.
  var isDirect: Bool { foreground.isDirect || background.isDirect }

  /// A Boolean value that indicates whether both colors are extended, as in pictures made of symbols.
  var hasExtendedColors: Bool { foreground.isExtended && background.isExtended }

  /// The highest place in the palette of the two colors; -1 if neither is of the palette.
  var highestPaletteNumber: Int {
    max(foreground.paletteNumber ?? -1, background.paletteNumber ?? -1)
  }

  /// Plain text in the terminal's colors.
  public static let plain = Style()
  /// Bold text.
  public static let bold = Style(.bold)
  /// Faint text.
  public static let dim = Style(.dim)
  /// Foreground and background exchanged: what a selection looks like.
  public static let reverse = Style(.reverse)

  /// The style with `attributes` besides its own.
  public func with(_ attributes: Attributes) -> Style {
    Style(foreground: foreground, background: background, self.attributes.union(attributes))
  }

  /// The style without `attributes`.
  public func without(_ attributes: Attributes) -> Style {
    Style(foreground: foreground, background: background, self.attributes.subtracting(attributes))
  }

  /// The style with another color of text.
  public func with(foreground: Color) -> Style {
    Style(foreground: foreground, background: background, attributes)
  }
}
