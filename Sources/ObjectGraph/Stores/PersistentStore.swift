public import Foundation

/// Where rows are kept: what a coordinator asks of a store.
///
/// A store hands out readers and one writer. Each of these is confined to the isolation that asked for it, and
/// a reader never waits for the writer: it sees the last committed state at the moment it is asked.
public protocol PersistentStore: Sendable {
  /// What the store calls itself (`Z_UUID`), the same for its whole life.
  var identifier: UUID { get }

  /// The model by which its rows are laid out.
  var model: ObjectModel { get }

  /// Opens another way in for reading.
  func makeReader() throws -> any StoreReader

  /// Opens the way in for writing; asked for once by each coordinator.
  func makeWriter() throws -> any StoreWriter
}

/// A way to read a store, confined to the isolation that asked for it.
public protocol StoreReader: AnyObject {
  /// The rows with these IDs, in any order; those that are not in the store are left out.
  ///
  /// One indexed query for each entity and each few hundred IDs.
  func rows(_ ids: [ManagedObjectID]) throws -> [Row]

  /// The rows that match, in the order asked for, then by ID.
  func fetch(_ query: StoreQuery) throws -> [Row]

  /// The IDs of the rows that match, in the order asked for, then by ID.
  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID]

  /// How many rows match, limit and offset considered.
  func count(_ query: StoreQuery) throws -> Int

  /// Goes over the rows that match, in the order asked for, then by ID, reading of each only its ID and what
  /// lies at the end of each of the key paths (through to-one relationships).
  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws

  /// The columns of the dictionaries that match, in the order asked for; nil from a store that leaves making them of
  /// the rows to whoever asks.
  func fetchDictionaries(_ query: DictionaryQuery) throws -> [[PropertyValue]]?

  /// Runs `body`, and stops what the reader does in it when the task that runs it is cancelled; throws
  /// `CancellationError` then.
  func interruptible<Result>(_ body: () throws -> Result) throws -> Result
}

/// The way to write to a store, confined to the writer's isolation.
public protocol StoreWriter: AnyObject {
  /// Reserves `count` keys that no row of the entity has, and that nobody else will be given.
  func reserveKeys(_ count: Int, entity: Int) throws -> Range<Int64>

  /// Runs `body` in one transaction: all of what it writes is there afterwards, or nothing when it throws.
  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result
}

/// What can be done within a transaction of a store.
public protocol StoreTransaction: AnyObject {
  /// The rows with these IDs, in any order; those that are not in the store are left out.
  func rows(_ ids: [ManagedObjectID]) throws -> [Row]

  /// The row of the entity that holds `values` in `slots`, which are those of a uniqueness constraint.
  func row(entity: Int, slots: [Int], values: [PropertyValue]) throws -> Row?

  /// The IDs of the rows of the entity that refer to one of `targets` in `slot`.
  func sources(entity: Int, slot: Int, targets: [ManagedObjectID]) throws -> [ManagedObjectID]

  /// Writes a new row, whose version becomes `row.version` + 1.
  func insert(_ row: Row) throws -> WriteOutcome

  /// Writes `slots` of a row, if the store has it in the version `row.version`; the version grows by 1.
  func update(_ row: Row, slots: [Int]) throws -> WriteOutcome

  /// Deletes a row, if the store has it; with a version, only in that version.
  func delete(_ id: ManagedObjectID, version: Int64?) throws -> WriteOutcome
}

/// What became of one row that was to be written.
public enum WriteOutcome: Hashable, Sendable {
  /// It was written.
  case done
  /// Nothing was written: the store has the row in another version, or not at all.
  case stale
  /// Nothing was written: another row has the same values of a uniqueness constraint.
  case duplicate
}

/// How safe a committed change is from a power cut.
public enum Durability: Hashable, Sendable {
  /// Survives it: for what a person did (`synchronous=FULL`).
  case full
  /// The last commits can be lost, consistency is not: for what can be fetched again (`synchronous=NORMAL`).
  case normal
}

/// Which rows of an entity are wanted, and in which order.
public struct StoreQuery: Hashable, Sendable {
  /// The number of the entity.
  public var entity: Int
  /// Which rows match; nil for all.
  public var predicate: FetchPredicate?
  /// The order; rows that it leaves equal are in the order of their IDs.
  public var order: [FetchOrder]
  /// How many rows at the most; nil for all.
  public var limit: Int?
  /// How many of the first rows are passed over.
  public var offset: Int

  /// Makes a query.
  public init(
    entity: Int, predicate: FetchPredicate? = nil, order: [FetchOrder] = [], limit: Int? = nil,
    offset: Int = 0
  ) {
    self.entity = entity
    self.predicate = predicate
    self.order = order
    self.limit = limit
    self.offset = offset
  }
}
