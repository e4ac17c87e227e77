/// What changed in a context since it last said so.
///
/// An object is in one of the sets at the most. Changes of several edits are gathered; an object that was
/// inserted and deleted again in between is in none. An object also counts as updated when the members of one of
/// its to-many relationships changed.
public struct ContextChanges: Sendable {
  /// Objects that came: made here, or by a save elsewhere.
  public private(set) var inserted: Set<ManagedObjectID>
  /// Objects of which attributes or relationships changed.
  public private(set) var updated: Set<ManagedObjectID>
  /// Objects that went.
  public private(set) var deleted: Set<ManagedObjectID>
  /// Those of `updated` of which no value changed, only the members of a to-many relationship.
  ///
  /// Whoever shows values has nothing to read again for them.
  public private(set) var onlyMembersChanged: Set<ManagedObjectID> = []
  /// The highest number of an entity whose objects are noted; those of hidden entities are not.
  private var lastEntity = Int.max

  /// Makes a set of changes.
  public init(
    inserted: Set<ManagedObjectID> = [], updated: Set<ManagedObjectID> = [],
    deleted: Set<ManagedObjectID> = []
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// Nothing yet, to note objects of visible entities only.
  init(in model: ObjectModel) {
    self.init()
    lastEntity = model.entities.count
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// The changes without those of some objects.
  func leavingOut(_ ids: Set<ManagedObjectID>) -> ContextChanges {
    guard !ids.isEmpty else { return self }
    var rest = ContextChanges(
      inserted: inserted.subtracting(ids), updated: updated.subtracting(ids),
      deleted: deleted.subtracting(ids))
    rest.onlyMembersChanged = onlyMembersChanged.subtracting(ids)
    return rest
  }

  /// Adds changes that came later.
  mutating func append(_ later: ContextChanges) {
    for id in later.deleted { noteDeleted(id) }
    for id in later.inserted { noteInserted(id) }
    for id in later.updated {
      if later.onlyMembersChanged.contains(id) { noteMembersChanged(id) } else { noteUpdated(id) }
    }
  }

  mutating func noteInserted(_ id: ManagedObjectID) {
    guard id.entity <= lastEntity else { return }
    // Mostly nothing was deleted or changed before: an empty set hashes what it is asked for all the same.
    if !deleted.isEmpty, deleted.remove(id) != nil {
      updated.insert(id)
    } else if !onlyMembersChanged.isEmpty, onlyMembersChanged.remove(id) != nil {
      // Its members came before it did.
      updated.remove(id)
      inserted.insert(id)
    } else if !updated.contains(id) {
      inserted.insert(id)
    }
  }

  mutating func noteUpdated(_ id: ManagedObjectID) {
    guard id.entity <= lastEntity else { return }
    if !inserted.contains(id), !deleted.contains(id) { updated.insert(id) }
    onlyMembersChanged.remove(id)
  }

  mutating func noteMembersChanged(_ id: ManagedObjectID) {
    if inserted.contains(id) || deleted.contains(id) { return }
    if updated.insert(id).inserted { onlyMembersChanged.insert(id) }
  }

  mutating func noteDeleted(_ id: ManagedObjectID) {
    guard id.entity <= lastEntity else { return }
    updated.remove(id)
    onlyMembersChanged.remove(id)
    if inserted.remove(id) == nil { deleted.insert(id) }
  }
}
