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
    if row != nil { object.awake() }
  }

  /// Rows that may look different here than to somebody who reads the store: changed and not saved, or saved and
  /// not committed.
  public func pendingIDs(of entity: Int) -> Set<ManagedObjectID> {
    var ids = Set(coordinator.pending.ids(ofEntity: entity))
    if let own = changed[entity]?.keys { ids.formUnion(own) }
    return ids
  }

  // MARK: To-many relationships

  /// The objects at the other end of a to-many relationship, in no order.
  ///
  /// Makes no object.
  public func members(
    of relationship: RelationshipDescription, owner: ManagedObjectID
  ) throws -> [ManagedObjectID] {
    if let known = registered[owner]?.object?.members[relationship.name] { return Array(known) }
    return try memberQuery(relationship, owner).map(matchingIDs) ?? []
  }

  /// The members, kept by the object from now on.
  func loadMembers(of relationship: RelationshipDescription, owner: ManagedObject) -> Set<ManagedObjectID> {
    if let known = owner.members[relationship.name] { return known }
    // A store that cannot be read gives no members; they are asked for again next time.
    guard let ids = try? members(of: relationship, owner: owner.objectID) else { return [] }
    owner.members[relationship.name] = Set(ids)
    return Set(ids)
  }

  /// How many objects are at the other end, without reading them.
  func countMembers(of relationship: RelationshipDescription, owner: ManagedObjectID) -> Int {
    // A store that cannot be read gives no members; they are asked for again next time.
    (try? memberQuery(relationship, owner).map(matchingCount)) ?? 0
  }

  private func memberQuery(_ relationship: RelationshipDescription, _ owner: ManagedObjectID) -> StoreQuery? {
    guard let inverse = relationship.inverse, let number = model.number(ofEntity: relationship.destination)
    else { return nil }
    let isMember = FetchPredicate.comparison(.init(inverse, .equal, .value(.reference(owner))))
    return StoreQuery(entity: number, predicate: isMember)
  }
}
