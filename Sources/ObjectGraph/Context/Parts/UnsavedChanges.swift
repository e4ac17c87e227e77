internal import ObjectModel
internal import ObjectStore

/// The changes that the next save writes, and what it must check.
///
/// It retains the objects with changes until the save.
struct UnsavedChanges {
  private var objects: [EntityNumber: [ManagedObjectID: ManagedObject]] = [:] { didSet { sorted = nil } }
  /// A cache of the objects, sorted by ID: each save reads them several times.
  private var sorted: [ManagedObject]?
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

  /// Adds an object.
  mutating func insert(_ object: ManagedObject) {
    objects[object.objectID.entity, default: [:]][object.objectID] = object
  }

  /// Removes the object of a row, which then has no changes.
  mutating func remove(_ id: ManagedObjectID) { objects[id.entity]?[id] = nil }

  /// Removes all objects, after they were saved or discarded.
  mutating func removeAll() { objects.removeAll() }
}
