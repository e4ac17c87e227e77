/// Detection of duplicates before a save, for contexts that are shown to the user.
extension ManagedObjectContext {
  /// Records the unsaved objects among changes that are being posted, to check their unique values later.
  func recordNewcomers(_ changes: ContextChanges) {
    newcomers?.formUnion(
      changes.inserted.union(changes.updated).filter { changed[$0.entity]?[$0] != nil })
  }

  /// Merges objects that were inserted or updated in this turn of the main actor with others that have the
  /// same unique values, if the context does so before the save.
  func resolveTurn() {
    guard let earlier = newcomers else { return }
    newcomers = []
    if propagatesDeletesAtEndOfEvent { applyDeleteRules() }
    let ids = earlier.union(gathered.inserted).union(gathered.updated)
    let objects = ids.compactMap { registered[$0]?.object }.filter { $0.isInserted || $0.isUpdated }
    // A conflict that the merge policy does not resolve stays, and the next save throws its error.
    try? resolveNewcomers(objects)
  }
}
