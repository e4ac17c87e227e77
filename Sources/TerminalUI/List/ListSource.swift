public import ListChanges

/// The data source of a ``ListView``.
///
/// The view requests visible rows and headers only.
@MainActor public protocol ListSource: SectionSource {
  /// Returns the content of a row.
  func row(at path: RowPath) -> ListRow

  /// Prepares the rows of a frame, which are requested next: for what costs less for all of them together.
  ///
  /// The default implementation does nothing.
  func prepareRows(at paths: [RowPath])
}

extension ListSource {
  /// Does nothing.
  public func prepareRows(at paths: [RowPath]) {}
}
