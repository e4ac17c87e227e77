public import ListChanges

/// The data source of a ``ListView``.
///
/// The view requests visible rows and headers only.
@MainActor public protocol ListSource: SectionSource {
  /// Returns the contents of the rows of a frame: all of them together can cost less than one by one.
  ///
  /// - Returns: One for each path, in the same order.
  func rows(at paths: [RowPath]) -> [ListRow]
}
