/// A picture over the cells, or named by them, and where.
struct PlacedPicture: Equatable {
  let picture: Picture
  let frame: Rect

  /// Returns a Boolean value that indicates whether both are the same picture at the same place.
  static func == (one: PlacedPicture, other: PlacedPicture) -> Bool {
    one.frame == other.frame && one.picture.id == other.picture.id
  }

  /// A Boolean value that indicates whether the cells under it, once written, take the picture away: true of
  /// what is drawn where the cursor
  /// stands, false of what is placed by number.
  var isWrittenIntoCells: Bool {
    if case .overlay = picture.content { true } else { false }
  }
}

extension Cell {
  /// The cell under a picture.
  ///
  /// It looks blank, but is no blank to ncurses: what curses believes blank it may clear with the rest of a line,
  /// move with inserted characters or write over on the cursor's way, and it would send nothing when the picture
  /// goes. A character outside ASCII with attributes is left alone, and another in its place is sent.
  static let underPicture = Cell(text: "\u{A0}", style: Style([.picture, .dim]))
  /// The same to look at, and another to ncurses: takes its place where a picture makes way for another.
  static let underNextPicture = Cell(text: "\u{A0}", style: Style([.picture, .bold]))
  /// The cell that ncurses gets where ``DirectText`` writes afterwards.
  static let underDirectText = Cell(text: "\u{A0}", style: Style([.picture, .dim, .bold]))

  /// A Boolean value that indicates whether a picture lies over the cell.
  var isUnderPicture: Bool { style.attributes.contains(.picture) }
}
