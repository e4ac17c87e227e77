public import ListChanges

extension ListView {
  /// Follows a change of the content, which `source` already has.
  ///
  /// The cursor stays on its row, wherever that went, and the row stays in its line of the view, whatever came
  /// or went above it. If the row went, the cursor goes to the next row that stayed, else to the one before,
  /// and the rows above stay where they are. Costs O(changes + sections), not the length of the list. After a reload, the
  /// cursor is on the first row, as after ``reload()``.
  public func apply(_ changes: SectionedChanges) {
    guard changes.changesPlaces || hasHeaderLines != (geometry.headerHeight > 0) else { return }
    if changes.isReload { return reload() }
    let old = geometry
    readCounts()
    let position = ScrollPosition(cursor: cursor, top: top)
      .following(changes, from: old, to: geometry, hidden: stickyHeight) { $1.line(of: $0) }
    cursor = position.cursor
    top = position.top
    showCursor()
  }
}
