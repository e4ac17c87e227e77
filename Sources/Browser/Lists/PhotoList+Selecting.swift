import ObjectGraph
import PhotoLibrary

/// Selecting photos of the list, and what is selected in its order.
extension PhotoList {
  /// Selects the photos from the one under the cursor on, or ends the selection of those that are selected, and moves
  /// the cursor on.
  func toggleSelection(_ count: Int) {
    selectionWillChange()
    for photo in photos(fromCursor: count) { selection.toggle(photo.objectID) }
    list.view.moveOn(count)
  }

  /// Begins to select all photos between the one under the cursor and wherever the cursor goes, or ends that.
  func toggleRange() {
    selectionWillChange()
    rangeRows = nil
    if selection.anchor != nil { return selection.endRange() }
    if let id = list.selectedID { selection.beginRange(at: id) }
  }

  /// Selects the photos between the beginning of the range and the cursor.
  ///
  /// - Complexity: O(*m* + log *n*) for a move of the cursor by *m* rows; after a change of the list, *m* is the number of
  ///   photos in the range.
  func extendRange() {
    guard let anchor = selection.anchor, let cursor = list.view.cursor else { return }
    let controller = list.controller
    guard !isTurning, let start = controller.path(of: anchor).map(controller.index(of:)) else {
      return selection.endRange()
    }
    let end = controller.index(of: cursor)
    let rows = min(start, end)...max(start, end)
    guard rows != rangeRows else { return }
    selectionWillChange()
    if let rangeRows {
      selection.changeRange(
        adding: ids(of: rows, outside: rangeRows), removing: ids(of: rangeRows, outside: rows))
    } else {
      selection.setRange(rows.map { controller.objectID(at: $0) })
    }
    rangeRows = rows
  }

  /// Returns the photos in some rows that are not in others.
  private func ids(of rows: ClosedRange<Int>, outside others: ClosedRange<Int>) -> [ManagedObjectID] {
    let end = rows.upperBound + 1
    let before = rows.lowerBound..<max(rows.lowerBound, min(end, others.lowerBound))
    let after = min(end, max(rows.lowerBound, others.upperBound + 1))..<end
    return [before, after].joined().map { list.controller.objectID(at: $0) }
  }

  /// The photos of the list.
  ///
  /// - Complexity: O(*n*).
  private var listed: [ManagedObjectID] {
    (0..<list.controller.count).map { list.controller.objectID(at: $0) }
  }

  /// Selects all photos of the list, or ends their selection if all are selected.
  func toggleAll() {
    selectionWillChange()
    let listed = listed
    if selection.remove(listed).count < listed.count { selection.insert(listed) }
  }

  /// Selects the photos of the list that are not selected, and ends the selection of those that are.
  func invertSelection() {
    selectionWillChange()
    let listed = listed
    let removed = selection.remove(listed)
    selection.insert(listed.filter { !removed.contains($0) })
  }

  /// The selected photos in the order of the list, those behind that it does not show.
  var selected: [Photo] { ordered(selection.ids) }

  /// Returns photos in the order of the list, those behind that it does not show.
  func ordered(_ ids: Set<ManagedObjectID>) -> [Photo] {
    let listed = ids.compactMap { id in list.controller.path(of: id).map { ($0, id) } }
      .sorted { $0.0 < $1.0 }.map(\.1)
    let others = ids.subtracting(listed).sorted()
    return (listed + others).compactMap { list.controller.context.object(with: $0) as? Photo }
  }
}
