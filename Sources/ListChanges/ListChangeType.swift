/// A kind of change of a row or a section, as `NSFetchedResultsChangeType`.
public enum ListChangeType: Hashable, Sendable {
  /// It was inserted.
  case insert
  /// It was deleted.
  case delete
  /// A row changed its position relative to the rows that stayed.
  case move
  /// A row changed its content and kept its position.
  case update
}
