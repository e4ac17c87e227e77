/// The method of showing pictures that the user chose.
public enum GraphicsChoice: String, Hashable, Sendable, CaseIterable {
  /// Whatever the terminal does best.
  case automatic = "auto"
  /// Characters.
  case symbols
  /// Sixel, whatever the terminal says.
  case sixel
  /// Kitty's protocol, whatever the terminal says.
  case kitty
  /// iTerm2's protocol, whatever the terminal says.
  case iterm
  /// No pictures.
  case none
}
