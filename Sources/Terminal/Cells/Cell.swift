/// One place on the screen: a character fit for it, and its style.
public struct Cell: Hashable, Sendable {
  /// The character with its marks; empty in the right half of a wide one.
  public internal(set) var text: String
  /// How it looks.
  public internal(set) var style: Style

  /// An empty place.
  public static let blank = Cell(text: " ", style: .plain)

  /// Whether this is the right half of the wide character before it.
  public var isRightHalf: Bool { text.isEmpty }
}
