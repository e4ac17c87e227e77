/// The number of colors.
public enum ColorDepth: Hashable, Sendable, Comparable {
  /// None: attributes only.
  case none
  /// The first eight of the palette.
  case palette8
  /// The first sixteen of the palette.
  case palette16
  /// The whole palette.
  case palette256
  /// Any red, green and blue.
  case direct
}
