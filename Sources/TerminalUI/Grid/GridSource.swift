public import ListChanges
public import Terminal

/// What one tile of a grid shows.
public struct GridTile {
  /// The line below the picture.
  public var title: String
  /// The picture, no larger than was asked for; nil while there is none.
  public var picture: Picture?
  /// What stands in the place of the picture as long as there is none; `…` if this is empty.
  public var note: String
  /// A Boolean value that indicates whether the tile is one of those that were selected.
  public var isMarked: Bool

  /// Makes a tile.
  public init(title: String, picture: Picture? = nil, note: String = "", isMarked: Bool = false) {
    self.title = title
    self.picture = picture
    self.note = note
    self.isMarked = isMarked
  }
}

/// Where a ``GridView`` gets its content from.
///
/// Only tiles in view are asked for.
@MainActor public protocol GridSource: SectionSource {
  /// What the tile of a row shows, its picture within `size`.
  func tile(at path: RowPath, size: Size) -> GridTile
}
