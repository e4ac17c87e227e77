public import ObjectModel

/// The changes in a context since its last notification.
///
/// An object is in at most one of the sets. Changes of several edits are combined. An object that was
/// inserted and then deleted is in none of them. An object also counts as updated when the members of one of
/// its to-many relationships have changed.
public struct ContextChanges: Sendable {
  /// Inserted objects: inserted here, or by a save of another context.
  public private(set) var inserted: Set<ManagedObjectID>
  /// Objects whose attributes or relationships have changed.
  public private(set) var updated: Set<ManagedObjectID>
  /// Deleted objects.
  public private(set) var deleted: Set<ManagedObjectID>
  /// Objects of `updated` without changed values, of which only the members of a to-many relationship have
  /// changed.
  ///
  /// An observer that shows values does not need to read them again for these objects.
  public private(set) var onlyMembersChanged: Set<ManagedObjectID> = []
  /// A Boolean value that indicates whether objects that are not in use may have changed as well.
  ///
  /// An observer that lists objects then fetches them again. It happens rarely: if the changes of another program, or the rows
  /// of a large batch, are not known one by one (``CommitReport/isReload``).
  public private(set) var isReload = false
  /// The highest number of an entity whose objects are recorded; objects of hidden entities are not.
  private var lastEntity = EntityNumber(.max)

  /// Makes a set of changes.
  public init(
    inserted: Set<ManagedObjectID> = [], updated: Set<ManagedObjectID> = [],
    deleted: Set<ManagedObjectID> = []
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// Makes an empty set of changes, which records objects of visible entities only.
  init(in model: ManagedObjectModel) {
    self.init()
    lastEntity = EntityNumber(model.entities.count)
  }

  /// A Boolean value that indicates whether there are no changes.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && !isReload }

  /// Returns a Boolean value that indicates whether the values of an object are known to have changed.
  func changesValues(of id: ManagedObjectID) -> Bool {
    !isReload && updated.contains(id) && !onlyMembersChanged.contains(id)
  }

  /// Returns the changes without those of some objects.
  func leavingOut(_ ids: Set<ManagedObjectID>) -> ContextChanges {
    guard !ids.isEmpty else { return self }
    var rest = ContextChanges(
      inserted: inserted.subtracting(ids), updated: updated.subtracting(ids),
      deleted: deleted.subtracting(ids))
    rest.onlyMembersChanged = onlyMembersChanged.subtracting(ids)
    rest.isReload = isReload
    return rest
  }

  /// Adds changes that came later.
  mutating func append(_ later: ContextChanges) {
    if later.isReload { isReload = true }
    for id in later.deleted { recordDeletion(id) }
    for id in later.inserted { recordInsertion(id) }
    for id in later.updated {
      if later.onlyMembersChanged.contains(id) { recordMembersChange(id) } else { recordUpdate(id) }
    }
  }

  mutating func recordReload() { isReload = true }

  mutating func recordInsertion(_ id: ManagedObjectID) {
    guard id.entity <= lastEntity else { return }
    // Usually nothing was deleted or updated before. Even an empty set would hash the ID.
    if !deleted.isEmpty, deleted.remove(id) != nil {
      updated.insert(id)
    } else if !onlyMembersChanged.isEmpty, onlyMembersChanged.remove(id) != nil {
      // Its members were recorded before its insertion.
      updated.remove(id)
      inserted.insert(id)
    } else if !updated.contains(id) {
      inserted.insert(id)
    }
  }

  mutating func recordUpdate(_ id: ManagedObjectID) {
    guard id.entity <= lastEntity else { return }
    if !inserted.contains(id), !deleted.contains(id) { updated.insert(id) }
    onlyMembersChanged.remove(id)
  }

  mutating func recordMembersChange(_ id: ManagedObjectID) {
    if inserted.contains(id) || deleted.contains(id) { return }
    if updated.insert(id).inserted { onlyMembersChanged.insert(id) }
  }

  mutating func recordDeletion(_ id: ManagedObjectID) {
    guard id.entity <= lastEntity else { return }
    updated.remove(id)
    onlyMembersChanged.remove(id)
    if inserted.remove(id) == nil { deleted.insert(id) }
  }
}
