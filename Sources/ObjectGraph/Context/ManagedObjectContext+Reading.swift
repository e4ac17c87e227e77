extension ManagedObjectContext: RowLookup {
  /// The row as this context shows it, with changes that were not saved; nil when there is none (any more).
  ///
  /// Makes no object. Reads the store when neither an object nor a save on its way knows the row.
  ///
  /// - Throws: ``FetchError/objectOfOtherStore(_:)`` for an ID of another store; what the store throws.
  public func row(for id: ManagedObjectID) throws -> Row? {
    if let object = registered[id]?.object {
      if object.isDeleted { return nil }
      if let row = object.row { return row }
    }
    guard id.store == coordinator.identity else { throw FetchError.objectOfOtherStore(id) }
    return try savedRow(for: id)
  }

  /// The row as it was saved last, whether committed or on its way.
  func savedRow(for id: ManagedObjectID) throws -> Row? {
    if let state = overlay.state(of: id) { return state }
    if let state = adopted[id] { return state }
    return try reader.rows([id]).first
  }

  /// Reads the values of a fault.
  ///
  /// If there is no row, the object gets the values of a new one (see ``shouldDeleteInaccessibleFaults``).
  func fulfill(_ object: ManagedObject) {
    // A store that cannot be read leaves a fault; the next fetch throws the reason.
    guard case .success(let found) = Result(catching: { try savedRow(for: object.objectID) }) else { return }
    guard let row = found else {
      registered[object.objectID] = nil
      return depart(object, countsAsDeleted: shouldDeleteInaccessibleFaults)
    }
    object.values = row.values
    object.committed = row
    object.awake()
  }

  /// Rows of the entity and its sub-entities that may look different here than to somebody who reads the store.
  ///
  /// These are changed and not saved, here or in a parent, or saved and not committed. One of which a many-to-many
  /// relationship changed is among them.
  public func pendingIDs(of entity: Int) -> Set<ManagedObjectID> {
    let own = overlaidIDs(of: entity)
    return parent.map { own.union($0.pendingIDs(of: entity)) } ?? own
  }

  /// Rows that may look different here than to ``reader``.
  func overlaidIDs(of entity: Int) -> Set<ManagedObjectID> {
    var ids: Set<ManagedObjectID> = []
    for number in model.family(of: entity) {
      ids.formUnion(overlay.ids(ofEntity: number))
      if let own = changed[number]?.keys { ids.formUnion(own) }
      for referrer in model.referrers(to: number) where model.isLink(referrer.entity) {
        ids.formUnion(overlaidIDs(of: referrer.entity).compactMap { end($0, slot: referrer.slot, number) })
      }
    }
    return ids
  }

  /// The object of an entity to which a pending row refers that joins it to another one.
  private func end(_ id: ManagedObjectID, slot: Int, _ entity: Int) -> ManagedObjectID? {
    let shown = registered[id]?.object?.values ?? (overlay.state(of: id) ?? nil)?.values
    // A store that cannot be read says so when the rows themselves are asked for.
    let end = (shown ?? (try? reader.rows([id]))?.first?.values)?[slot].reference
    return end?.entity == entity ? end : nil
  }
}
