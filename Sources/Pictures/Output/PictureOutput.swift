/// The form in which a terminal can be given pictures.
public enum PictureOutput: Hashable, Sendable {
  /// Kitty's images, shown by placeholders that are ordinary text.
  case kittyPlaceholders
  /// Kitty's images, placed over the text.
  case kittyPlacement
  /// iTerm2's inline files.
  case iterm
  /// Sixels.
  case sixel
  /// Characters.
  case symbols(SymbolColors, SymbolCharacters)
}
