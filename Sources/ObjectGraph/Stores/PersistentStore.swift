public import Foundation

/// A store of rows, as a coordinator uses it.
///
/// ``InMemoryStore``, ``AtomicStore`` (binary, XML, or a custom format, which is less work) and `SQLiteStore`
/// are stores. A custom store implements this protocol, ``StoreReader``, ``StoreWriter`` and
/// ``StoreTransaction``, and must meet the following requirements. The conformance tests of ObjectGraph check
/// each requirement by an example, and run on any store.
///
/// **Rows.** A ``Row`` has one value for each slot of its entity: a value of the attribute's type, a
/// reference, or null. The values read equal the values written; a store must document what it cannot keep
/// exactly. A row that refers to a missing row is kept as it is. A store enforces no rules of the model other
/// than uniqueness: required values, delete rules and inverses are checked before.
///
/// **IDs.** The IDs of all rows and references that a store returns contain its ``StoreIdentity``, which is
/// made from its ``identifier``. A store may assume the same of the IDs that it receives: contexts and
/// coordinators refuse others.
///
/// **Keys.** A key is greater than 0, unique among the rows of its entity, and never reused: neither after
/// the row was deleted nor after the store was reopened, unless it was only reserved and never written.
///
/// **Versions.** A row that is inserted at version 0 gets version 1. Each update increments the version.
/// Updates and deletions name the version that the caller knows. If the store has another version, the
/// outcome is ``WriteOutcome/stale``. This is no error: the transaction continues.
///
/// **Uniqueness.** No two rows have the same values in all slots of a uniqueness constraint, compared as
/// columns store them. Rows with null in one of these slots are never compared. A row that would violate a
/// constraint is a ``WriteOutcome/duplicate`` and is not written; the transaction continues.
///
/// **Isolation.** A store is used concurrently from any isolation; each reader, and the writer, by one
/// isolation at a time. A reader never waits for the writer. Each query is answered from one committed state:
/// the last one, or for a ``SnapshotReader`` the one that it holds. A transaction sees its own writes. If
/// there are two writers, one waits for the other. Where waiting is impossible, as with another program, the
/// later save fails and nothing is lost.
///
/// **Queries.** Predicates and orders mean what ``FetchPredicate/matches(_:in:)`` and ``FetchOrder`` define,
/// for all values. A query that does not fit the entity is refused with a ``FetchError``. A store without a
/// query engine loads rows and uses ``StoreQuery/rows(among:in:)``.
///
/// **Errors.** Any method may throw any error. It reaches the caller that fetched or saved, with its cause.
/// An error within a transaction discards all of its writes. No file and no value that a store reads may
/// trap.
public protocol PersistentStore: Sendable {
  /// The identifier of the store (`Z_UUID`), which never changes.
  var identifier: UUID { get }

  /// The model that defines the layout of the rows.
  var model: ManagedObjectModel { get }

  /// Opens a new reader.
  func makeReader() throws -> any StoreReader

  /// Opens the writer; each coordinator calls this once.
  func makeWriter() throws -> any StoreWriter
}

/// A reader of a store, confined to the isolation of its caller.
public protocol StoreReader: AnyObject {
  /// Returns the rows with these IDs in any order; rows that are not in the store are left out.
  ///
  /// Called for each fault and each batch.
  ///
  /// - Complexity: O(*n*) in the number of IDs, whatever the size of the store.
  func rows(_ ids: [ManagedObjectID]) throws -> [Row]

  /// Returns the matching rows in the requested order, then by ID.
  func fetch(_ query: StoreQuery) throws -> [Row]

  /// Returns the IDs of the matching rows in the requested order, then by ID.
  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID]

  /// Returns the number of rows that match, within limit and offset.
  func count(_ query: StoreQuery) throws -> Int

  /// Calls `body` for each matching row in the requested order, then by ID.
  ///
  /// Reads only the ID of each row and the values at the ends of the key paths (through to-one
  /// relationships).
  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws

  /// Returns the columns of the matching dictionaries, in the requested order, or `nil` if the store leaves
  /// it to the caller to make them from the rows.
  func fetchDictionaries(_ query: DictionaryQuery) throws -> [[PropertyValue]]?

  /// Runs `body`, and interrupts the reader when the current task is canceled.
  ///
  /// - Throws: `CancellationError` after a cancellation, and the errors of `body`.
  func interruptible<Result>(_ body: () throws -> Result) throws -> Result
}

/// The writer of a store, confined to the writer's isolation.
public protocol StoreWriter: AnyObject {
  /// Reserves, outside of transactions, `count` keys that no row of the entity's inheritance tree has and
  /// that are never returned again.
  ///
  /// - Precondition: `entity` is the root of its inheritance tree.
  func reserveKeys(_ count: Int, entity: Int) throws -> Range<Int64>

  /// Runs `body` in one transaction: either all of its writes are committed, or none if it throws.
  ///
  /// When this method returns, every reader sees the writes, and they are as durable as `durability`
  /// requires. Transactions do not nest.
  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result
}

/// The operations within a transaction of a store.
public protocol StoreTransaction: AnyObject {
  /// Returns the rows with these IDs in any order; rows that are not in the store are left out.
  func rows(_ ids: [ManagedObjectID]) throws -> [Row]

  /// Returns the row of the entity or its subentities that has `values` in `slots`.
  ///
  /// - Precondition: The slots are those of a uniqueness constraint that the entity describes.
  func row(entity: Int, slots: [Int], values: [PropertyValue]) throws -> Row?

  /// Returns the IDs of the rows of the entity and its subentities that refer to one of `targets` in `slot`.
  func sources(entity: Int, slot: Int, targets: [ManagedObjectID]) throws -> [ManagedObjectID]

  /// Inserts a row, whose version becomes `row.version` + 1.
  ///
  /// - Throws: A ``DuplicateKeyError``, or an error of the store, if another row has the key.
  func insert(_ row: Row) throws -> WriteOutcome

  /// Updates `slots` of a row if the store has it in the version `row.version`, and increments the version.
  func update(_ row: Row, slots: [Int]) throws -> WriteOutcome

  /// Deletes a row if the store has it; if `version` is not `nil`, only in that version.
  func delete(_ id: ManagedObjectID, version: Int64?) throws -> WriteOutcome

  /// Returns the versions of the rows with these IDs; rows that are not in the store are left out.
  ///
  /// The default implementation reads the rows.
  func versions(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Int64]

  /// Writes `slots` of a row and gives it the version `row.version`, whatever version it has.
  ///
  /// A commit uses it to write a row twice that counts as written once. The default implementation deletes the row and
  /// inserts it again.
  ///
  /// - Returns: ``WriteOutcome/stale`` if the store does not have the row, and ``WriteOutcome/duplicate`` if another row
  ///   has the same unique values; then nothing is written.
  func overwrite(_ row: Row, slots: [Int]) throws -> WriteOutcome
}

extension StoreTransaction {
  /// Reads the rows for their versions.
  public func versions(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Int64] {
    Dictionary(try rows(ids).map { ($0.id, $0.version) }, uniquingKeysWith: { $1 })
  }

  /// Deletes the row and inserts it again.
  public func overwrite(_ row: Row, slots: [Int]) throws -> WriteOutcome {
    guard let stored = try rows([row.id]).first else { return .stale }
    var changed = stored
    for slot in slots { changed.values[slot] = row.values[slot] }
    // Inserting adds one to the version.
    changed.version = row.version - 1
    _ = try delete(row.id, version: nil)
    let outcome = try insert(changed)
    if outcome != .done {
      _ = try insert(Row(id: row.id, version: stored.version - 1, values: stored.values))
    }
    return outcome
  }
}

/// The outcome of writing one row.
public enum WriteOutcome: Hashable, Sendable {
  /// The row was written.
  case done
  /// Nothing was written: the store has the row in another version, or not at all.
  case stale
  /// Nothing was written: another row has the same values of a uniqueness constraint.
  case duplicate
}

/// The durability of a commit in case of a power failure.
public enum Durability: Hashable, Sendable {
  /// The commit survives a power failure: for changes made by the user (`synchronous=FULL`).
  case full
  /// The last commits can be lost, but not consistency: for data that can be fetched again
  /// (`synchronous=NORMAL`).
  case normal
}

/// A query for rows of an entity, with a predicate and an order.
public struct StoreQuery: Hashable, Sendable {
  /// The number of the entity.
  public var entity: Int
  /// The predicate that rows must match, or `nil` for all rows.
  public var predicate: FetchPredicate?
  /// The order; rows with equal keys are in the order of their IDs.
  public var order: [FetchOrder]
  /// The maximum number of rows, or `nil` for no limit.
  public var limit: Int?
  /// The number of leading rows to skip.
  public var offset: Int
  /// A Boolean value that indicates whether rows of subentities match, too.
  public var includesSubentities: Bool

  /// Makes a query.
  public init(
    entity: Int, predicate: FetchPredicate? = nil, order: [FetchOrder] = [], limit: Int? = nil,
    offset: Int = 0, includesSubentities: Bool = true
  ) {
    self.entity = entity
    self.predicate = predicate
    self.order = order
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
  }

  /// The numbers of the entities whose rows can match.
  public func entities(in model: ManagedObjectModel) -> ClosedRange<Int> {
    includesSubentities ? model.family(of: entity) : entity...entity
  }
}
