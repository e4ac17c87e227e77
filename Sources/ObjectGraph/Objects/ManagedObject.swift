public import ObjectModel
internal import ObjectStore

/// An object of the graph: one live row in one context.
///
/// A context never has more than one object for a row. An object is a *fault* until a property is read: it
/// knows its ID, and reads its values from the context on demand. Subclasses declare their properties with
/// ``Attribute``, ``ToOne`` and ``ToMany``, and need no initializer.
///
/// An object whose row is gone stays usable (<doc:Faulting>): its attributes keep their last values, its
/// relationships are empty, and setting a property has no effect. A new object that a merge policy turns into
/// an existing row represents that row from then on; if the context has another object for the row, the two
/// are equal and have the same values.
///
/// An object belongs to the isolation of its context and never leaves it. Pass its ``objectID`` to other
/// isolations. The deinitializer of a subclass must not look for its row in the context: the object that it would get is the one
/// that is being deallocated, and the call traps.
open class ManagedObject {
  /// The identity of the row that the object represents.
  ///
  /// The object has it from its insertion on. It changes only if the merge policy finds that the row is the
  /// same as another one: then it is the ID of the remaining row, and the hash of the object changes with it.
  public final var objectID: ManagedObjectID { survivor == nil ? ownID : resolved.ownID }
  /// The entity that describes the object.
  public final let entity: Entity
  /// The context of the object, or `nil` when the context is gone or was reset, and when the row is gone.
  public final var managedObjectContext: ManagedObjectContext? {
    let object = resolved
    return object.isGone ? nil : object.context
  }
  /// The context that made the object, also when the row is gone; nil after a reset.
  final weak var context: ManagedObjectContext?
  /// The ID without regard to ``survivor``.
  final var ownID: ManagedObjectID

  /// The values by slot; nil while the object is a fault.
  final var values: [PropertyValue]? {
    didSet { if let observation { observation.valuesDidChange(of: self) } }
  }
  /// The row as last read or saved, or `nil` for an object that was never saved.
  final var committed: Row?
  /// The version from which the row goes on when it is made again after a deletion, so that versions only grow.
  final var revivedVersion: Int64 = 0
  /// The gathering of changes that lists the object already (see ``ManagedObjectContext/gathering``).
  final var gathering = 0
  /// The members of the to-many relationships read so far, by name of the relationship.
  final var members: [String: MemberSet] = [:] {
    didSet { if let observation { observation.membersDidChange(of: self) } }
  }
  /// The observers of property changes; set when a property is first read in an observable context.
  final var observation: PropertyObservation?
  /// The object that this one forwards to, because their rows turned out to be the same; nil for an ordinary object.
  ///
  /// An object that forwards has no values, members or changes of its own: reading it takes the path of a fault.
  final var survivor: ManagedObject?
  // Properties of one byte are side by side: together they take no more room than one of them.
  /// The place in the registry of the context; nil if the object has no entry.
  final var place: ObjectRegistry.Place?
  /// A Boolean value that indicates whether ``awakeFromFetch()`` is running.
  final var isAwaking = false
  /// The difference between the object and its row, which the next save writes; or that there is no row any more.
  final var pendingChange: PendingChange?
  /// A Boolean value that indicates whether reads are recorded for the Observation module.
  final var isObservable: Bool

  /// The difference between an object and its row.
  enum PendingChange: Hashable, Sendable {
    case insert
    case update
    case delete
    /// The row is gone, and there is nothing to save.
    case gone
    /// The row is gone, but the object does not count as deleted
    /// (see ``ManagedObjectContext/shouldDeleteInaccessibleFaults``).
    case inaccessible
  }

  /// Called by a context to make an object (see ``ManagedObjectContext/insert(_:)``), and once for each class by
  /// ``ManagedObjectModel/init(_:configurations:templates:checksClasses:)``, where the object has no context and is discarded at once.
  public required init(_ birth: consuming Birth) {
    ownID = birth.id
    entity = birth.entity
    context = birth.context
    isObservable = birth.context?.isObservable ?? false
    values = birth.values
    committed = birth.committed
  }

  deinit { if let place { context?.forget(ownID, in: place) } }

  /// The initial state that a context gives an object.
  ///
  /// Consuming it moves its parts into the object; copies would retain and release each of them.
  public struct Birth: ~Copyable {
    let id: ManagedObjectID
    let entity: Entity
    /// Nil for an object that only shows the property wrappers of its class.
    let context: ManagedObjectContext?
    let values: [PropertyValue]?
    let committed: Row?
  }

  // MARK: State

  /// A Boolean value that indicates whether the object is a fault: its values have not been read yet.
  public final var isFault: Bool { values == nil && survivor?.isFault ?? true }
  /// A Boolean value that indicates whether the next save inserts the row.
  public final var isInserted: Bool { resolved.pendingChange == .insert }
  /// A Boolean value that indicates whether the next save updates the row.
  public final var isUpdated: Bool { resolved.pendingChange == .update }
  /// A Boolean value that indicates whether the next save deletes the row, or the row is gone already.
  ///
  /// It stays `true` after this context or another one saved the deletion, until the row is inserted again.
  /// Core Data resets it with the save.
  public final var isDeleted: Bool {
    let change = resolved.pendingChange
    return change == .delete || change == .gone
  }
  /// A Boolean value that indicates whether the object has unsaved changes, including changes of transient
  /// attributes.
  public final var hasChanges: Bool {
    let object = resolved
    return object.pendingChange != nil && !object.isGone
  }

  // MARK: Hooks

  /// Called once in the life of an object, when it is inserted.
  ///
  /// Override it to set computed defaults.
  open func awakeFromInsert() {}

  /// Called after the values have been read from the store.
  ///
  /// Override it to compute transient attributes.
  ///
  /// Transient attributes set here do not count as changes of the object. Other properties do, and the next save writes them.
  open func awakeFromFetch() {}

  /// Called after an undo, a rollback, a refresh, or a merge of another context's save has replaced values of
  /// the object.
  ///
  /// Override it to recompute values that depend on them.
  open func awakeFromSnapshotEvents(_ events: SnapshotEvents) {}

  /// Called when the object is deleted, before the delete rules are applied, while its relationships are
  /// still unchanged.
  ///
  /// The object counts as deleted already. A fetch here does not end the event: the deletion and its effects are undone
  /// together. In a cascade, the fetch may still find objects that the cascade has not reached yet. Do not save here: the
  /// deletion is not complete.
  open func prepareForDeletion() {}

  /// Called before a save, for objects that are inserted or updated, also by delete rules.
  ///
  /// An override may change properties, and delete other objects. For changes by observers that the save itself notifies, it
  /// is not called.
  open func willSave() {}

  /// Called after a save, for objects that it inserted, updated or deleted.
  ///
  /// After ``ManagedObjectContext/publish()`` in the main context the commit is still pending, and may fail.
  /// Changes made here belong to the next save. No save follows automatically, so this does not loop.
  open func didSave() {}

  /// Called before a refresh turns the object into a fault, while it still has its values.
  ///
  /// Not called when an object is deallocated because it has no references left; use `deinit` for that.
  open func willTurnIntoFault() {}

  /// Called after the object became a fault.
  ///
  /// Override it to release data kept for the object.
  ///
  /// Reading a property here reads the values again.
  open func didTurnIntoFault() {}

  /// Validates the object before an insertion.
  ///
  /// Override it to throw an error if the object must not be inserted.
  ///
  /// A save calls it in addition to the checks of the model, which run in any case: there is no need to call
  /// `super`. One ``ValidationError`` contains the errors of all objects; an error of another type is its
  /// ``ValidationError/Failure/cause``.
  open func validateForInsert() throws {}

  /// Validates the object before an update; see ``validateForInsert()``.
  open func validateForUpdate() throws {}

  /// Validates the object before a deletion; see ``validateForInsert()``.
  open func validateForDelete() throws {}
}

@available(*, unavailable)
extension ManagedObject: Sendable {}

extension ManagedObject: Hashable {
  /// Returns a Boolean value that indicates whether two objects represent the same row in the same context.
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool {
    left === right || left.resolved === right.resolved
  }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(objectID) }
}
