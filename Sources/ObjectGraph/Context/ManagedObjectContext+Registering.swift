public import ObjectModel
internal import ObjectStore

/// Registered objects, by the IDs of their rows.
extension ManagedObjectContext {
  /// Returns the object with this ID: the registered object, or a fault.
  ///
  /// The call does not check whether the row exists. For the ID of a row that was merged into another one, it
  /// returns the object of that row. An object in use whose row is gone is returned as it is, unless the row
  /// exists again.
  ///
  /// - Precondition: The ID belongs to the store of the context.
  public func object(with id: ManagedObjectID) -> ManagedObject {
    if let object = registry[id] { return object }
    if let target = registry.redirects[id] { return object(with: target) }
    if let object = registry.goneObject(id), missing.forbidsWaiting || (try? savedRow(for: id)) == nil {
      return object
    }
    coordinator.requireOwn(id)
    return makeObject(id, row: nil)
  }

  /// Returns the registered object with this ID, or `nil` if there is none.
  ///
  /// An object whose row is gone is not registered. The result is `nil` for an ID of another store. The call
  /// neither makes an object nor reads the store.
  public func registeredObject(for id: ManagedObjectID) -> ManagedObject? {
    if let object = registry[id] { return object }
    return registry.redirects[id].flatMap(registeredObject)
  }

  /// Returns the object with this ID and its values, or `nil` if the row does not exist.
  ///
  /// - Throws: ``FetchError/objectOfOtherStore(_:)`` for an ID of another store, and the errors of the store.
  public func existingObject(with id: ManagedObjectID) throws -> ManagedObject? {
    let id = registry.redirects[id] ?? id
    if let object = registry[id], !object.isFault { return object.isDeleted ? nil : object }
    guard let row = try row(for: id) else { return nil }
    return object(for: row)
  }

  /// The registered objects, in no particular order.
  ///
  /// - Complexity: O(*n*) in the number of registered objects.
  public var registeredObjects: [ManagedObject] {
    registry.objects.filter { !model.isLink($0.objectID.entity) }
  }

  /// Returns the object of a row that was read.
  ///
  /// An object with values keeps them, unless the row is newer and the object has no unsaved changes.
  func object(for row: Row) -> ManagedObject {
    guard let object = registry[row.id] else { return makeObject(row.id, row: row) }
    if object.isFault || (!object.hasChanges && (object.committed?.version ?? 0) < row.version) {
      let shown = object.values
      let row = object.completed(row, by: shown)
      if let base = object.committed { recorder.rebase(row.id, from: base.values, to: row.values) }
      object.values = row.values
      object.committed = row
      object.awake()
      if let shown { referencesChanged(row.id, from: shown, to: row.values) }
    }
    return object
  }

  /// Makes an object for a row without a registered object.
  ///
  /// An object in use whose row was gone is registered again.
  func makeObject(_ id: ManagedObjectID, row: Row?) -> ManagedObject {
    if row != nil { registry.redirects.forget(id) }
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
    let object = entity.managedObjectClass.init(birth)
    registry.register(object)
    if row != nil { object.awake() }
    return object
  }

  /// Removes the entry of an object that is being deallocated.
  ///
  /// The object calls it.
  func forget(_ id: ManagedObjectID, in place: ObjectRegistry.Place) {
    registry.removeDeallocated(id, from: place)
  }
}
