/// The identity of one row of a store, and of the objects that represent it.
///
/// An object has its ID from its insertion on, and keeps it: the key comes from a range that the coordinator
/// has reserved in the store (there are no temporary IDs). IDs of two stores are never equal, even if entity
/// and key are.
///
/// IDs are ordered by key, which no two objects of an inheritance tree share, then by entity. Therefore equal
/// rows of a list are shown in the order of their insertion.
public struct ManagedObjectID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number of the entity in the upper half, that of the store in the lower half.
  ///
  /// The ID is 16 bytes so. Nearly everything copies and compares IDs.
  @usableFromInline let place: UInt64
  /// The primary key of the row (`Z_PK`).
  public let key: Int64

  /// Creates the ID of a row.
  ///
  /// - Parameters:
  ///   - entity: The number of the entity.
  ///   - key: The primary key of the row.
  ///   - store: The store to which the row belongs.
  public init(entity: EntityNumber, key: Int64, in store: StoreIdentity) {
    place = UInt64(UInt32(clamping: entity.rawValue)) << 32 | UInt64(store.number)
    self.key = key
  }

  /// The number of the entity in the model (`Z_ENT`): the row's own, where the entity asked for has sub-entities.
  public var entity: EntityNumber { EntityNumber(Int(truncatingIfNeeded: place >> 32)) }

  /// The store to which the row belongs.
  public var store: StoreIdentity { StoreIdentity(number: UInt32(truncatingIfNeeded: place)) }

  /// Hashes everything as one number: this is done a dozen times for each object that is inserted and saved.
  ///
  /// The shift keeps the lower bits of the key, in which most keys differ, apart from the numbers of entity and store.
  public func hash(into hasher: inout Hasher) { hasher.combine(key ^ Int64(bitPattern: place << 16)) }

  /// Mixes everything as MurmurHash3 does (`fmix64`), for sets and dictionaries of the standard library.
  ///
  /// They would use SipHash, which guards against chosen keys, and cost a tenth of the time in which objects are read. These
  /// keys are counted by the store.
  @inlinable
  public func _rawHashValue(seed: Int) -> Int {
    var mixed = UInt64(bitPattern: key) ^ place &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: Int64(seed))
    mixed ^= mixed &>> 33
    mixed &*= 0xFF51_AFD7_ED55_8CCD
    mixed ^= mixed &>> 33
    mixed &*= 0xC4CE_B9FE_1A85_EC53
    return Int(truncatingIfNeeded: mixed ^ mixed &>> 33)
  }

  /// Orders by key, then by entity, then by store.
  public static func < (left: ManagedObjectID, right: ManagedObjectID) -> Bool {
    left.key == right.key ? left.place < right.place : left.key < right.key
  }

  /// The ID as `entity/pKey`, like the end of a Core Data URI.
  public var description: String { "\(entity)/p\(key)" }
}
