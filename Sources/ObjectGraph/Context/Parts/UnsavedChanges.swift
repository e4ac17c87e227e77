internal import ObjectModel
internal import ObjectStore

/// The changes that the next save writes, and what it must check.
///
/// It retains the objects with changes until the save.
struct UnsavedChanges {
  private var objects: [EntityNumber: [ManagedObjectID: ManagedObject]] = [:] { didSet { sorted = nil } }
  /// A cache of the objects, sorted by ID: each save reads them several times.
  private var sorted: [ManagedObject]?
  /// The IDs of objects by the rows to which they refer or have referred, from the first search until the save.
  ///
  /// A merge of many deleted rows searches for the referrers of each of them.
  private var referrersByTarget: [ManagedObjectID: Set<ManagedObjectID>]?
  /// The IDs of new objects that were deleted, which leave nothing to save.
  private var discarded: Set<ManagedObjectID> = []
  /// Deleted objects whose delete rules must be applied.
  var deletions = DeletionQueue()
  /// Rows that the next save must find in the store as they were read.
  var guarded: [ManagedObjectID: Row] = [:]
  /// The error for which a change was lost in a function that cannot throw; the next save throws it.
  var lostChange: (any Error)?

  /// A Boolean value that indicates whether no object has changes.
  var isEmpty: Bool { objects.allSatisfy(\.value.isEmpty) }

  /// The objects with changes, in no particular order.
  var all: [ManagedObject] { objects.values.flatMap(\.values) }

  /// The IDs of the rows to which objects with changes refer.
  var references: Set<ManagedObjectID> {
    Set(objects.values.joined().flatMap { $0.value.values?.compactMap(\.reference) ?? [] })
  }

  /// The numbers of the entities that have objects with changes, in ascending order.
  var entities: [EntityNumber] { objects.filter { !$0.value.isEmpty }.keys.sorted() }

  /// Returns the objects with changes, sorted by ID.
  ///
  /// - Complexity: O(*n* log *n*) after a change, otherwise O(1).
  mutating func allSorted() -> [ManagedObject] {
    if let sorted { return sorted }
    let all = objects.values.joined().sorted { $0.key < $1.key }.map(\.value)
    sorted = all
    return all
  }

  /// Returns a Boolean value that indicates whether the object of a row has changes.
  func contains(_ id: ManagedObjectID) -> Bool { objects[id.entity]?[id] != nil }

  /// Returns a Boolean value that indicates whether objects of an entity have changes.
  func contains(entity: EntityNumber) -> Bool { objects[entity]?.isEmpty == false }

  /// Returns the objects of an entity that have changes, without those of its subentities.
  func objects(ofEntity number: EntityNumber) -> some Collection<ManagedObject> {
    (objects[number] ?? [:]).values
  }

  /// Returns the IDs of the objects of an entity that have changes, without those of its subentities.
  func ids(ofEntity number: EntityNumber) -> some Collection<ManagedObjectID> {
    (objects[number] ?? [:]).keys
  }

  /// Returns the objects with changes that refer to a row, sorted by ID.
  ///
  /// - Complexity: O(*n*) in the number of objects with changes at the first search after a save, later O(*m* log *m*) in the
  ///   number of objects that refer or have referred to the row.
  mutating func referrers(to id: ManagedObjectID) -> [ManagedObject] {
    if isEmpty { return [] }
    if referrersByTarget == nil {
      referrersByTarget = [:]
      for object in all { recordReferences(of: object) }
    }
    return (referrersByTarget?[id] ?? []).sorted().compactMap { objects[$0.entity]?[$0] }
      .filter { $0.values?.contains { $0.reference == id } == true }
  }

  /// Records that the values of an object were replaced, which has no effect on an object without changes.
  mutating func recordReferences(of object: ManagedObject) {
    guard referrersByTarget != nil, contains(object.objectID) else { return }
    for target in (object.values ?? []).compactMap(\.reference) { recordReference(to: target, of: object) }
  }

  /// Records that an object with changes refers to a row.
  mutating func recordReference(to target: ManagedObjectID, of object: ManagedObject) {
    referrersByTarget?[target, default: []].insert(object.objectID)
  }

  /// Adds an object.
  mutating func insert(_ object: ManagedObject) {
    objects[object.objectID.entity, default: [:]][object.objectID] = object
    recordReferences(of: object)
  }

  /// Removes the object of a row, which then has no changes.
  mutating func remove(_ id: ManagedObjectID) { objects[id.entity]?[id] = nil }

  /// Removes a new object that was deleted, which leaves nothing to save.
  mutating func discard(_ id: ManagedObjectID) {
    remove(id)
    discarded.insert(id)
  }

  /// Returns the IDs of new objects that were deleted, and removes them.
  mutating func removeDiscarded() -> Set<ManagedObjectID> {
    defer { discarded = [] }
    return discarded
  }

  /// Removes all objects, after they were saved or discarded.
  mutating func removeAll() {
    objects.removeAll()
    referrersByTarget = nil
  }
}
