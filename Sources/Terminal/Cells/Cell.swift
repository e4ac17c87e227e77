/// One place on the screen: a character fit for it, and its style.
public struct Cell: Hashable, Sendable {
  /// The character with its marks; empty in the right half of a wide one.
  public internal(set) var text: String
  /// How it looks.
  public internal(set) var style: Style

  /// Makes a cell of a picture.
  ///
  /// `text` goes to the terminal as it is, so it must be one character of one column that the program made
  /// itself; text from elsewhere goes through ``Canvas/draw(_:at:width:style:ellipsis:)``.
  public init(_ text: String, style: Style) {
    self.init(text: text, style: style)
  }

  init(text: String, style: Style) {
    self.text = text
    self.style = style
  }

  /// An empty place.
  public static let blank = Cell(text: " ", style: .plain)

  /// Whether both look the same.
  public static func == (one: Cell, other: Cell) -> Bool {
    one.style == other.style && one.text == other.text
  }

  /// Whether this is the right half of the wide character before it.
  public var isRightHalf: Bool { text.isEmpty }
}
