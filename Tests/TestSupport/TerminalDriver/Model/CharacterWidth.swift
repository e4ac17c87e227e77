internal import CPseudoTerminal

extension TerminalModel {
  /// How many columns a terminal gives characters; nil is what the C library says.
  public struct Widths: Sendable, Equatable {
    /// Columns of marks without a width of their own, such as U+0301.
    public var marks: Int?
    /// Columns of spacing marks, such as U+0940.
    public var spacingMarks: Int?
    /// Columns of emoji outside ASCII.
    public var emoji: Int?
    /// Whether a letter that a virama joins to the one before it takes no column.
    public var joinsLetters = false

    /// Widths as those of the C library.
    public init() {}

    /// The columns of a character.
    func columns(of scalar: Unicode.Scalar) -> Int {
      guard scalar.value >= 0x300 else { return 1 }
      if let emoji, scalar.properties.isEmojiPresentation || scalar == "❤" { return emoji }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: return marks ?? scalar.columns
      case .spacingMark: return spacingMarks ?? scalar.columns
      default: return scalar.columns
      }
    }
  }
}

extension Unicode.Scalar {
  /// How many columns a terminal gives the character: 0 for marks and joiners, 2 for wide ones.
  ///
  /// The C library's table, which ncurses uses as well; a character it does not know takes one column.
  var columns: Int {
    if value < 0x300 { return 1 }
    let width = Int(cpty_width(value))
    return width < 0 ? 1 : width
  }
}
