public import Foundation
public import ObjectGraph
import Synchronization

/// A store that counts the reads of its readers, and fails when it is told to.
public final class CountingStore: PersistentStore {
  /// The reads so far.
  public struct Counts: Sendable {
    /// The number of reads.
    public var reads: Int
    /// The total length of all reads, in characters.
    ///
    /// A read that names 100 rows counts about ten times as much as one that names 10.
    public var length: Int
    /// The number of reads in the main queue, for which the main actor waits.
    public var mainReads = 0

    /// Returns the reads between two points in time.
    public static func - (later: Counts, earlier: Counts) -> Counts {
      Counts(
        reads: later.reads - earlier.reads, length: later.length - earlier.length,
        mainReads: later.mainReads - earlier.mainReads)
    }
  }

  private static let isMainQueue = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private let store: any PersistentStore
  private let state = Mutex(Counts(reads: 0, length: 0))
  private let fails = Mutex(false)
  private let afterRows = Mutex<(@Sendable () -> Void)?>(nil)
  private let afterFetch = Mutex<(@Sendable () -> Void)?>(nil)
  private let afterScan = Mutex<(@Sendable () -> Void)?>(nil)

  /// A Boolean value that indicates whether contexts treat the store as one on another machine.
  public let isRemote: Bool

  /// Creates a store that wraps another one.
  public init(_ store: any PersistentStore, isRemote: Bool = false) {
    self.store = store
    self.isRemote = isRemote
  }

  /// The reads of all readers so far.
  public var counts: Counts { state.withLock { $0 } }

  /// A Boolean value that indicates whether each read throws an error, after it was counted.
  public var isFailing: Bool {
    get { fails.withLock { $0 } }
    set { fails.withLock { $0 = newValue } }
  }

  /// Calls `body` in the thread of the reader when the next reading of rows by IDs has its answer, before it returns.
  public func holdNextRows(_ body: @escaping @Sendable () -> Void) { afterRows.withLock { $0 = body } }

  /// Calls `body` in the thread of the reader when the next fetch of rows has its answer, before it returns.
  public func holdNextFetch(_ body: @escaping @Sendable () -> Void) { afterFetch.withLock { $0 = body } }

  /// Calls `body` in the thread of the reader when the next reading of values, row by row, has its answer, before it returns.
  public func holdNextScan(_ body: @escaping @Sendable () -> Void) { afterScan.withLock { $0 = body } }

  /// The model of the store.
  public var model: ManagedObjectModel { store.model }
  /// The identifier of the store.
  public var identifier: UUID { store.identifier }
  /// Opens the writer of the store, which is not counted.
  public func makeWriter() throws -> any StoreWriter { try store.makeWriter() }

  /// Opens a reader whose reads are counted.
  public func makeReader() throws -> any StoreReader {
    let record = { (question: Any) in
      let length = String(describing: question).utf8.count
      self.state.withLock {
        $0.reads += 1
        $0.length += length
        // The main queue need not run in the main thread.
        if DispatchQueue.getSpecific(key: Self.isMainQueue) != nil { $0.mainReads += 1 }
      }
      if self.isFailing { throw StoreError.damaged(path: "counted", reason: "its disk does not answer") }
    }
    return CountingReader(
      try store.makeReader(), record, holdRows: { Self.removeBody(self.afterRows)?() },
      holdFetch: { Self.removeBody(self.afterFetch)?() }, holdScan: { Self.removeBody(self.afterScan)?() })
  }

  private static func removeBody(
    _ hold: borrowing Mutex<(@Sendable () -> Void)?>
  ) -> (@Sendable () -> Void)? {
    hold.withLock { body in
      defer { body = nil }
      return body
    }
  }
}

private final class CountingReader: StoreReader {
  private let reader: any StoreReader
  private let record: (Any) throws -> Void
  private let holdRows: () -> Void
  private let holdFetch: () -> Void
  private let holdScan: () -> Void

  init(
    _ reader: any StoreReader, _ record: @escaping (Any) throws -> Void, holdRows: @escaping () -> Void,
    holdFetch: @escaping () -> Void, holdScan: @escaping () -> Void
  ) {
    (self.reader, self.record) = (reader, record)
    (self.holdRows, self.holdFetch, self.holdScan) = (holdRows, holdFetch, holdScan)
  }

  func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
    try record(ids)
    let rows = try reader.rows(ids)
    holdRows()
    return rows
  }

  func fetch(_ query: StoreQuery) throws -> [Row] {
    try record(query)
    let rows = try reader.fetch(query)
    holdFetch()
    return rows
  }

  func fetchEach(_ queries: [StoreQuery]) throws -> [[Row]] {
    try record(queries)
    let rows = try reader.fetchEach(queries)
    holdFetch()
    return rows
  }

  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    try record(query)
    return try reader.fetchIDs(query)
  }

  func count(_ query: StoreQuery) throws -> Int {
    try record(query)
    return try reader.count(query)
  }

  func counts(_ queries: [StoreQuery]) throws -> [Int] {
    try record(queries)
    return try reader.counts(queries)
  }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    try record(query)
    try reader.forEach(query, paths: paths, body)
    holdScan()
  }

  func fetchDictionaries(_ plan: DictionaryPlan, in lookup: some RowLookup) throws -> [[PropertyValue]] {
    try record(plan.query)
    return try reader.fetchDictionaries(plan, in: lookup)
  }

  func releaseMemory() { reader.releaseMemory() }

  func interruptible<Result>(_ body: () throws -> Result) throws -> Result { try reader.interruptible(body) }
}
