/// How one sectioned list became another: what a list view needs to follow, and nothing more.
///
/// The rules, which are stricter than those of Apple's `NSFetchedResultsController`:
///
/// - Paths of deletes, and the sources of moves and updates, are places in the **old** list; paths of inserts,
///   and the targets of moves and updates, are places in the **new** one.
/// - Every row that goes, comes or moves is listed exactly once, also when its section goes or comes with it;
///   sections that go or come are listed besides. A row that lives on in another section is a move.
/// - Taking the deleted and moved rows out of the old list, then the deleted sections (now empty), then putting
///   in the inserted sections and, in ascending order, the inserted and moved rows, gives the new list.
/// - Rows that merely shift are not listed. A move is a row that left its place among the rows that stayed.
/// - Every array is in ascending order (moves by target), and no row is in two of them.
public struct SectionedChanges: Hashable, Sendable {
  /// A row that left its place among the rows that stayed.
  public struct Move: Hashable, Sendable {
    /// Where the row was, in the old list.
    public var old: RowPath
    /// Where the row is, in the new list.
    public var new: RowPath
    /// Whether what the row shows may have changed too.
    public var contentChanged: Bool

    /// Makes a move from `old` to `new`.
    public init(old: RowPath, new: RowPath, contentChanged: Bool) {
      self.old = old
      self.new = new
      self.contentChanged = contentChanged
    }
  }

  /// A row that stayed among its neighbours and whose content changed.
  public struct Update: Hashable, Sendable {
    /// Where the row was, in the old list.
    public var old: RowPath
    /// Where the row is, in the new list.
    public var new: RowPath

    /// Makes an update of the row at `old`, now at `new`.
    public init(old: RowPath, new: RowPath) {
      self.old = old
      self.new = new
    }
  }

  /// Sections that went, as numbers in the old list, ascending.
  public var deletedSections: [Int]
  /// Sections that came, as numbers in the new list, ascending.
  public var insertedSections: [Int]
  /// Rows that went, in the old list, ascending.
  public var deletedRows: [RowPath]
  /// Rows that came, in the new list, ascending.
  public var insertedRows: [RowPath]
  /// Rows that left their place, ascending by target.
  public var movedRows: [Move]
  /// Rows whose content changed in place, ascending.
  public var updatedRows: [Update]
  /// Whether the list took another order, so that most rows are moves.
  ///
  /// The changes are exact as always; but a view does better to draw anew and to follow its row by identity.
  public var isReordering: Bool

  /// Makes a change set; without arguments, an empty one.
  public init(
    deletedSections: [Int] = [], insertedSections: [Int] = [], deletedRows: [RowPath] = [],
    insertedRows: [RowPath] = [], movedRows: [Move] = [], updatedRows: [Update] = [],
    isReordering: Bool = false
  ) {
    self.deletedSections = deletedSections
    self.insertedSections = insertedSections
    self.deletedRows = deletedRows
    self.insertedRows = insertedRows
    self.movedRows = movedRows
    self.updatedRows = updatedRows
    self.isReordering = isReordering
  }

  /// Whether nothing changed at all.
  public var isEmpty: Bool { !changesPlaces && updatedRows.isEmpty }

  /// Whether any row or section came, went or moved, so that places may have shifted.
  public var changesPlaces: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && deletedRows.isEmpty && insertedRows.isEmpty
      && movedRows.isEmpty)
  }
}
