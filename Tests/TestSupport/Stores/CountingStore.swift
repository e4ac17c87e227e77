public import Foundation
public import ObjectGraph
import Synchronization

/// A store that counts the reads of its readers.
public final class CountingStore: PersistentStore {
  /// The reads so far.
  public struct Counts: Sendable {
    /// The number of reads.
    public var reads: Int
    /// The total length of all reads, in characters.
    ///
    /// A read that names 100 rows counts about ten times as much as one that names 10.
    public var length: Int

    /// Returns the reads between two points in time.
    public static func - (later: Counts, earlier: Counts) -> Counts {
      Counts(reads: later.reads - earlier.reads, length: later.length - earlier.length)
    }
  }

  private let store: any PersistentStore
  private let state = Mutex(Counts(reads: 0, length: 0))

  /// Creates a store that wraps another one.
  public init(_ store: any PersistentStore) { self.store = store }

  /// The reads of all readers so far.
  public var counts: Counts { state.withLock { $0 } }

  /// The model of the store.
  public var model: ManagedObjectModel { store.model }
  /// The identifier of the store.
  public var identifier: UUID { store.identifier }
  /// Opens the writer of the store, which is not counted.
  public func makeWriter() throws -> any StoreWriter { try store.makeWriter() }

  /// Opens a reader whose reads are counted.
  public func makeReader() throws -> any StoreReader {
    CountingReader(try store.makeReader()) { question in
      let length = String(describing: question).utf8.count
      self.state.withLock {
        $0.reads += 1
        $0.length += length
      }
    }
  }
}

private final class CountingReader: StoreReader {
  private let reader: any StoreReader
  private let record: (Any) -> Void

  init(_ reader: any StoreReader, _ record: @escaping (Any) -> Void) {
    (self.reader, self.record) = (reader, record)
  }

  func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
    record(ids)
    return try reader.rows(ids)
  }

  func fetch(_ query: StoreQuery) throws -> [Row] {
    record(query)
    return try reader.fetch(query)
  }

  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    record(query)
    return try reader.fetchIDs(query)
  }

  func count(_ query: StoreQuery) throws -> Int {
    record(query)
    return try reader.count(query)
  }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    record(query)
    try reader.forEach(query, paths: paths, body)
  }

  func fetchDictionaries(_ plan: DictionaryPlan, in lookup: some RowLookup) throws -> [[PropertyValue]] {
    record(plan.query)
    return try reader.fetchDictionaries(plan, in: lookup)
  }

  func interruptible<Result>(_ body: () throws -> Result) throws -> Result { try reader.interruptible(body) }
}
