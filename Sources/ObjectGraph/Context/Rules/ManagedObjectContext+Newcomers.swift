/// Detection of duplicates before a save, for contexts that are shown to the user.
extension ManagedObjectContext {
  /// Records the unsaved objects among changes that are being posted, to check their unique values later.
  func recordNewcomers(_ changes: ContextChanges) {
    guard notifier.checksNewcomers else { return }
    notifier.recordNewcomers(changes.inserted.union(changes.updated).filter(unsaved.contains))
  }

  /// Merges objects that were inserted or updated in this turn of the main actor with others that have the
  /// same unique values, if the context does so before the save.
  func resolveTurn() {
    guard let earlier = notifier.removeNewcomers() else { return }
    if propagatesDeletesAtEndOfEvent { applyDeleteRules() }
    let changes = notifier.changes
    let ids = earlier.union(changes.inserted).union(changes.updated)
    let objects = ids.compactMap { registry[$0] }.filter { $0.isInserted || $0.isUpdated }
    // A conflict that the merge policy does not resolve stays, and the next save throws its error.
    try? resolveNewcomers(objects)
  }
}
