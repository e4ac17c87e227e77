/// What changed in a context since it last said so.
///
/// An object is in one of the sets at the most. Changes of several edits are gathered; an object that was
/// inserted and deleted again in between is in none.
public struct ContextChanges: Sendable {
  /// Objects that came: made here, or by a save elsewhere.
  public internal(set) var inserted: Set<ManagedObjectID>
  /// Objects of which attributes or relationships changed.
  public internal(set) var updated: Set<ManagedObjectID>
  /// Objects that went.
  public internal(set) var deleted: Set<ManagedObjectID>

  /// Makes a set of changes.
  public init(
    inserted: Set<ManagedObjectID> = [], updated: Set<ManagedObjectID> = [],
    deleted: Set<ManagedObjectID> = []
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
