/// The color of a cell of symbols.
public enum SymbolColor: Hashable, Sendable {
  /// The terminal's own: its text color in the foreground, what lies behind all in the background.
  case standard
  /// A color of the terminal's palette.
  case palette(UInt8)
  /// Red, green and blue, from 0 to 255.
  case rgb(UInt8, UInt8, UInt8)
}
