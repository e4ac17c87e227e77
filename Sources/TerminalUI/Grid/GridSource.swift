public import ListChanges
public import Terminal

/// The data source of a ``GridView``.
///
/// The view requests visible tiles only.
@MainActor public protocol GridSource: SectionSource {
  /// Returns the tile of a row, with a picture within `size`.
  func tile(at path: RowPath, size: Size) -> GridTile
}
