/// An object of the graph: one row, live, in one context.
///
/// In a context there is never more than one object for a row. An object is a *fault* until a property is read:
/// it knows its ID, and reads its values from the context when they are asked for. Subclasses declare their
/// properties with ``Attribute``, ``ToOne`` and ``ToMany``, and need no initialiser.
///
/// Belongs to the isolation of its context and never leaves it; what may leave is ``objectID``.
open class ManagedObject {
  /// The identity of the object, the same from its insertion on for good.
  public final let objectID: ManagedObjectID
  /// The entity that describes the object.
  public final let entity: EntityDescription
  /// The context that the object lives in; nil when the context is gone or was reset.
  public final internal(set) weak var managedObjectContext: ManagedObjectContext?

  /// The values by slot; nil while the object is a fault.
  final var values: [PropertyValue]? {
    didSet { if let observation { observation.valuesDidChange(of: self) } }
  }
  /// The row as it was read or saved last; nil for an object that was never saved.
  final var committed: Row?
  /// The version from which the row goes on when it is made again after a deletion, so that versions only grow.
  final var revivedVersion: Int64 = 0
  /// Whether ``awakeFromFetch()`` is running.
  final var isAwaking = false
  /// What a save has to do with the object.
  final var pendingChange: PendingChange?
  /// The gathering of changes that lists the object already (see ``ManagedObjectContext/gathering``).
  final var gathering = 0
  /// The members of to-many relationships that were asked for, by name of the relationship.
  final var members: [String: MemberSet] = [:] {
    didSet { if let observation { observation.membersDidChange(of: self) } }
  }
  /// Who waits for changes of properties, once one has been read in an observable context.
  final var observation: PropertyObservation?
  /// Whether reads are noted for the Observation module.
  final var isObservable: Bool

  /// What a save has to do with an object.
  enum PendingChange: Hashable, Sendable {
    case insert
    case update
    case delete
  }

  /// Called by a context to make an object (see ``ManagedObjectContext/insert(_:)``), and once for each class by
  /// ``ObjectModel/init(_:configurations:templates:)``, where the object has no context and is discarded at once.
  public required init(_ birth: Birth) {
    objectID = birth.id
    entity = birth.entity
    managedObjectContext = birth.context
    isObservable = birth.context?.isObservable ?? false
    values = birth.values
    committed = birth.committed
  }

  deinit { managedObjectContext?.forget(objectID) }

  /// What a context gives an object to begin with.
  public struct Birth {
    let id: ManagedObjectID
    let entity: EntityDescription
    /// Nil for an object that only shows the property wrappers of its class.
    let context: ManagedObjectContext?
    let values: [PropertyValue]?
    let committed: Row?
  }

  // MARK: State

  /// Whether the values have not been read yet.
  public final var isFault: Bool { values == nil }
  /// Whether the next save makes the row.
  public final var isInserted: Bool { pendingChange == .insert }
  /// Whether the next save changes the row.
  public final var isUpdated: Bool { pendingChange == .update }
  /// Whether the next save deletes the row.
  public final var isDeleted: Bool { pendingChange == .delete }
  /// Whether the object has changed since it was read or saved last, be it in transient attributes.
  public final var hasChanges: Bool { pendingChange != nil }

  // MARK: Hooks

  /// Called once in the life of an object, when it is inserted: the place for defaults that have to be computed.
  open func awakeFromInsert() {}

  /// Called when the values have been read from the store: the place to compute transient attributes.
  ///
  /// What is set here in transient attributes is no change of the object.
  open func awakeFromFetch() {}

  /// Called when an undo, a rollback or a refresh, or what somebody else saved, put other values into the object: the
  /// place to compute again what depends on them.
  open func awakeFromSnapshotEvents(_ events: SnapshotEvents) {}

  /// Called when the object is deleted, while its relationships are still what they were.
  ///
  /// The object counts as deleted already. Comes before the delete rules are applied.
  open func prepareForDeletion() {}

  /// Called before a save, for objects that are inserted or updated; may change properties.
  open func willSave() {}

  /// Called after a save, for objects that were inserted, updated or deleted by it.
  ///
  /// After ``ManagedObjectContext/publish()`` in the main context the commit is still pending, and may fail. What is
  /// changed here belongs to the next save: nothing is saved again by itself, so that this does not loop.
  open func didSave() {}

  /// Called before the object becomes a fault by a refresh, while it still has its values.
  ///
  /// Not called when an object goes because nobody uses it any more: `deinit` is the place for that.
  open func willTurnIntoFault() {}

  /// Called after the object became a fault: the place to let go of what was kept for it.
  ///
  /// Reading a property here reads the values again.
  open func didTurnIntoFault() {}

  /// Throws when the object must not be inserted as it is.
  ///
  /// Called by a save, besides what the model demands, which is checked in any case: there is no need to call
  /// `super`. What is thrown by all objects comes in one ``ValidationError``; an error of another type is its
  /// ``ValidationError/Failure/cause``.
  open func validateForInsert() throws {}

  /// Throws when the object must not be changed as it is; see ``validateForInsert()``.
  open func validateForUpdate() throws {}

  /// Throws when the object must not be deleted; see ``validateForInsert()``.
  open func validateForDelete() throws {}
}

@available(*, unavailable)
extension ManagedObject: Sendable {}

extension ManagedObject: Hashable {
  /// Objects are equal when they are the same.
  public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

  /// Hashes the identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(objectID) }
}
