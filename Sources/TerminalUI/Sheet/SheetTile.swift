public import Terminal

/// The content of one tile of a grid.
public struct SheetTile {
  /// The line below the picture.
  public var title: String
  /// The picture, no larger than was asked for; nil while there is none.
  public var picture: Picture?
  /// The color in place of a missing picture; `nil` for a frame.
  public var color: Color?
  /// The text in place of a missing picture; `…` if this is empty.
  public var note: String
  /// A Boolean value that indicates whether the tile is one of those that were selected.
  public var isMarked: Bool

  /// Creates a tile.
  public init(title: String, picture: Picture? = nil, note: String = "", isMarked: Bool = false) {
    self.title = title
    self.picture = picture
    self.note = note
    self.isMarked = isMarked
  }
}
