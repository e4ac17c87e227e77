/// Which characters a terminal and its font show.
public enum SymbolCharacters: Hashable, Sendable, CaseIterable {
  /// Unicode's blocks: halves, quarters and eighths of a cell.
  case blocks
  /// The characters of ASCII.
  case ascii
}
