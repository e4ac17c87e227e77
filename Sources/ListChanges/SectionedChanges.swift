/// The differences between two states of a sectioned list, in the form that a list view needs to follow
/// them.
///
/// The rules, which are stricter than those of Apple's `NSFetchedResultsController`:
///
/// - Paths of deletions, and the sources of moves and updates, refer to the **old** list. Paths of
///   insertions, and the targets of moves and updates, refer to the **new** list.
/// - Every deleted, inserted or moved row is listed exactly once, even if its section is deleted or
///   inserted with it. Deleted and inserted sections are listed in addition. A row that continues in
///   another section is a move.
/// - The new list results from the old one in these steps: remove the deleted and moved rows, remove the
///   deleted sections (now empty), insert the inserted sections, and insert the inserted and moved rows in
///   ascending order.
/// - Rows that merely shift are not listed. A move is a row that changed its position relative to the rows
///   that stayed.
/// - Every array is in ascending order (moves by target), and no row is in two of them.
public struct SectionedChanges: Hashable, Sendable {
  /// A row that changed its position relative to the rows that stayed.
  public struct Move: Hashable, Sendable {
    /// The path of the row in the old list.
    public var old: RowPath
    /// The path of the row in the new list.
    public var new: RowPath
    /// A Boolean value that indicates whether the content of the row may have changed too.
    public var contentChanged: Bool

    /// Makes a move from `old` to `new`.
    public init(old: RowPath, new: RowPath, contentChanged: Bool) {
      self.old = old
      self.new = new
      self.contentChanged = contentChanged
    }
  }

  /// A row that kept its position relative to the other rows and whose content changed.
  public struct Update: Hashable, Sendable {
    /// The path of the row in the old list.
    public var old: RowPath
    /// The path of the row in the new list.
    public var new: RowPath

    /// Makes an update of the row at `old`, now at `new`.
    public init(old: RowPath, new: RowPath) {
      self.old = old
      self.new = new
    }
  }

  /// The deleted sections, as indices in the old list, ascending.
  public var deletedSections: [Int]
  /// The inserted sections, as indices in the new list, ascending.
  public var insertedSections: [Int]
  /// The deleted rows, as paths in the old list, ascending.
  public var deletedRows: [RowPath]
  /// The inserted rows, as paths in the new list, ascending.
  public var insertedRows: [RowPath]
  /// The moved rows, ascending by target.
  public var movedRows: [Move]
  /// The rows whose content changed in place, ascending.
  public var updatedRows: [Update]
  /// A Boolean value that indicates whether the list was replaced by another one, and the changes are not listed: the
  /// arrays are empty.
  ///
  /// A view reads all counts again, and finds its selected row by identity. A list of a million rows is replaced so, because
  /// a view that shows a screen of it does not need a million changes.
  public var isReload: Bool

  /// Makes a change set; without arguments, an empty one.
  public init(
    deletedSections: [Int] = [], insertedSections: [Int] = [], deletedRows: [RowPath] = [],
    insertedRows: [RowPath] = [], movedRows: [Move] = [], updatedRows: [Update] = [],
    isReload: Bool = false
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.deletedRows = deletedRows
    self.insertedRows = insertedRows
    self.movedRows = movedRows
    self.updatedRows = updatedRows
    self.isReload = isReload
  }

  /// A Boolean value that indicates whether the set contains no changes.
  public var isEmpty: Bool { !changesPlaces && updatedRows.isEmpty }

  /// A Boolean value that indicates whether any row or section was deleted, inserted or moved, or the list replaced.
  public var changesPlaces: Bool {
    isReload
      || !(deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty
        && movedRows.isEmpty)
  }
}
