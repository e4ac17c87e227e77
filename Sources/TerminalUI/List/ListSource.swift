public import ListChanges

/// The data source of a ``ListView``.
///
/// The view requests visible rows and headers only.
@MainActor public protocol ListSource: SectionSource {
  /// Returns the content of a row.
  func row(at path: RowPath) -> ListRow
}
