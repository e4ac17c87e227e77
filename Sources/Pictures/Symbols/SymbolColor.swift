/// The color of a cell of symbols.
public enum SymbolColor: Hashable, Sendable {
  /// The terminal's own: its text color in the foreground, what lies behind all in the background.
  case standard
  /// A color of the terminal's palette.
  case palette(UInt8)
  /// Red, green and blue, from 0 to 255.
  case rgb(UInt8, UInt8, UInt8)
}

/// Which colors a terminal shows.
public enum SymbolColors: Hashable, Sendable, CaseIterable {
  /// Any red, green and blue.
  case trueColor
  /// A palette of 256, of which the first 16 are left alone: they look different in every terminal.
  case palette256
  /// The 16 basic colors.
  case palette16
  /// The 8 basic colors.
  case palette8
  /// The terminal's own two.
  case none
}

/// Which characters a terminal and its font show.
public enum SymbolCharacters: Hashable, Sendable, CaseIterable {
  /// Unicode's blocks: halves, quarters and eighths of a cell.
  case blocks
  /// The characters of ASCII.
  case ascii
}
