import Foundation
import ObjectGraph
import Synchronization

/// A store that records the numbers of queries and of reservations of keys that reach it together.
final class AskedStore: PersistentStore {
  private let base: any PersistentStore
  private let recorded = Mutex<[String]>([])

  init(_ base: any PersistentStore) { self.base = base }

  var identifier: UUID { base.identifier }
  var model: ManagedObjectModel { base.model }
  /// The records, such as "2 counts".
  var questions: [String] { recorded.withLock { $0 } }

  fileprivate func record(_ count: Int, _ kind: String) {
    recorded.withLock { $0.append("\(count) \(kind)") }
  }

  func makeReader() throws -> any StoreReader { AskedReader(try base.makeReader(), store: self) }
  func makeWriter() throws -> any StoreWriter { AskedWriter(try base.makeWriter(), store: self) }
}

private final class AskedReader: StoreReader {
  private let base: any StoreReader
  private let store: AskedStore

  init(_ base: any StoreReader, store: AskedStore) {
    self.base = base
    self.store = store
  }

  func rows(_ ids: [ManagedObjectID]) throws -> [Row] { try base.rows(ids) }
  func fetch(_ query: StoreQuery) throws -> [Row] { try base.fetch(query) }
  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] { try base.fetchIDs(query) }
  func count(_ query: StoreQuery) throws -> Int { try base.count(query) }

  func fetchEach(_ queries: [StoreQuery]) throws -> [[Row]] {
    store.record(queries.count, "fetches")
    return try base.fetchEach(queries)
  }

  func counts(_ queries: [StoreQuery]) throws -> [Int] {
    store.record(queries.count, "counts")
    return try base.counts(queries)
  }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    try base.forEach(query, paths: paths, body)
  }
}

private final class AskedWriter: StoreWriter {
  private let base: any StoreWriter
  private let store: AskedStore

  init(_ base: any StoreWriter, store: AskedStore) {
    self.base = base
    self.store = store
  }

  func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    try base.reserveKeys(count, entity: entity)
  }

  func reserveKeys(_ counts: [EntityNumber: Int]) throws -> [EntityNumber: Range<Int64>] {
    store.record(counts.count, "reservations")
    return try base.reserveKeys(counts)
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    try base.transaction(durability, body)
  }
}
