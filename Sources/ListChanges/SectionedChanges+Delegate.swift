extension SectionedChanges {
  /// Calls a delegate for each change, in the order in which Core Data does: sections before rows.
  ///
  /// All paths of deletions refer to the old list and all paths of insertions to the new one, so that a view which collects
  /// the calls between `listWillChange()` and `listDidChange()`, as table views do, may apply them in any order: deletions
  /// by descending paths first, then insertions by ascending ones. Core Data promises no order among the rows; here
  /// deletions come first, then insertions, moves and updates, each by ascending paths.
  public func report(to delegate: inout some ListChangeDelegate) {
    delegate.listWillChange()
    for section in deletedSections { delegate.listDidChange(section: section, .delete) }
    for section in insertedSections { delegate.listDidChange(section: section, .insert) }
    for path in deletedRows { delegate.listDidChange(row: path, .delete, newPath: nil) }
    for path in insertedRows { delegate.listDidChange(row: nil, .insert, newPath: path) }
    for move in movedRows { delegate.listDidChange(row: move.old, .move, newPath: move.new) }
    for update in updatedRows { delegate.listDidChange(row: update.old, .update, newPath: update.new) }
    delegate.listDidChange()
  }
}
