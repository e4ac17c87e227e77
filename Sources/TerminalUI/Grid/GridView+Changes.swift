public import ListChanges

extension GridView {
  /// Follows a change of the content, which `source` already has.
  ///
  /// The cursor stays on its tile, wherever that went, and the tile stays in its row of the view, whatever came or
  /// went before it. If the tile went, the cursor goes to the next one that stayed, else to the one before, and
  /// the tiles before stay where they are. Costs O(changes + sections), not the length of the list. After a reload, the
  /// cursor is on the first tile, as after ``reload()``.
  public func apply(_ changes: SectionedChanges) {
    guard changes.changesPlaces else { return }
    if changes.isReload { return reload() }
    let old = geometry
    let columns = columns
    readCounts()
    let position = ScrollPosition(cursor: cursor, top: top)
      .following(changes, from: old, to: geometry) { $1.number(of: $0) / columns }
    cursor = position.cursor
    top = position.top
    showCursor()
  }
}
