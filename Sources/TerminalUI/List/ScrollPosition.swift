internal import ListChanges

/// The cursor and the scroll offset of a list, and their adjustment when the list changes.
struct ScrollPosition {
  /// The row of the cursor; nil in an empty list.
  var cursor: RowPath?
  /// The line of the list that stands in the first line of the view.
  var top: Int

  /// Returns the position after `changes` turned the list `old` into `new`.
  ///
  /// The view may then have to scroll to show it.
  ///
  /// The cursor stays on its row, and the row stays in its line of the view, regardless of insertions and
  /// deletions above it. If the row was deleted, the cursor moves to the next remaining row, or else to the
  /// previous one, and the rows above stay in place. `line` returns the line of a row. `hidden` is the number
  /// of lines at the top of the view that are covered.
  ///
  /// - Complexity: O(*changes*).
  func following(
    _ changes: SectionedChanges, from old: ListGeometry, to new: ListGeometry, hidden: Int = 0,
    line: (RowPath, ListGeometry) -> Int
  ) -> ScrollPosition {
    guard let cursor, new.rowCount > 0 else {
      return ScrollPosition(cursor: new.path(ofNumber: 0), top: 0)
    }
    /// The position with the row `now` where the row `before` was.
    func position(cursor: RowPath, putting now: RowPath, where before: RowPath) -> ScrollPosition {
      ScrollPosition(cursor: cursor, top: line(now, new) - (line(before, old) - top))
    }
    if let place = changes.place(of: cursor) {
      return position(cursor: place, putting: place, where: cursor)
    }
    let gone = Departures(changes)
    let next = gone.stayed(after: cursor, in: old)
    let previous = gone.stayed(before: cursor, in: old)
    guard let neighbor = next ?? previous, let place = changes.place(of: neighbor) else {
      return ScrollPosition(cursor: new.path(ofNumber: old.number(of: cursor)), top: top)
    }
    if let previous, line(previous, old) >= top + hidden, let anchor = changes.place(of: previous) {
      return position(cursor: place, putting: anchor, where: previous)
    }
    return position(cursor: place, putting: place, where: cursor)
  }
}
