internal import ObjectModel
internal import ObjectStore

/// The objects of a context, by the IDs of their rows: at most one object for each row.
///
/// Objects are referenced weakly, unless all are retained. An object in use whose row is gone is kept apart, so
/// that look-ups of rows do not find it. It is registered again when its row is inserted again.
struct ObjectRegistry {
  /// An entry of an object that is in use.
  private struct Entry {
    weak var object: ManagedObject?
    /// A strong reference to the object, if the context retains it.
    var keeper: ManagedObject?
  }

  private var registered: [ManagedObjectID: Entry] = [:]
  private var gone: [ManagedObjectID: Entry] = [:]
  /// Rows that were merged into other rows.
  var redirects = Redirects()

  /// A Boolean value that indicates whether all registered objects are retained.
  private(set) var retainsObjects = false

  /// The registered object of a row, or `nil` if none is in use.
  subscript(id: ManagedObjectID) -> ManagedObject? { registered[id]?.object }

  /// The registered objects, in no particular order.
  var objects: [ManagedObject] { registered.values.compactMap(\.object) }

  /// Returns a Boolean value that indicates whether an object is registered for a row.
  func contains(_ id: ManagedObjectID) -> Bool { registered[id] != nil }

  /// Registers an object for the row of its ID.
  mutating func register(_ object: ManagedObject) {
    registered[object.objectID] = Entry(object: object, keeper: retainsObjects ? object : nil)
  }

  /// Begins or ends retaining registered objects.
  ///
  /// - Parameter objects: All registered objects. The caller must retain them during the call, because an
  ///   object that is deallocated changes the registry.
  mutating func retain(_ isWanted: Bool, _ objects: [ManagedObject]) {
    retainsObjects = isWanted
    for object in objects { register(object) }
  }

  /// Removes the entry of a row, and returns its object.
  @discardableResult
  mutating func remove(_ id: ManagedObjectID) -> ManagedObject? { registered.removeValue(forKey: id)?.object }

  /// Removes all objects and returns them.
  mutating func removeAll() -> [ManagedObject] {
    let all = objects + gone.values.compactMap(\.object)
    registered.removeAll()
    gone.removeAll()
    return all
  }

  /// Removes the entries of an object that is being deallocated.
  mutating func removeDeallocated(_ id: ManagedObjectID) {
    if !gone.isEmpty, let entry = gone[id], entry.object == nil { gone[id] = nil }
    if let entry = registered[id], entry.object == nil { registered[id] = nil }
  }

  // MARK: Objects whose rows are gone

  /// Returns the object in use of a row that is gone, or `nil` if there is none.
  func goneObject(_ id: ManagedObjectID) -> ManagedObject? { gone.isEmpty ? nil : gone[id]?.object }

  /// Records an object that is no longer registered, because its row is gone.
  mutating func recordGone(_ object: ManagedObject) { gone[object.objectID] = Entry(object: object) }

  /// Removes an object whose row was gone, and returns it.
  mutating func removeGone(_ id: ManagedObjectID) -> ManagedObject? {
    gone.isEmpty ? nil : gone.removeValue(forKey: id)?.object
  }
}
