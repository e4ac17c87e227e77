internal import Foundation
public import ObjectModel
public import ObjectStore

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
  public var name: String? {
    get { settings.name }
    set { settings.name = newValue }
  }
  /// The author of the changes, which reports of the saves contain (``CommitReport/author``).
  public var transactionAuthor: String? {
    get { settings.transactionAuthor }
    set { settings.transactionAuthor = newValue }
  }
  /// The policy that resolves conflicts.
  ///
  /// A save uses the policy that is set when it begins.
  public var mergePolicy: MergePolicy {
    get { settings.mergePolicy }
    set { settings.mergePolicy = newValue }
  }
  /// The durability of saves in a power failure.
  public var durability: Durability {
    get { settings.durability }
    set { settings.durability = newValue }
  }
  /// The undo history.
  ///
  /// Changes are not recorded while it is `nil`, which is the default. Setting it ends the event, which belongs to the
  /// history of before. It also ends the open undo groups of that history, whose changes so far cannot be undone.
  public var undoHistory: UndoHistory? {
    willSet { if newValue !== undoHistory { endEvent() } }
    didSet {
      guard oldValue !== undoHistory else { return }
      recorder.removeAll()
      oldValue?.endReplacedGroups()
    }
  }
  /// A Boolean value that indicates whether `withObservationTracking` follows the properties of the context's
  /// objects.
  ///
  /// The default is `false`. Only the Observation module knows which code is tracking. A query to it makes
  /// each read cost two to three times the instructions, and allocates memory for each object that is read.
  /// While the value is `false`, reads have no such cost.
  ///
  /// - Complexity: O(*n*) in the number of registered objects, when the value is set.
  public var isObservable: Bool {
    get { settings.isObservable }
    set {
      settings.isObservable = newValue
      for object in registeredObjects { object.isObservable = newValue }
    }
  }
  /// A callback for a published save whose commit has failed.
  ///
  /// Its changes are unsaved again. It is called in the context's isolation. It is not called for ``save()``,
  /// which throws the error itself.
  public var saveDidFail: ((any Error) -> Void)? {
    get { settings.saveDidFail }
    set { settings.saveDidFail = newValue }
  }
  /// A Boolean value that indicates whether delete rules are applied at the end of each event.
  ///
  /// The default is `true`. If the value is `false`, the save applies them, and ``withoutUndo(_:)`` at its end.
  public var propagatesDeletesAtEndOfEvent: Bool {
    get { settings.propagatesDeletesAtEndOfEvent }
    set { settings.propagatesDeletesAtEndOfEvent = newValue }
  }
  /// A Boolean value that indicates whether a fault counts as deleted once the context finds no row for it.
  ///
  /// The default is `true`. With either value, the object then shows the values of a new object. Changes of
  /// its properties have no effect and are not saved.
  public var shouldDeleteInaccessibleFaults: Bool {
    get { settings.shouldDeleteInaccessibleFaults }
    set { settings.shouldDeleteInaccessibleFaults = newValue }
  }
  /// A Boolean value that indicates whether the context keeps strong references to all registered objects
  /// until ``reset()``.
  ///
  /// The default is `false`: only objects with unsaved changes are retained. Set it before fetching many
  /// objects whose relationships you are going to follow.
  ///
  /// - Complexity: O(*n*) in the number of registered objects, when the value is set.
  public var retainsRegisteredObjects: Bool {
    get { registry.retainsObjects }
    set {
      let objects = registry.objects
      registry.retain(newValue, objects)
      withExtendedLifetime(objects) {}
    }
  }

  /// A number that identifies this context within the coordinator.
  let number: Int
  /// The role, with the parts that only a context of that role has.
  let role: Role
  /// The reader of the rows beneath this context: of the store, or of the parent.
  let readerBeneath: any StoreReader
  /// Published saves that are not committed yet, which hide rows of the store.
  ///
  /// It is empty in a child: the parent applies them.
  var overlay: PendingRows
  /// The thread-safe flags that indicate whether this context merges commits of other contexts, and whether
  /// it is pinned.
  let following = Following()
  private var settings = ContextSettings()
  /// The objects in use.
  var registry = ObjectRegistry()
  /// The changes that the next save writes.
  var unsaved = UnsavedChanges()
  /// The changes and their observers.
  var notifier: ChangeNotifier
  /// The current event, for undo.
  var recorder = EventRecorder()
  /// The children.
  var children = ChildContexts()
  /// The rows that were not at hand.
  var missing = MissingRows()

  /// The role of a context, which decides how it saves.
  enum Role {
    /// The context of the main actor, whose saves can be published.
    case main(MainSaves)
    /// A context whose saves are committed before they return.
    case worker
    /// A context that stands for one in another isolation, as the parent of a child. It passes on what the
    /// child saves into it.
    case standIn(Outbox)
    /// A child, whose saves become unsaved changes of the parent.
    case child(ParentLink)
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
    readerBeneath = reader
    self.overlay = overlay
    notifier = ChangeNotifier(in: coordinator.model)
    number = coordinator.announcements.newNumber()
  }

  deinit { parent?.children.remove(number) }

  /// The reader of the rows beneath this context, for a caller that may wait for it.
  ///
  /// - Throws: `FetchError.wouldWait` in ``withoutWaiting(_:)``, if the store is on another machine. In
  ///   ``whenAtHand(_:)``, the reader throws it.
  var reader: any StoreReader {
    get throws {
      if missing.forbidsWaiting { throw FetchError.wouldWait }
      return missing.answering ?? readerBeneath
    }
  }

  /// The saves of the main context; `nil` in any other context.
  var mainSaves: MainSaves? {
    if case .main(let saves) = role { saves } else { nil }
  }

  /// The saves to be passed on to a context in another isolation; `nil` except in its stand-in.
  var outbox: Outbox? {
    if case .standIn(let outbox) = role { outbox } else { nil }
  }

  /// The connection to the parent; `nil` for a context on the store.
  var parentLink: ParentLink? {
    if case .child(let link) = role { link } else { nil }
  }

  /// A Boolean value that indicates whether the context has unsaved changes.
  public var hasChanges: Bool { !unsaved.isEmpty }

  /// Objects with unsaved changes, by ID, including deleted objects.
  ///
  /// - Complexity: O(*n* log *n*) after a change, otherwise O(1).
  var changedObjects: [ManagedObject] { unsaved.allSorted() }

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
    return try insert(model[number].managedObjectClass, number: number)
  }

  /// Inserts an object, whose row goes into a store of a ``CombinedStore`` if one is chosen.
  func insert<Object: ManagedObject>(
    _ type: Object.Type, number: EntityNumber, into store: UUID? = nil
  ) throws -> Object {
    let root = model.root(of: number)
    let key =
      try store.map { try coordinator.assignedKeys.next(entity: root, store: $0) }
      ?? coordinator.keys.next(entity: root)
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
    registry.register(object)
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
    if object.isFault { fulfillForChange(object) }
    // The row may not exist any more.
    guard !object.isFault, !object.isDeleted, !object.isGone else { return }
    recordForUndo(object)
    mark(object, .delete)
    if !isPrepared {
      unsaved.deletions.beginPreparing(object)
      object.prepareForDeletion()
      unsaved.deletions.endPreparing()
    }
    unsaved.deletions.append(object)
  }

  /// Records a pending change of an object for the save and for observers.
  func mark(_ object: ManagedObject, _ change: ManagedObject.PendingChange) {
    if change == .update, object.pendingChange != nil, object.gathering == notifier.gathering { return }
    require(
      !missing.forbidsChanges || object.isAwaking,
      "objects cannot be changed in withoutWaiting, and in whenAtHand only after requireAtHand: values may be missing"
    )
    switch change {
    case .insert: notifier.recordInsertion(object.objectID)
    case .update: notifier.recordUpdate(object.objectID)
    case .delete: notifier.recordDeletion(object.objectID)
    case .gone, .inaccessible: return
    }
    object.gathering = change == .delete ? 0 : notifier.gathering
    if !(change == .update && object.pendingChange != nil) {
      object.pendingChange = change
      unsaved.insert(object)
    }
    scheduleProcessing()
  }
}

@available(*, unavailable)
extension ManagedObjectContext: Sendable {}
