public import Foundation
public import ObjectModel

/// All that the file of an ``AtomicStore`` holds, by names: so that a model with more entities and properties can
/// read it.
///
/// Entities are numbered from 1 in the order of ``entities``; IDs and references in rows go by these numbers, and may be
/// unbound (``StoreIdentity/unbound``).
public struct AtomicStoreContents: Hashable, Sendable {
  /// The content of a property.
  public enum Kind: Hashable, Sendable {
    /// A value of an attribute.
    case attribute(AttributeType)
    /// A reference to an object of the entity of that name, or of one that descends from it.
    case reference(entity: String)
  }

  /// A property of an entity: an attribute or to-one relationship.
  public struct Property: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The kind of the property's values.
    public var kind: Kind

    /// Describes a property.
    public init(name: String, kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// An entity with its rows.
  public struct Entity: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The hash that identifies this version of the entity (``ManagedObjectModel/versionHashes``).
    public var versionHash: Data
    /// The next unused key.
    public var nextKey: Int64
    /// The properties, in the order of the values of a row.
    public var properties: [Property]
    /// The rows by their keys; values are of the kinds of the properties, or null.
    public var rows: [Row]

    /// Describes an entity.
    public init(
      name: String, versionHash: Data, nextKey: Int64, properties: [Property] = [], rows: [Row] = []
    ) {
      self.name = name
      self.versionHash = versionHash
      self.nextKey = nextKey
      self.properties = properties
      self.rows = rows
    }
  }

  /// The identifier of the store, which never changes.
  public var identifier: UUID
  /// Other metadata of the store, such as the version that its application gave it.
  public var metadata: [String: String]
  /// The entities with their rows.
  public var entities: [Entity]

  /// Makes contents.
  public init(identifier: UUID, metadata: [String: String] = [:], entities: [Entity] = []) {
    self.identifier = identifier
    self.metadata = metadata
    self.entities = entities
  }
}
