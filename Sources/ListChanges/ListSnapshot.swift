/// The identifiers of the sections and rows of a list at one moment, as `NSDiffableDataSourceSnapshot`.
///
/// It is a value: it can be kept, compared, and sent to another isolation.
public struct ListSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// A section and its rows.
  public struct Section: Hashable, Sendable {
    /// The identifier of the section.
    public var id: SectionID
    /// The identifiers of its rows, in their order.
    public var items: [ItemID]

    /// Makes a section.
    public init(_ id: SectionID, _ items: [ItemID]) { (self.id, self.items) = (id, items) }
  }

  /// The sections in their order.
  public var sections: [Section]
  /// The identifiers of the rows whose content differs from the snapshot before, in their order; empty for a snapshot
  /// without one before.
  public var reconfiguredItems: [ItemID]

  /// Makes a snapshot; without arguments, an empty one.
  public init(_ sections: [Section] = [], reconfiguredItems: [ItemID] = []) {
    self.sections = sections
    self.reconfiguredItems = reconfiguredItems
  }

  /// The identifiers of the sections, in their order.
  public var sectionIDs: [SectionID] { sections.map(\.id) }

  /// The identifiers of the rows of all sections, in their order.
  ///
  /// - Complexity: O(*n*)
  public var itemIDs: [ItemID] { sections.flatMap(\.items) }

  /// The number of rows in all sections.
  public var count: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// Returns the rows of the first section with an identifier; empty if there is none.
  public func items(in section: SectionID) -> [ItemID] { sections.first { $0.id == section }?.items ?? [] }

  /// Returns the path of a row; nil if the list does not have it.
  ///
  /// - Complexity: O(*n*)
  public func path(of item: ItemID) -> RowPath? {
    for (number, section) in sections.enumerated() {
      if let row = section.items.firstIndex(of: item) { return RowPath(section: number, row: row) }
    }
    return nil
  }

  /// Returns the snapshot after changes.
  ///
  /// - Parameters:
  ///   - changes: The changes since this snapshot.
  ///   - section: Returns the identifier of an inserted section, by its index in the new list.
  ///   - item: Returns the identifier of an inserted row, by its path in the new list.
  /// - Precondition: The list was not reloaded.
  /// - Complexity: O(*n*)
  public func applying(
    _ changes: SectionedChanges, section: (Int) -> SectionID, item: (RowPath) -> ItemID
  ) -> ListSnapshot {
    var moved: [RowPath: ItemID] = [:]
    for move in changes.movedRows { moved[move.new] = sections[move.old.section].items[move.old.row] }
    for update in changes.updatedRows {
      moved[update.new] = sections[update.old.section].items[update.old.row]
    }
    let items = changes.replayed(on: sections.map(\.items)) { moved[$0] ?? item($0) }
    var ids = sectionIDs
    for section in changes.deletedSections.reversed() { ids.remove(at: section) }
    for index in changes.insertedSections { ids.insert(section(index), at: index) }
    let changed = changes.movedRows.filter(\.contentChanged).map(\.new) + changes.updatedRows.map(\.new)
    return ListSnapshot(
      zip(ids, items).map { Section($0, $1) },
      reconfiguredItems: changed.sorted().map { items[$0.section][$0.row] })
  }
}
