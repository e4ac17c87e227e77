/// Where objects live: one consistent picture of the graph, with changes that were not saved yet.
///
/// A context belongs to one isolation, which the compiler checks: it is not `Sendable`. The main context belongs to
/// the main actor (``PersistentContainer/viewContext``); every other one lives in a ``BackgroundContext``. What
/// crosses between them are values: object IDs, rows, changes.
///
/// Objects are kept alive by whoever uses them, and by the context while they have changes. Nothing is cached between
/// a context and its store, so that nothing in between goes stale and there is no staleness interval: a fault reads
/// what the store holds, and an object keeps what it has read until a fetch meets a newer row, until it is refreshed
/// (``refresh(_:mergingChanges:)``), or until changes are merged (``automaticallyMergesChangesFromParent``).
public final class ManagedObjectContext {
  /// What joins this context to the others and to the store.
  public let coordinator: PersistentStoreCoordinator
  /// The model of the store.
  public let model: ObjectModel
  /// What the context is called, in what is told of its saves (``CommitReport/context``).
  public var name: String?
  /// Who makes the changes, in what is told of the saves (``CommitReport/author``).
  public var transactionAuthor: String?
  /// What happens when a save meets a conflict; the policy at the time of the save counts.
  public var mergePolicy = MergePolicy.error
  /// How safe saves are from a power cut.
  public var durability = Durability.full
  /// What can be undone; nil, as at first, records nothing.
  public var undoHistory: UndoHistory?
  /// Whether `withObservationTracking` follows the properties of the context's objects; at first it does not.
  ///
  /// Whether somebody is tracking is known to the Observation module alone: asking it makes a read take between two and
  /// three times the instructions, and keeps some memory for each object of which something is read. Without, a
  /// read costs what it always did.
  public var isObservable = false {
    didSet {
      for object in registeredObjects { object.isObservable = isObservable }
    }
  }
  /// Called in the context's isolation when the commit of a published save has failed; its changes are unsaved again.
  ///
  /// Not called for ``save()``, which throws the error itself.
  public var saveDidFail: ((any Error) -> Void)?
  /// Whether the rules of deleted objects are applied at the end of the event, or only by the save.
  public var propagatesDeletesAtEndOfEvent = true
  /// A Boolean value that indicates whether a fault counts as deleted once reading it finds no row; true by default.
  ///
  /// Either way it shows the values of a new object, setting it has no effect and nothing of it is saved.
  public var shouldDeleteInaccessibleFaults = true
  /// Whether the context keeps all objects that it has made until it is reset or they are gone, as somebody's who reads
  /// many once and then follows relationships; at first it keeps those with changes only.
  ///
  /// O(objects in use) to switch.
  public var retainsRegisteredObjects = false {
    didSet {
      for object in registered.values.compactMap(\.object) { register(object) }
    }
  }

  /// Reads what lies beneath: the store, or what the parent shows.
  let reader: any StoreReader
  /// Saves that the store has not committed, laid over that; a child has none, for its parent has considered them.
  var overlay: PendingRows
  let role: Role
  /// Tells this context from the others of the coordinator.
  let number: Int
  /// Whether commits of others are taken over, where those who commit can see it.
  let following = Following()
  /// Follows the parent, while changes are merged automatically.
  var parentObservation: ContextObservation?
  /// What the store is pinned to, see ``queryGeneration``.
  var generation = QueryGeneration.unpinned
  /// What is being handed to the parent, which tells of it when it has it.
  var beingSaved: Set<ManagedObjectID> = []
  /// What children saved into a stand-in, to be handed to the parent that it stands for; nil in any other context.
  var outbox: [StoreChanges]?
  /// Children in other isolations, some of which can be gone.
  var distantChildren: [DistantChild] = []
  /// What changed in the parent, if that is in another isolation.
  var parentChanges: ParentChanges?
  /// The children, by their number.
  var children: [Int: WeakContext] = [:]
  var registered: [ManagedObjectID: Registration] = [:]
  /// Objects in use whose rows are gone; one of them lives again when its row comes back.
  var gone: [ManagedObjectID: Registration] = [:]
  /// Rows that turned out to be the same as others.
  var redirects = Redirects()
  /// Objects with something to save, by entity, kept alive until then.
  var changed: [Int: [ManagedObjectID: ManagedObject]] = [:] { didSet { changedInOrder = nil } }
  /// The objects of `changed` by ID, once somebody has asked for them: each save does so several times.
  private var changedInOrder: [ManagedObject]?
  /// Deleted objects whose delete rules have not been applied yet.
  var deletions: [ManagedObject] = []
  /// Deleted objects whose ``ManagedObject/prepareForDeletion()`` is running.
  var preparing: [ManagedObject] = []
  /// Deleted objects to which a merge led rows of other contexts.
  var disturbed: [ManagedObject] = []
  /// What has not been told to observers yet.
  var gathered: ContextChanges
  /// Counts the gatherings, so that an object can tell whether the present one lists it.
  var gathering = 1
  /// Rows of a commit that is being taken over, while observers look at them; nil for rows that went.
  var adopted: [ManagedObjectID: Row?] = [:]
  /// What is kept of published saves until the writer has committed them, by number.
  var publishedSaves: [Int: SavedState] = [:]
  /// How many published saves have failed.
  var failedSaves = 0
  /// Processes commits of other contexts and outcomes of published saves; nil in other contexts than the main one.
  var adoption: Adoption?
  /// The number of redirects that the writer has reported to this context.
  var knownRedirects = 0
  /// What this context last did to rows that it deleted or brought back: commits of others from before tell less.
  var fates: [ManagedObjectID: Fate] = [:]
  /// Rows that others committed while an own save of the same row was on its way.
  var overtaken: [ManagedObjectID: CommitReport.Update] = [:]
  /// What observers were told of in this turn of the main actor, to be compared with others at its end; nil in a
  /// context in which duplicates wait for the save.
  var newcomers: Set<ManagedObjectID>?
  /// How objects were before the current event, for undo.
  var event: [ManagedObjectID: UndoGroup.State] = [:]
  /// Whether changes are recorded for undo, if there is a history.
  var isRecording = true
  /// Why an object could not be inserted where nobody could be told; thrown by the next save.
  var insertionFailure: (any Error)?
  /// Rows that the next save must find in the store as they were read.
  var guarded: [ManagedObjectID: Row] = [:]
  var observers: [Int: (ContextChanges) -> Void] = [:]
  var saveObservers: [Int: (ContextSave) -> Void] = [:]
  var lastObserver = 0
  var isPosting = false
  var isProcessingScheduled = false

  /// Whose context it is, which decides how it saves.
  enum Role {
    /// The context of the main actor; `home` runs work there later.
    case main(home: any ContextHome)
    /// Saves are committed before they return.
    case worker
    /// Saves become changes of the parent, which were not saved yet.
    case child(of: ManagedObjectContext)
  }

  struct WeakContext {
    weak var context: ManagedObjectContext?
  }

  struct Fate {
    var version: Int64
    var isDeleted: Bool
  }

  /// An object that is in use.
  struct Registration {
    weak var object: ManagedObject?
    /// The same, where the context keeps it.
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

  /// Whether there is anything to save.
  public var hasChanges: Bool { changed.contains { !$0.value.isEmpty } }

  /// Objects with something to save, by ID; deleted ones are among them.
  ///
  /// O(n log n) after a change, else O(1).
  var changedObjects: [ManagedObject] {
    if let changedInOrder { return changedInOrder }
    let objects = changed.values.joined().sorted { $0.key < $1.key }.map(\.value)
    changedInOrder = objects
    return objects
  }

  /// Objects that the next save writes for the first time, by ID.
  ///
  /// O(n) of the objects that have changes, O(n log n) after a change.
  public var insertedObjects: [ManagedObject] { changedObjects(.insert) }

  /// Objects with changes that the next save writes, by ID; new ones are not among them.
  ///
  /// O(n) of the objects that have changes, O(n log n) after a change.
  public var updatedObjects: [ManagedObject] { changedObjects(.update) }

  /// Objects that the next save takes out of the store, by ID.
  ///
  /// O(n) of the objects that have changes, O(n log n) after a change.
  public var deletedObjects: [ManagedObject] { changedObjects(.delete) }

  private func changedObjects(_ change: ManagedObject.PendingChange) -> [ManagedObject] {
    changedObjects.filter { $0.pendingChange == change && !model.isLink($0.objectID.entity) }
  }

  // MARK: Objects

  /// Makes a new object, which the next save writes.
  ///
  /// Waits for the store's writer only when no key is in reserve
  /// (``PersistentStoreCoordinator/reserveIDs(for:count:)``), and throws what the store throws then.
  /// A class whose entity is abstract is a programmer's mistake.
  public func insert<Object: ManagedObject>(_ type: Object.Type) throws -> Object {
    try insert(type, number: model.number(of: type))
  }

  /// Makes a new object of an entity by its name, which the next save writes.
  ///
  /// For entities without a class of their own, whose objects are ``ManagedObject``s. A name without an
  /// entity and an abstract entity are a programmer's mistake.
  public func insert(entityNamed name: String) throws -> ManagedObject {
    let number = model.number(ofEntity: name, class: ManagedObject.self)
    return try insert(model.entities[number - 1].objectClass, number: number)
  }

  private func insert<Object: ManagedObject>(_ type: Object.Type, number: Int) throws -> Object {
    let key = try coordinator.keys.next(entity: model.root(of: number))
    let id = ManagedObjectID(entity: number, key: key, in: coordinator.identity)
    let entity = model.entity(of: id)
    require(
      !entity.isAbstract, "\(entity.name) is abstract: insert an object of one of its sub-entities")
    let object = type.init(
      .init(id: id, entity: entity, context: self, values: entity.defaultValues, committed: nil))
    // Nothing is joined to it yet: to look for that among all rows that are pending would cost more with each of them.
    for relationship in entity.toManyRelationships where relationship.link != nil {
      object.members[relationship.name] = MemberSet()
    }
    recordForUndo(object, wasAbsent: true)
    register(object)
    mark(object, .insert)
    object.awakeFromInsert()
    return object
  }

  /// Deletes an object, which the next save takes out of the store; a new one is just given up.
  ///
  /// Calls ``ManagedObject/prepareForDeletion()``. Does nothing when the object is deleted already, or of another
  /// context. The delete rules are applied when changes are processed, at the latest by the save
  /// (``propagatesDeletesAtEndOfEvent``).
  public func delete(_ object: ManagedObject) { delete(object, isPrepared: false) }

  /// Deletes an object, whose hook a child may have called already.
  func delete(_ object: ManagedObject, isPrepared: Bool) {
    let object = object.resolved
    guard !object.isDeleted, object.managedObjectContext === self else { return }
    if object.isFault { fulfill(object) }
    // The row can turn out to be gone.
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

  /// Notes what a save has to do with an object, and that observers are to be told.
  func mark(_ object: ManagedObject, _ change: ManagedObject.PendingChange) {
    if change == .update, object.pendingChange != nil, object.gathering == gathering { return }
    switch change {
    case .insert: gathered.noteInserted(object.objectID)
    case .update: gathered.noteUpdated(object.objectID)
    case .delete: gathered.noteDeleted(object.objectID)
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

/// Runs work in the isolation of a context, later.
protocol ContextHome: Sendable {
  /// Hands the context a commit to process, with the priority of the context that saved; called by the writer.
  func post(_ item: CommitInbox.Item, priority: TaskPriority)

  func later(_ work: @escaping @Sendable (ManagedObjectContext) -> Void)
}
