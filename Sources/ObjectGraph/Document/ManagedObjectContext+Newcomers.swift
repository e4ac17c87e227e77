/// Uniqueness before a save, for contexts that somebody looks at all the time.
extension ManagedObjectContext {
  /// Notes of what observers are told now, to be compared with others later, what has yet to be saved.
  func noteNewcomers(_ changes: ContextChanges) {
    newcomers?.formUnion(
      changes.inserted.union(changes.updated).filter { changed[$0.entity]?[$0] != nil })
  }

  /// Merges what was made or changed in this turn of the main actor with others that have the same unique values,
  /// if the context does so before the save.
  func settleTurn() {
    guard let earlier = newcomers else { return }
    newcomers = []
    if propagatesDeletesAtEndOfEvent { applyDeleteRules() }
    let ids = earlier.union(gathered.inserted).union(gathered.updated)
    let objects = ids.compactMap { registered[$0]?.object }.filter { $0.isInserted || $0.isUpdated }
    // What the merge policy does not settle stays as it is, and the next save says why.
    try? settleNewcomers(objects)
  }
}
