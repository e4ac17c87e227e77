public import ObjectModel

/// A change of one object in a transaction of the history.
///
/// A transaction has at most one change for an object: the outcome of the whole commit.
public struct PersistentHistoryChange: Hashable, Sendable {
  /// The kind of a change; the raw values are those of Core Data's files (`ZCHANGETYPE`).
  public enum Kind: Int, Hashable, Sendable, Codable {
    /// The object was inserted.
    case insertion = 0
    /// The object was updated.
    case update = 1
    /// The object was deleted.
    case deletion = 2
  }

  /// The ID of the object.
  public let objectID: ManagedObjectID
  /// The kind of the change.
  public let kind: Kind
  /// The names of the changed attributes and relationships; empty for an insertion and a deletion.
  ///
  /// A new position in an ordered one-to-many relationship counts as a change of its to-one inverse. A many-to-many
  /// relationship counts as changed at both ends.
  public let updatedProperties: Set<String>
  /// The last values of the attributes that are described with ``AttributeDescription/preservesValueInHistory``, by
  /// name; empty unless the object was deleted.
  ///
  /// Attributes without a value are left out.
  public let tombstone: [String: PropertyValue]

  /// Creates a change.
  package init(
    objectID: ManagedObjectID, kind: Kind, updatedProperties: Set<String> = [],
    tombstone: [String: PropertyValue] = [:]
  ) {
    self.objectID = objectID
    self.kind = kind
    self.updatedProperties = updatedProperties
    self.tombstone = tombstone
  }
}
