public import ListChanges
public import Terminal

/// The data source of a ``SheetView``.
///
/// The view requests visible tiles only.
@MainActor public protocol SheetSource: SectionSource {
  /// Prepares rows whose tiles or shapes are requested next: for what costs less for all of them together.
  ///
  /// The default implementation does nothing.
  func prepareTiles(at paths: [RowPath])
  /// Returns the tile of a row, with a picture within `size`.
  func tile(at path: RowPath, size: Size) -> SheetTile
  /// Returns the ratio of width to height of the picture of a row; about 1.5 if it is not known.
  func shape(at path: RowPath) -> Double
  /// Returns whether the terms of the host of a picture limit how many are in view.
  func isLimited(at path: RowPath) -> Bool
}

extension SheetSource {
  /// Does nothing.
  public func prepareTiles(at paths: [RowPath]) {}

  /// 3:2, the shape of most photos.
  public func shape(at path: RowPath) -> Double { 1.5 }

  /// `true`.
  public func isLimited(at path: RowPath) -> Bool { true }
}
