extension TerminalModel {
  /// A colour as the program asked for it, not as a palette shows it.
  public enum Color: Sendable, Hashable {
    /// The terminal's own foreground or background.
    case standard
    /// One of the 256 of the palette; the first 16 are the named ones.
    case palette(UInt8)
    /// A colour given by its parts.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// What is switched on besides the colours.
  public struct Attributes: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8
    /// A set of attributes from its bits.
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
    /// The colour of the character.
    public var foreground = Color.standard
    /// The colour behind the character.
    public var background = Color.standard
    /// What is switched on besides the colours.
    public var attributes: Attributes = []

    /// A style; what is not given is as the terminal has it.
    public init(
      foreground: Color = .standard, background: Color = .standard, attributes: Attributes = []
    ) {
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }

    /// No colour, no attribute.
    public static let plain = Style()

    /// What erasing leaves behind: terminals of the xterm family keep the background (terminfo's `bce`).
    var erased: Style { Style(background: background) }
  }

  /// One place on the screen.
  public struct Cell: Sendable, Hashable {
    /// The character with its marks, a space where nothing is, empty in the right half of a wide character.
    public internal(set) var text: String
    /// How the cell looks.
    public internal(set) var style: Style
    /// What part of a picture lies over the cell.
    var piece: Piece?

    /// Whether the cell is covered by the wide character to its left.
    public var isRightHalf: Bool { text.isEmpty }

    static func blank(_ style: Style) -> Cell { Cell(text: " ", style: style) }
  }

  /// A place on the screen, counted from 0 at the top left.
  public struct Position: Sendable, Hashable {
    /// The row from the top.
    public var row: Int
    /// The column from the left.
    public var column: Int

    /// A place by its row and column.
    public init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }
}
