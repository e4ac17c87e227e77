import ObjectGraph
import PhotoLibrary

/// Selecting photos of the list, and what is selected in its order.
extension PhotoList {
  /// Selects the photos from the one under the cursor on, or ends the selection of those that are selected, and moves
  /// the cursor on.
  func toggleSelection(_ count: Int) {
    listDidChange()
    for photo in photos(fromCursor: count) { selection.toggle(photo.objectID) }
    list.view.moveOn(count)
  }

  /// Begins to select all photos between the one under the cursor and wherever the cursor goes, or ends that.
  func toggleRange() {
    listDidChange()
    if selection.anchor != nil { return selection.endRange() }
    if let id = list.selectedID { selection.beginRange(at: id) }
  }

  /// Selects the photos between the beginning of the range and the cursor.
  ///
  /// - Complexity: O(*m* + log *n*) for a range of *m* photos.
  func extendRange() {
    guard let anchor = selection.anchor, let cursor = list.view.cursor else { return }
    let controller = list.controller
    guard !isTurning, let start = controller.path(of: anchor).map(controller.index(of:)) else {
      return selection.endRange()
    }
    listDidChange()
    let end = controller.index(of: cursor)
    selection.setRange((min(start, end)...max(start, end)).map { controller.objectID(at: $0) })
  }

  /// The photos of the list.
  ///
  /// - Complexity: O(*n*).
  private var listed: [ManagedObjectID] {
    (0..<list.controller.count).map { list.controller.objectID(at: $0) }
  }

  /// Selects all photos of the list, or ends their selection if all are selected.
  func toggleAll() {
    listDidChange()
    let listed = listed
    if selection.remove(listed).count < listed.count { selection.insert(listed) }
  }

  /// Selects the photos of the list that are not selected, and ends the selection of those that are.
  func invertSelection() {
    listDidChange()
    let listed = listed
    let removed = selection.remove(listed)
    selection.insert(listed.filter { !removed.contains($0) })
  }

  /// The place of the photo under the cursor among those selected, from 1; `nil` if it is not selected.
  ///
  /// Of more than 1,000 selected photos, the place is not looked for.
  var placeInSelection: Int? {
    guard let id = list.selectedID, selection.contains(id), selection.count <= 1_000,
      let cursor = list.view.cursor
    else { return nil }
    return 1 + selection.ids.count { list.controller.path(of: $0).map { $0 < cursor } ?? false }
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
