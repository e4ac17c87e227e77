public import Foundation
public import ObjectModel

/// Several stores as one, such as a library that is written and a catalog that comes with the application.
///
/// Each store is opened with a part of the model, for example that of a configuration
/// (``ManagedObjectModel/model(ofConfiguration:)``). Some of them may be read-only. The counterpart of several stores
/// of one `NSPersistentStoreCoordinator`.
///
/// ```swift
/// let store = try CombinedStore(model: model, stores: [library, catalog])
/// ```
///
/// **Routing.** Reads, saves and keys go to the store that has the entity. Several stores may have the same entity, with
/// the whole inheritance tree. A query for it reads all of them and orders the rows in memory. A new object goes into the
/// first store that can be written, or into the one that the caller chooses (`ManagedObjectContext.insert(_:into:)`). The
/// key of its ID says the store, so that objects do not move between stores.
///
/// **Relationships** do not lead from one store to another: a configuration contains the destinations of its
/// relationships, and a save refuses a reference between two stores of one entity with
/// ``CombinedStoreError/crossesStores(entity:relationship:)``. Use fetched properties instead. A row of a many-to-many
/// relationship goes into the first store that can be written, so that objects in other stores cannot have one if several
/// stores have the entity.
///
/// **Saves.** A save writes to all stores in open transactions, one in each, before the first of them commits; then they
/// commit in their order. An error before that, such as a conflict, leaves all stores as they were. If a store fails when
/// it commits, such as on a full disk, the stores before it have committed, and those after it write nothing:
/// ``CombinedStoreError/partlySaved(committed:failed:reason:)``. Reset the context then, which reads what is stored, and
/// make the missing changes again. All other contexts that merge commits read everything again.
///
/// **Uniqueness** holds within each store, not between stores.
///
/// **IDs** have the ``identifier`` of the combined store. IDs that were kept, as URIs, stay valid as long as it and the
/// order of the stores are the same.
///
/// **Histories and other programs.** A save is recorded in the history of each store that keeps one; a history is read from a
/// coordinator of that store alone. Commits of other programs to the stores are followed.
public final class CombinedStore: SharedStore {
  /// The identifier, which follows from those of the stores unless another was given.
  public let identifier: UUID
  /// The whole model.
  public let model: ManagedObjectModel
  /// The stores, in the order in which they commit.
  public let stores: [any PersistentStore]
  private let routing: CombinedRouting

  /// Combines stores.
  ///
  /// - Parameters:
  ///   - model: The whole model.
  ///   - stores: The stores, each opened with a model of some of the entities. Their order is that of their commits, and
  ///     part of the IDs of entities that are in several stores.
  ///   - identifier: The identifier; nil for one that follows from those of the stores.
  /// - Throws: A ``CombinedStoreError`` if a store has other entities than the model, or if an entity is in no store.
  public init(model: ManagedObjectModel, stores: [any PersistentStore], identifier: UUID? = nil) throws {
    let identifier = identifier ?? Self.identifier(of: stores)
    self.identifier = identifier
    self.model = model
    self.stores = stores
    routing = try CombinedRouting(model: model, identity: StoreIdentity(identifier), stores: stores)
  }

  /// Returns the store of an object, or `nil` if no store can have it.
  ///
  /// The counterpart of `objectID.persistentStore`.
  public func store(of id: ManagedObjectID) -> (any PersistentStore)? {
    id.store == routing.identity ? routing.part(of: id)?.store : nil
  }

  /// Returns a Boolean value that indicates whether two rows are in one store, whose uniqueness constraints hold for both.
  package func isOneStore(of id: ManagedObjectID, and other: ManagedObjectID) -> Bool {
    guard let part = routing.part(of: id), part.index == routing.part(of: other)?.index else { return false }
    guard let store = part.store as? CombinedStore else { return true }
    return store.isOneStore(of: routing.own(id, in: part), and: routing.own(other, in: part))
  }

  /// A Boolean value that indicates whether one of the stores is on another machine.
  public var isRemote: Bool { stores.contains(where: \.isRemote) }

  /// Opens a reader of each store.
  public func makeReader() throws -> any StoreReader {
    let readers = try stores.map { try $0.makeReader() }
    return readers.allSatisfy { $0 is any SnapshotReader }
      ? CombinedSnapshotReader(routing, readers: readers) : CombinedReader(routing, readers: readers)
  }

  /// Opens the writers of the stores that can be written.
  ///
  /// - Throws: `StoreError.readOnly(path:)` if there are none; the errors of the stores.
  public func makeWriter() throws -> any StoreWriter { try CombinedWriter(routing) }

  // MARK: Other programs

  /// Opens readers of the changes of other programs to the stores whose changes can be followed.
  public func makeExternalChangeReader(for detector: any CommitDetector) throws
    -> sending any ExternalChangeReader
  {
    guard let detector = (detector as? CombinedWriter)?.detector ?? detector as? CombinedDetector else {
      misuse("the detector is one of another store")
    }
    return try detector.makeExternalChangeReader(routing)
  }

  /// Opens a detector of commits to stores that are all read-only.
  public func makeCommitDetector() throws -> (any CommitDetector)? {
    try CombinedDetector(routing, writers: stores.map { _ in nil })
  }

  /// Returns an identifier that differs from those of the stores, and is the same for the same stores.
  private static func identifier(of stores: [any PersistentStore]) -> UUID {
    var hashes: [UInt8] = []
    for seed in [UInt8(0), 1] {
      var hash = FNV1a()
      hash.add([seed])
      for store in stores { withUnsafeBytes(of: store.identifier.uuid) { hash.add($0) } }
      withUnsafeBytes(of: hash.value.bigEndian) { hashes += $0 }
    }
    return UUID(uuid: hashes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }
}
