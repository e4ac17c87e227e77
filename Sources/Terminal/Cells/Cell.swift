/// One place on the screen: a character fit for it, and its style.
public struct Cell: Hashable, Sendable {
  /// The character with its marks; empty in all cells of a wide one but the first.
  public internal(set) var text: String
  /// The style of the cell.
  public internal(set) var style: Style
  /// The most columns that a terminal may give the character, or 0 if all terminals give it as many as it has here.
  var reach: UInt8

  /// Creates a cell of a picture.
  ///
  /// `text` goes to the terminal as it is, so it must be one character of one column that the program made
  /// itself; text from elsewhere goes through ``Canvas/draw(_:at:width:style:ellipsis:)``.
  public init(_ text: String, style: Style) {
    self.init(text: text, style: style)
  }

  init(text: String, style: Style, reach: Int = 0) {
    self.text = text
    self.style = style
    self.reach = UInt8(clamping: reach)
  }

  /// The characters of ASCII as texts of cells, by their numbers.
  static let texts = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }

  /// An empty place.
  public static let blank = Cell(text: " ", style: .plain)

  /// Returns a Boolean value that indicates whether both look the same.
  public static func == (one: Cell, other: Cell) -> Bool {
    one.style == other.style && one.reach == other.reach && one.text == other.text
  }

  /// A Boolean value that indicates whether the cell belongs to the wide character before it.
  public var isRightHalf: Bool { text.isEmpty }
  /// A Boolean value that indicates whether terminals disagree about the columns of the character.
  var isDisputed: Bool { reach > 0 }
}
