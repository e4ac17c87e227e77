extension TerminalModel {
  /// A color as the program selected it, regardless of the palette.
  public enum Color: Sendable, Hashable {
    /// The default foreground or background.
    case standard
    /// A color of the 256-color palette; the first 16 are the named ones.
    case palette(UInt8)
    /// A color with red, green, and blue components.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The attributes of a character besides its colors.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// The bits of the attributes.
    public let rawValue: UInt8
    /// Creates a set of attributes from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// SGR 1.
    public static let bold = Attributes(rawValue: 1)
    /// SGR 2.
    public static let dim = Attributes(rawValue: 2)
    /// SGR 3.
    public static let italic = Attributes(rawValue: 4)
    /// SGR 4, of any shape.
    public static let underline = Attributes(rawValue: 8)
    /// SGR 5 and 6.
    public static let blink = Attributes(rawValue: 16)
    /// SGR 7.
    public static let reverse = Attributes(rawValue: 32)
    /// SGR 8.
    public static let hidden = Attributes(rawValue: 64)
    /// SGR 9.
    public static let strikethrough = Attributes(rawValue: 128)
  }

  /// The look of a cell.
  public struct Style: Sendable, Hashable {
    /// The color of the character.
    public var foreground = Color.standard
    /// The color of the background.
    public var background = Color.standard
    /// The attributes besides the colors.
    public var attributes: Attributes = []

    /// Creates a style; the default values are the terminal's own.
    public init(
      foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
    ) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }

    /// The default colors without attributes.
    public static let plain = Style()

    /// The style of erased cells: terminals of the xterm family keep the background (terminfo's `bce`).
    var erased: Style { Style(background: background) }
  }

  /// A cell of the screen.
  public struct Cell: Sendable, Hashable {
    /// The character with its combining marks; a space in an empty cell, empty in the right half of a wide
    /// character.
    public internal(set) var text: String
    /// The style of the cell.
    public internal(set) var style: Style
    /// The part of a picture that covers the cell.
    var piece: Piece?

    /// A Boolean value that indicates whether the cell is the right half of a wide character.
    public var isRightHalf: Bool { text.isEmpty }

    static func blank(_ style: Style) -> Cell { Cell(text: " ", style: style) }
  }

  /// A position on the screen, counted from 0 at the top left.
  public struct Position: Sendable, Hashable {
    /// The row from the top.
    public var row: Int
    /// The column from the left.
    public var column: Int

    /// Creates a position.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }
}
