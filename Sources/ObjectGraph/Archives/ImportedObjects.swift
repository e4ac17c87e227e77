public import ObjectModel

/// The objects of an import; see ``ManagedObjectContext/importObjects(from:)``.
public struct ImportedObjects: Hashable, Sendable {
  /// The objects by their identifiers in the archive.
  public internal(set) var ids: [Int: ManagedObjectID] = [:]
  /// The objects that were inserted.
  public internal(set) var inserted: Set<ManagedObjectID> = []
  /// The objects that were found by a unique key.
  public internal(set) var found: Set<ManagedObjectID> = []
}
