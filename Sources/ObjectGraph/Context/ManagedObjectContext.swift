/// Where objects live: one consistent picture of the graph, with changes that were not saved yet.
///
/// A context belongs to one isolation, which the compiler checks: it is not `Sendable`. The main context belongs to
/// the main actor (``PersistentContainer/viewContext``); every other one lives in a ``BackgroundContext``. What
/// crosses between them are values: object IDs, rows, changes.
///
/// Objects are kept alive by whoever uses them, and by the context while they have changes.
public final class ManagedObjectContext {
  /// What joins this context to the others and to the store.
  public let coordinator: PersistentStoreCoordinator
  /// What happens when a save meets a conflict.
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
  /// Called when a save that was handed to the writer failed; its changes are unsaved again.
  public var saveDidFail: ((any Error) -> Void)?

  let reader: any StoreReader
  let role: Role
  var registered: [ManagedObjectID: WeakObject] = [:]
  /// Objects with something to save, by entity, kept alive until then.
  var changed: [Int: [ManagedObjectID: ManagedObject]] = [:]
  /// Deleted objects whose delete rules have not been applied yet.
  var deletions: [ManagedObject] = []
  /// What has not been told to observers yet.
  var gathered = ContextChanges()
  /// Counts the gatherings, so that an object can tell whether the present one lists it.
  var gathering = 1
  /// Rows of a commit that is being taken over, while observers look at them; nil for rows that went.
  var adopted: [ManagedObjectID: Row?] = [:]
  /// Saves that the writer has not confirmed yet, by number.
  var unsettled: [Int: StoreChanges] = [:]
  /// What this context last did to rows that it deleted or brought back: commits of others from before tell less.
  var fates: [ManagedObjectID: Fate] = [:]
  /// Rows that others committed while an own save of the same row was on its way.
  var overtaken: [ManagedObjectID: CommitReport.Update] = [:]
  /// How objects were before the current event, for undo.
  var event: [ManagedObjectID: UndoGroup.State] = [:]
  /// Whether changes are recorded for undo, if there is a history.
  var isRecording = true
  var observers: [Int: (ContextChanges) -> Void] = [:]
  var lastObserver = 0
  var isPosting = false
  var isProcessingScheduled = false

  /// Whose context it is, which decides how it saves.
  enum Role {
    /// Saves are handed to the writer, and the context goes on; `home` runs work in its isolation later.
    case main(home: any ContextHome)
    /// Saves are committed before they return.
    case worker
  }

  struct Fate {
    var version: Int64
    var isDeleted: Bool
  }

  struct WeakObject {
    weak var object: ManagedObject?
  }

  init(coordinator: PersistentStoreCoordinator, role: Role) throws {
    self.coordinator = coordinator
    self.role = role
    reader = try coordinator.store.makeReader()
  }

  /// The model of the store.
  public var model: ObjectModel { coordinator.model }

  /// Whether there is anything to save.
  public var hasChanges: Bool { changed.contains { !$0.value.isEmpty } }

  // MARK: Objects

  /// Makes a new object, which the next save writes.
  public func insert<Object: ManagedObject>(_ type: Object.Type) throws -> Object {
    let number = model.number(of: type)
    let id = ManagedObjectID(entity: number, key: try coordinator.keys.next(entity: number))
    let entity = model.entity(of: id)
    let object = Object(
      .init(id: id, entity: entity, context: self, values: entity.defaultValues, committed: nil))
    recordForUndo(object, wasAbsent: true)
    register(object)
    mark(object, .insert)
    object.awakeFromInsert()
    return object
  }

  /// Deletes an object.
  ///
  /// The delete rules are applied when changes are processed, at the latest by the save.
  public func delete(_ object: ManagedObject) {
    guard object.pendingChange != .delete, object.managedObjectContext === self else { return }
    if object.isFault { fulfill(object) }
    recordForUndo(object)
    mark(object, .delete)
    object.prepareForDeletion()
    deletions.append(object)
  }

  /// The object with that ID: the one that is there, or a fault, without asking whether the row exists.
  public func object(with id: ManagedObjectID) -> ManagedObject {
    if let object = registered[id]?.object { return object }
    return makeObject(id, row: nil)
  }

  /// The object with that ID and its values, or nil when there is no such row (any more).
  public func existingObject(with id: ManagedObjectID) throws -> ManagedObject? {
    if let object = registered[id]?.object, !object.isFault { return object.isDeleted ? nil : object }
    guard let row = try row(for: id) else { return nil }
    return object(for: row)
  }

  /// The objects that are in use.
  public var registeredObjects: [ManagedObject] { registered.values.compactMap(\.object) }

  /// The object for a row as it was read.
  ///
  /// An object with values keeps them, unless the row is newer and the object unchanged.
  func object(for row: Row) -> ManagedObject {
    guard let object = registered[row.id]?.object else { return makeObject(row.id, row: row) }
    if object.isFault || (!object.hasChanges && (object.committed?.version ?? 0) < row.version) {
      let row = object.completed(row, by: object.values)
      object.values = row.values
      object.committed = row
      object.awake()
    }
    return object
  }

  func makeObject(_ id: ManagedObjectID, row: Row?) -> ManagedObject {
    let entity = model.entity(of: id)
    let birth = ManagedObject.Birth(
      id: id, entity: entity, context: self, values: row?.values, committed: row)
    let object = entity.objectClass.init(birth)
    register(object)
    if row != nil { object.awake() }
    return object
  }

  func register(_ object: ManagedObject) { registered[object.objectID] = WeakObject(object: object) }

  /// Called by an object that is going.
  func forget(_ id: ManagedObjectID) {
    guard let entry = registered[id], entry.object == nil else { return }
    registered[id] = nil
  }

  /// Notes what a save has to do with an object, and that observers are to be told.
  func mark(_ object: ManagedObject, _ change: ManagedObject.PendingChange) {
    if change == .update, object.pendingChange != nil, object.gathering == gathering { return }
    switch change {
    case .insert: gathered.noteInserted(object.objectID)
    case .update: gathered.noteUpdated(object.objectID)
    case .delete: gathered.noteDeleted(object.objectID)
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
  func later(_ work: @escaping @Sendable (ManagedObjectContext) -> Void)
}
