/// An observer of a sectioned list that is called for each change, as the delegate of `NSFetchedResultsController` is.
///
/// ``SectionedChanges/report(to:)`` makes the calls.
public protocol ListChangeDelegate {
  /// Called before the changes of an event.
  mutating func listWillChange()

  /// Called for a section that was inserted or deleted, before the rows of all sections.
  ///
  /// - Parameters:
  ///   - section: The index of the section, in the old list if it was deleted, in the new list if it was inserted.
  ///   - change: Either ``ListChangeType/delete`` or ``ListChangeType/insert``.
  mutating func listDidChange(section: Int, _ change: ListChangeType)

  /// Called for a row that was deleted, inserted, moved or updated.
  ///
  /// - Parameters:
  ///   - path: The path in the old list; nil for an insertion.
  ///   - change: The kind of change. The content of a moved row may have changed, too.
  ///   - newPath: The path in the new list; nil for a deletion.
  mutating func listDidChange(row path: RowPath?, _ change: ListChangeType, newPath: RowPath?)

  /// Called after the changes of an event.
  ///
  /// If no row and no section was reported before, the list was replaced by another one
  /// (``SectionedChanges/isReload``).
  mutating func listDidChange()
}
