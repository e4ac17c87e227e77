/// One character of a picture, and its colors.
public struct SymbolCell: Hashable, Sendable {
  /// One column wide, never a control character.
  public let character: Unicode.Scalar
  /// The color of the character.
  public let foreground: SymbolColor
  /// The color behind it.
  public let background: SymbolColor

  /// Creates a cell.
  public init(character: Unicode.Scalar, foreground: SymbolColor, background: SymbolColor) {
    self.character = character
    self.foreground = foreground
    self.background = background
  }
}
