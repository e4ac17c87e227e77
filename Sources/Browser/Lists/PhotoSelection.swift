import ObjectGraph

/// The photos that commands act on together.
///
/// They are held by identity: a photo stays selected whatever the list shows, until it is deleted.
final class PhotoSelection {
  /// The selected photos.
  private(set) var ids: Set<ManagedObjectID> = []
  /// Called with the number of selected photos that were deleted.
  var onDeletion: (Int) -> Void = { _ in }
  /// The range that is being selected, from a photo to the cursor.
  private var range: (anchor: ManagedObjectID, before: Set<ManagedObjectID>)?
  private var observation: ContextObservation?

  init(context: ManagedObjectContext) {
    observation = context.observe { [weak self] changes in self?.remove(deleted: changes.deleted) }
  }

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  func contains(_ id: ManagedObjectID) -> Bool { ids.contains(id) }

  // MARK: Ranges

  /// The photo at which the range begins that is being selected; `nil` if none is.
  var anchor: ManagedObjectID? { range?.anchor }

  /// Begins a range at a photo; the photos that are selected already stay so.
  func beginRange(at id: ManagedObjectID) {
    range = (id, ids)
    ids.insert(id)
  }

  /// Makes the range consist of these photos.
  func setRange(_ photos: some Sequence<ManagedObjectID>) {
    guard let range else { return }
    ids = range.before.union(photos)
  }

  /// Adds photos to the range, and takes others out of it.
  ///
  /// - Complexity: O(*n*) in the number of these photos.
  func changeRange(
    adding added: some Sequence<ManagedObjectID>, removing removed: some Sequence<ManagedObjectID>
  ) {
    guard let range else { return }
    for id in removed where !range.before.contains(id) { ids.remove(id) }
    ids.formUnion(added)
  }

  /// Ends the range; its photos stay selected.
  func endRange() { range = nil }

  // MARK: Changes

  /// Selects a photo, or ends its selection.
  func toggle(_ id: ManagedObjectID) {
    endRange()
    if ids.remove(id) == nil { ids.insert(id) }
  }

  /// Adds photos.
  func insert(_ photos: some Sequence<ManagedObjectID>) { ids.formUnion(photos) }

  /// Removes photos, and returns those that were selected.
  @discardableResult
  func remove(_ photos: some Sequence<ManagedObjectID>) -> Set<ManagedObjectID> {
    endRange()
    let removed = ids.intersection(photos)
    ids.subtract(removed)
    return removed
  }

  /// Ends the selection.
  func removeAll() {
    endRange()
    ids.removeAll()
  }

  private func remove(deleted: Set<ManagedObjectID>) {
    guard !ids.isEmpty, !deleted.isEmpty else { return }
    let removed = ids.count < deleted.count ? ids.intersection(deleted) : deleted.intersection(ids)
    guard !removed.isEmpty else { return }
    ids.subtract(removed)
    range?.before.subtract(removed)
    onDeletion(removed.count)
  }
}
