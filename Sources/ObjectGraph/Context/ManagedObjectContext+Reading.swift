extension ManagedObjectContext: RowLookup {
  /// The row as this context shows it, with changes that were not saved; nil when there is none (any more).
  ///
  /// Makes no object. Reads the store when neither an object nor a save on its way knows the row.
  public func row(for id: ManagedObjectID) throws -> Row? {
    if let object = registered[id]?.object {
      if object.isDeleted { return nil }
      if let row = object.row { return row }
    }
    return try savedRow(for: id)
  }

  /// The row as it was saved last, whether committed or on its way.
  func savedRow(for id: ManagedObjectID) throws -> Row? {
    if let state = coordinator.pending.state(of: id) { return state }
    if let state = adopted[id] { return state }
    return try reader.rows([id]).first
  }

  /// Reads the values of a fault.
  ///
  /// The values of a row that is not there are those of a new object.
  func fulfill(_ object: ManagedObject) {
    // A store that cannot be read looks as if the row were not there; the next fetch throws the reason.
    let row = (try? savedRow(for: object.objectID)) ?? nil
    object.values = row?.values ?? object.entity.defaultValues
    object.committed = row
    if row != nil { object.awakeFromFetch() }
  }

  /// Rows of the entity and its sub-entities that may look different here than to somebody who reads the store: changed
  /// and not saved, or saved and not committed.
  public func pendingIDs(of entity: Int) -> Set<ManagedObjectID> {
    var ids: Set<ManagedObjectID> = []
    for number in model.family(of: entity) {
      ids.formUnion(coordinator.pending.ids(ofEntity: number))
      if let own = changed[number]?.keys { ids.formUnion(own) }
    }
    return ids
  }
}
