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
