/// Which objects are in use, by the IDs of their rows.
extension ManagedObjectContext {
  /// The object with that ID: the one that is in use, or a fault, without asking whether the row exists.
  ///
  /// The ID of a row that turned out to be the same as another one gives the object of that one. An object in use whose
  /// row is gone is returned as it is, unless the row is there again.
  ///
  /// - Precondition: The ID belongs to the store of the context.
  public func object(with id: ManagedObjectID) -> ManagedObject {
    if let object = registered[id]?.object { return object }
    if let target = redirects[id] { return object(with: target) }
    if let object = gone[id]?.object, (try? savedRow(for: id)) == nil { return object }
    coordinator.requireOwn(id)
    return makeObject(id, row: nil)
  }

  /// The object with that ID if it is in use here and its row is not gone, and nil otherwise, also for an ID of another
  /// store.
  ///
  /// Neither makes an object nor reads the store.
  public func registeredObject(for id: ManagedObjectID) -> ManagedObject? {
    if let object = registered[id]?.object { return object }
    return redirects[id].flatMap(registeredObject)
  }

  /// The object with that ID and its values, or nil when there is no such row (any more).
  ///
  /// - Throws: ``FetchError/objectOfOtherStore(_:)`` for an ID of another store; what the store throws.
  public func existingObject(with id: ManagedObjectID) throws -> ManagedObject? {
    let id = redirects[id] ?? id
    if let object = registered[id]?.object, !object.isFault { return object.isDeleted ? nil : object }
    guard let row = try row(for: id) else { return nil }
    return object(for: row)
  }

  /// The objects that are in use, in no order; O(n).
  public var registeredObjects: [ManagedObject] {
    registered.values.compactMap(\.object).filter { !model.isLink($0.objectID.entity) }
  }

  /// The object for a row as it was read.
  ///
  /// An object with values keeps them, unless the row is newer and the object unchanged.
  func object(for row: Row) -> ManagedObject {
    guard let object = registered[row.id]?.object else { return makeObject(row.id, row: row) }
    if object.isFault || (!object.hasChanges && (object.committed?.version ?? 0) < row.version) {
      let shown = object.values
      let row = object.completed(row, by: shown)
      object.values = row.values
      object.committed = row
      object.awake()
      if let shown { referencesChanged(row.id, from: shown, to: row.values) }
    }
    return object
  }

  /// An object for a row that no registered object stands for; one in use whose row was gone lives again.
  func makeObject(_ id: ManagedObjectID, row: Row?) -> ManagedObject {
    if row != nil { redirects.forget(id) }
    if let object = revive(id) {
      guard let row else { return object }
      object.values = row.values
      object.committed = row
      object.awake()
      return object
    }
    let entity = model.entity(of: id)
    let birth = ManagedObject.Birth(
      id: id, entity: entity, context: self, values: row?.values, committed: row)
    let object = entity.objectClass.init(birth)
    register(object)
    if row != nil { object.awake() }
    return object
  }

  func register(_ object: ManagedObject) {
    registered[object.objectID] = Registration(
      object: object, keeper: retainsRegisteredObjects ? object : nil)
  }

  /// Called by an object that is going.
  func forget(_ id: ManagedObjectID) {
    if !gone.isEmpty, let entry = gone[id], entry.object == nil { gone[id] = nil }
    guard let entry = registered[id], entry.object == nil else { return }
    registered[id] = nil
  }
}
