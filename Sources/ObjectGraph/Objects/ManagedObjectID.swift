/// The identity of one row of a store, and of the objects that stand for it.
///
/// An object has its ID from the moment it is inserted, and keeps it for good: the key comes from a range that
/// the coordinator has reserved in the store (there are no temporary IDs). Ordered by entity, then by key, which
/// is the order in which equal rows of a list are shown.
public struct ManagedObjectID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of the entity in the model (`Z_ENT`).
  public let entity: Int
  /// The primary key of the row (`Z_PK`).
  public let key: Int64

  /// Makes the ID of the row `key` of the entity numbered `entity`.
  public init(entity: Int, key: Int64) {
    self.entity = entity
    self.key = key
  }

  /// Orders by entity, then by key.
  public static func < (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
    left.entity == right.entity ? left.key < right.key : left.entity < right.entity
  }

  /// The ID as `entity/pKey`, like the end of a Core Data URI.
  public var description: String { "\(entity)/p\(key)" }
}
