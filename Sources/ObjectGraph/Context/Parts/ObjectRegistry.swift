internal import ObjectModel
internal import ObjectStore

/// The objects of a context, by the IDs of their rows: at most one object for each row.
///
/// Objects are not retained, unless all are. An object that is deallocated removes its entry, which is why the references need
/// not be weak: those would take a table of their own for each object, and make each retain and release slower. An object in
/// use whose row is gone is kept apart, so that look-ups of rows do not find it. It is registered again when its row is
/// inserted again.
struct ObjectRegistry {
  /// The place of an object in the registry of its context.
  enum Place {
    case registered
    case gone
  }

  /// A reference to an object in use.
  private struct Reference {
    unowned let object: ManagedObject
  }

  private var registered: [ManagedObjectID: Reference] = [:]
  private var gone: [ManagedObjectID: Reference] = [:]
  /// The registered objects, if they are retained.
  private var kept: [ManagedObjectID: ManagedObject] = [:]
  /// Rows that were merged into other rows.
  var redirects = Redirects()

  /// A Boolean value that indicates whether all registered objects are retained.
  private(set) var retainsObjects = false

  /// The registered object of a row, or `nil` if none is in use.
  subscript(id: ManagedObjectID) -> ManagedObject? { registered[id]?.object }

  /// The registered objects, in no particular order.
  var objects: [ManagedObject] { registered.values.map(\.object) }

  /// Returns a Boolean value that indicates whether an object is registered for a row.
  func contains(_ id: ManagedObjectID) -> Bool { registered[id] != nil }

  /// Registers an object for the row of its ID.
  mutating func register(_ object: ManagedObject) {
    let id = object.objectID
    let former = registered.updateValue(Reference(object: object), forKey: id)
    if let former { former.object.place = nil }
    object.place = .registered
    if retainsObjects { kept[id] = object }
  }

  /// Begins or ends retaining registered objects.
  ///
  /// - Parameter objects: All registered objects. The caller must retain them during the call, because an
  ///   object that is deallocated changes the registry.
  mutating func retain(_ isWanted: Bool, _ objects: [ManagedObject]) {
    retainsObjects = isWanted
    kept = isWanted ? Dictionary(uniqueKeysWithValues: objects.map { ($0.objectID, $0) }) : [:]
  }

  /// Removes the entry of a row, and returns its object.
  @discardableResult
  mutating func remove(_ id: ManagedObjectID) -> ManagedObject? {
    guard let object = registered.removeValue(forKey: id)?.object else { return nil }
    object.place = nil
    if retainsObjects { kept[id] = nil }
    return object
  }

  /// Removes all objects and returns them.
  mutating func removeAll() -> [ManagedObject] {
    let all = objects + gone.values.map(\.object)
    for object in all { object.place = nil }
    registered.removeAll()
    gone.removeAll()
    kept.removeAll()
    return all
  }

  /// Removes the entry of an object that is being deallocated.
  mutating func removeDeallocated(_ id: ManagedObjectID, from place: Place) {
    switch place {
    case .registered: registered[id] = nil
    case .gone: gone[id] = nil
    }
  }

  // MARK: Objects whose rows are gone

  /// Returns the object in use of a row that is gone, or `nil` if there is none.
  func goneObject(_ id: ManagedObjectID) -> ManagedObject? { gone.isEmpty ? nil : gone[id]?.object }

  /// Records an object that is no longer registered, because its row is gone.
  mutating func recordGone(_ object: ManagedObject) {
    let former = gone.updateValue(Reference(object: object), forKey: object.objectID)
    if let former { former.object.place = nil }
    object.place = .gone
  }

  /// Removes an object whose row was gone, and returns it.
  mutating func removeGone(_ id: ManagedObjectID) -> ManagedObject? {
    guard !gone.isEmpty, let object = gone.removeValue(forKey: id)?.object else { return nil }
    object.place = nil
    return object
  }
}
