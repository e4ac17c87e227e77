public import ListChanges
public import Terminal

/// The data source of a ``GridView``.
///
/// The view requests visible tiles only.
@MainActor public protocol GridSource: SectionSource {
  /// Returns the tile of a row, with a picture within `size`.
  func tile(at path: RowPath, size: Size) -> GridTile
  /// Returns the ratio of width to height of the picture of a row; about 1.5 if it is not known.
  func shape(at path: RowPath) -> Double
}

extension GridSource {
  /// 3:2, the shape of most photos.
  public func shape(at path: RowPath) -> Double { 1.5 }
}
