/// The identity of one row of a store, and of the objects that stand for it.
///
/// An object has its ID from the moment it is inserted, and keeps it for good: the key comes from a range that
/// the coordinator has reserved in the store (there are no temporary IDs). Ordered by key, which no two objects of an
/// inheritance tree share, then by entity: so equal rows of a list are shown in the order in which they were made.
public struct ManagedObjectID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of the entity in the model (`Z_ENT`): the row's own, where the entity asked for has sub-entities.
  public let entity: Int
  /// The primary key of the row (`Z_PK`).
  public let key: Int64

  /// Makes the ID of the row `key` of the entity numbered `entity`.
  public init(entity: Int, key: Int64) {
    self.entity = entity
    self.key = key
  }

  /// Hashes both numbers as one: it is done a dozen times for each object that is made and saved.
  public func hash(into hasher: inout Hasher) { hasher.combine(key ^ (Int64(entity) << 48)) }

  /// Orders by key, then by entity.
  public static func < (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
    left.key == right.key ? left.entity < right.entity : left.key < right.key
  }

  /// The ID as `entity/pKey`, like the end of a Core Data URI.
  public var description: String { "\(entity)/p\(key)" }
}
