/// An environment for managed objects: one consistent view of the object graph, including unsaved changes.
///
/// A context belongs to one isolation, which the compiler checks: it is not `Sendable`. The main context
/// belongs to the main actor (``PersistentContainer/viewContext``). Every other context belongs to a
/// ``BackgroundContext``. Only values cross between contexts: object IDs, rows, and changes.
///
/// The context retains objects with unsaved changes. Other objects live as long as the program refers to
/// them. There is no cache between a context and its store, so there is no stale cache entry and no staleness
/// interval. A fault reads the current row of the store. An object keeps the values that it has read until a
/// fetch meets a newer row, until it is refreshed (``refresh(_:mergingChanges:)``), or until changes are
/// merged (``automaticallyMergesChangesFromParent``).
public final class ManagedObjectContext {
  /// The coordinator, which connects this context with the store and with other contexts.
  public let coordinator: PersistentStoreCoordinator
  /// The model of the store.
  public let model: ManagedObjectModel
  /// The name of the context, which reports of its saves contain (``CommitReport/context``).
  public var name: String?
  /// The author of the changes, which reports of the saves contain (``CommitReport/author``).
  public var transactionAuthor: String?
  /// The policy that resolves conflicts.
  ///
  /// A save uses the policy that is set when it begins.
  public var mergePolicy = MergePolicy.error
  /// The durability of saves in a power failure.
  public var durability = Durability.full
  /// The undo history.
  ///
  /// Changes are not recorded while it is `nil`, which is the default.
  public var undoHistory: UndoHistory?
  /// A Boolean value that indicates whether `withObservationTracking` follows the properties of the context's
  /// objects.
  ///
  /// The default is `false`. Only the Observation module knows which code is tracking. A query to it makes
  /// each read cost two to three times the instructions, and allocates memory for each object that is read.
  /// While the value is `false`, reads have no such cost.
  ///
  /// - Complexity: O(*n*) in the number of registered objects, when the value is set.
  public var isObservable = false {
    didSet {
      for object in registeredObjects { object.isObservable = isObservable }
    }
  }
  /// A callback for a published save whose commit has failed.
  ///
  /// Its changes are unsaved again. It is called in the context's isolation. It is not called for ``save()``,
  /// which throws the error itself.
  public var saveDidFail: ((any Error) -> Void)?
  /// A Boolean value that indicates whether delete rules are applied at the end of each event.
  ///
  /// The default is `true`. If the value is `false`, only the save applies them.
  public var propagatesDeletesAtEndOfEvent = true
  /// A Boolean value that indicates whether a fault counts as deleted once the context finds no row for it.
  ///
  /// The default is `true`. With either value, the object then shows the values of a new object. Changes of
  /// its properties have no effect and are not saved.
  public var shouldDeleteInaccessibleFaults = true
  /// A Boolean value that indicates whether the context keeps strong references to all registered objects
  /// until ``reset()``.
  ///
  /// The default is `false`: only objects with unsaved changes are retained. Set it before fetching many
  /// objects whose relationships you are going to follow.
  ///
  /// - Complexity: O(*n*) in the number of registered objects, when the value is set.
  public var retainsRegisteredObjects = false {
    didSet {
      for object in registered.values.compactMap(\.object) { register(object) }
    }
  }

  /// The reader of the rows beneath this context: of the store, or of the parent.
  let reader: any StoreReader
  /// Published saves that are not committed yet, which hide rows of the store.
  ///
  /// It is empty in a child: the parent applies them.
  var overlay: PendingRows
  let role: Role
  /// A number that identifies this context within the coordinator.
  let number: Int
  /// The thread-safe flag that indicates whether this context merges commits of other contexts.
  let following = Following()
  /// The observation of the parent, while changes are merged automatically.
  var parentObservation: ContextObservation?
  /// The query generation of this context, see ``queryGeneration``.
  var generation = QueryGeneration.unpinned
  /// The rows that this context is saving into the parent.
  ///
  /// The notification of the parent about them is not merged.
  var beingSaved: Set<ManagedObjectID> = []
  /// Changes that children saved into this stand-in, to be sent to the parent that it represents; `nil` in
  /// any other context.
  var outbox: [RowChanges]?
  /// Children in other isolations.
  ///
  /// Some of them may have been deallocated.
  var distantChildren: [DistantChild] = []
  /// Changes of a parent in another isolation; `nil` without such a parent.
  var parentChanges: ParentChanges?
  /// The children, by their number.
  var children: [Int: WeakContext] = [:]
  var registered: [ManagedObjectID: Registration] = [:]
  /// Objects in use whose rows are gone.
  ///
  /// An object is registered again when its row is inserted again.
  var gone: [ManagedObjectID: Registration] = [:]
  /// Rows that were merged into other rows.
  var redirects = Redirects()
  /// Objects with unsaved changes, by the number of their entity.
  ///
  /// They are retained until the save.
  var changed: [EntityNumber: [ManagedObjectID: ManagedObject]] = [:] { didSet { changedInOrder = nil } }
  /// A cache of the objects of `changed`, sorted by ID: each save reads them several times.
  private var changedInOrder: [ManagedObject]?
  /// Deleted objects whose delete rules have not been applied yet.
  var deletions: [ManagedObject] = []
  /// Deleted objects whose ``ManagedObject/prepareForDeletion()`` is running.
  var preparing: [ManagedObject] = []
  /// Deleted objects to which rows of other contexts refer since a merge.
  var affectedDeletions: [ManagedObject] = []
  /// Changes of which observers have not been notified yet.
  var gathered: ContextChanges
  /// The number of the current value of `gathered`.
  ///
  /// An object compares it to learn whether `gathered` already lists it.
  var gathering = 1
  /// Rows of the commit that is being merged, which observers can read meanwhile; `nil` for deleted rows.
  var mergedRows: [ManagedObjectID: Row?] = [:]
  /// The state of published saves until the writer has committed them, by number.
  var publishedSaves: [Int: SavedState] = [:]
  /// The number of published saves that have failed.
  var failedSaves = 0
  /// The object that processes commits of other contexts and outcomes of published saves; `nil` except in the
  /// main context.
  var merging: CommitMerging?
  /// The number of redirects that the writer has reported to this context.
  var knownRedirects = 0
  /// The last deletion or reinsertion of a row by this context.
  ///
  /// Commits of older versions of the row are ignored.
  var deletionStates: [ManagedObjectID: DeletionState] = [:]
  /// Updates of rows that other contexts committed while a published save of the same row was pending.
  var updatesBeneath: [ManagedObjectID: RowChanges.Update] = [:]
  /// Unsaved objects of which observers were notified in this turn of the main actor.
  ///
  /// They are checked for duplicates at its end. The value is `nil` in a context that resolves duplicates at
  /// the save only.
  var newcomers: Set<ManagedObjectID>?
  /// The states of objects before the current event, for undo.
  var event: [ManagedObjectID: UndoGroup.State] = [:]
  /// A Boolean value that indicates whether changes are recorded for undo, if there is a history.
  var isRecording = true
  /// The error of an insertion in a function that cannot throw.
  ///
  /// The next save throws it.
  var insertionFailure: (any Error)?
  /// Rows that the next save must find in the store as they were read.
  var guarded: [ManagedObjectID: Row] = [:]
  var observers: [Int: (ContextChanges) -> Void] = [:]
  var saveObservers: [Int: (ContextSave) -> Void] = [:]
  var lastObserver = 0
  var isPosting = false
  var isProcessingScheduled = false

  /// The role of a context, which decides how it saves.
  enum Role {
    /// The context of the main actor. `home` schedules work there.
    case main(home: any ContextHome)
    /// A context whose saves are committed before they return.
    case worker
    /// A child, whose saves become unsaved changes of the parent.
    case child(of: ManagedObjectContext)
  }

  struct WeakContext {
    weak var context: ManagedObjectContext?
  }

  struct DeletionState {
    var version: Int64
    var isDeleted: Bool
  }

  /// An entry of an object that is in use.
  struct Registration {
    weak var object: ManagedObject?
    /// A strong reference to the object, if the context retains it.
    var keeper: ManagedObject?
  }

  convenience init(coordinator: PersistentStoreCoordinator, role: Role) throws {
    self.init(
      coordinator: coordinator, role: role, reader: try coordinator.store.makeReader(),
      overlay: coordinator.pending)
  }

  init(
    coordinator: PersistentStoreCoordinator, role: Role, reader: any StoreReader, overlay: PendingRows
  ) {
    self.coordinator = coordinator
    model = coordinator.model
    self.role = role
    self.reader = reader
    self.overlay = overlay
    gathered = ContextChanges(in: coordinator.model)
    number = coordinator.announcements.newNumber()
  }

  deinit { parent?.children[number] = nil }

  /// A Boolean value that indicates whether the context has unsaved changes.
  public var hasChanges: Bool { changed.contains { !$0.value.isEmpty } }

  /// Objects with unsaved changes, by ID, including deleted objects.
  ///
  /// - Complexity: O(*n* log *n*) after a change, otherwise O(1).
  var changedObjects: [ManagedObject] {
    if let changedInOrder { return changedInOrder }
    let objects = changed.values.joined().sorted { $0.key < $1.key }.map(\.value)
    changedInOrder = objects
    return objects
  }

  /// Objects that the next save inserts, by ID.
  ///
  /// - Complexity: O(*n*) in the number of objects with changes, O(*n* log *n*) after a change.
  public var insertedObjects: [ManagedObject] { changedObjects(.insert) }

  /// Objects that the next save updates, by ID.
  ///
  /// New objects are not included.
  ///
  /// - Complexity: O(*n*) in the number of objects with changes, O(*n* log *n*) after a change.
  public var updatedObjects: [ManagedObject] { changedObjects(.update) }

  /// Objects that the next save deletes, by ID.
  ///
  /// - Complexity: O(*n*) in the number of objects with changes, O(*n* log *n*) after a change.
  public var deletedObjects: [ManagedObject] { changedObjects(.delete) }

  private func changedObjects(_ change: ManagedObject.PendingChange) -> [ManagedObject] {
    changedObjects.filter { $0.pendingChange == change && !model.isLink($0.objectID.entity) }
  }

  // MARK: Objects

  /// Inserts a new object and returns it.
  ///
  /// The next save writes it. The call waits for the writer of the store only when no key is in reserve
  /// (``PersistentStoreCoordinator/reserveIDs(for:count:)``).
  ///
  /// - Precondition: The entity of the class is not abstract.
  /// - Throws: The errors of the store when it reserves keys.
  public func insert<Object: ManagedObject>(_ type: Object.Type) throws -> Object {
    try insert(type, number: model.number(of: type))
  }

  /// Inserts a new object of the entity with this name and returns it.
  ///
  /// The next save writes it. Use it for entities without a class of their own, whose objects are instances
  /// of ``ManagedObject``.
  ///
  /// - Precondition: The model has an entity with this name, which is not abstract.
  /// - Throws: The errors of the store when it reserves keys.
  public func insert(entityNamed name: String) throws -> ManagedObject {
    let number = model.number(ofEntity: name, class: ManagedObject.self)
    return try insert(model[number].objectClass, number: number)
  }

  private func insert<Object: ManagedObject>(_ type: Object.Type, number: EntityNumber) throws -> Object {
    let key = try coordinator.keys.next(entity: model.root(of: number))
    let id = ManagedObjectID(entity: number, key: key, in: coordinator.identity)
    let entity = model.entity(of: id)
    require(
      !entity.isAbstract, "\(entity.name) is abstract: insert an object of one of its sub-entities")
    let object = type.init(
      .init(id: id, entity: entity, context: self, values: entity.defaultValues, committed: nil))
    // No join row refers to the new object yet. A search of all pending rows would cost more with each
    // insertion.
    for relationship in entity.toManyRelationships where relationship.link != nil {
      object.members[relationship.name] = MemberSet()
    }
    recordForUndo(object, wasAbsent: true)
    register(object)
    mark(object, .insert)
    object.awakeFromInsert()
    return object
  }

  /// Deletes an object.
  ///
  /// The next save deletes its row; an object that was never saved has none. The call runs
  /// ``ManagedObject/prepareForDeletion()``. It has no effect if the object is already deleted or belongs to
  /// another context. The delete rules are applied when changes are processed, and by the save at the latest
  /// (``propagatesDeletesAtEndOfEvent``).
  public func delete(_ object: ManagedObject) { delete(object, isPrepared: false) }

  /// Deletes an object.
  ///
  /// - Parameter isPrepared: A Boolean value that indicates whether a child has already called
  ///   ``ManagedObject/prepareForDeletion()``.
  func delete(_ object: ManagedObject, isPrepared: Bool) {
    let object = object.resolved
    guard !object.isDeleted, object.managedObjectContext === self else { return }
    if object.isFault { fulfill(object) }
    // The row may not exist any more.
    guard !object.isDeleted, !object.isGone else { return }
    recordForUndo(object)
    mark(object, .delete)
    if !isPrepared {
      preparing.append(object)
      object.prepareForDeletion()
      preparing.removeLast()
    }
    deletions.append(object)
  }

  /// Records a pending change of an object for the save and for observers.
  func mark(_ object: ManagedObject, _ change: ManagedObject.PendingChange) {
    if change == .update, object.pendingChange != nil, object.gathering == gathering { return }
    switch change {
    case .insert: gathered.recordInsertion(object.objectID)
    case .update: gathered.recordUpdate(object.objectID)
    case .delete: gathered.recordDeletion(object.objectID)
    case .gone, .inaccessible: return
    }
    object.gathering = change == .delete ? 0 : gathering
    if !(change == .update && object.pendingChange != nil) {
      object.pendingChange = change
      changed[object.objectID.entity, default: [:]][object.objectID] = object
    }
    scheduleProcessing()
  }
}

@available(*, unavailable)
extension ManagedObjectContext: Sendable {}
