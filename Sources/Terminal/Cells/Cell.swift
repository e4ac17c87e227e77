/// One place on the screen: a character fit for it, and its style.
public struct Cell: Hashable, Sendable, BitwiseCopyable {
  /// The character with its marks; empty in all cells of a wide one but the first.
  let content: CellText
  /// The style of the cell.
  public internal(set) var style: Style
  /// The most columns that a terminal may give the character, or 0 if all terminals give it as many as it has here.
  let reach: UInt8

  /// The character with its marks as a string; empty in all cells of a wide one but the first.
  public var text: String { content.string }

  /// Creates a cell of a picture.
  ///
  /// `text` goes to the terminal as it is, so it must be one character of one column, with up to four marks, that the
  /// program made itself; text from elsewhere goes through ``Canvas/draw(_:at:width:style:ellipsis:)``.
  public init(_ text: String, style: Style) {
    self.init(text: CellText(text), style: style)
  }

  init(text: CellText, style: Style, reach: Int = 0) {
    content = text
    self.style = style
    self.reach = UInt8(clamping: reach)
  }

  /// An empty place.
  public static let blank = Cell(text: " ", style: .plain)

  /// Returns a Boolean value that indicates whether both look the same.
  public static func == (one: Cell, other: Cell) -> Bool {
    one.style == other.style && one.reach == other.reach && one.content == other.content
  }

  /// A Boolean value that indicates whether the cell belongs to the wide character before it.
  public var isRightHalf: Bool { content.isEmpty }
  /// A Boolean value that indicates whether terminals disagree about the columns of the character.
  var isDisputed: Bool { reach > 0 }
}
