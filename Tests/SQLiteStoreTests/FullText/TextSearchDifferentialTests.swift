import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("A search with a full-text index and one in memory")
struct TextSearchDifferentialTests {
  @Test("A random search finds the same while rows are written, deleted and restored, and the index follows")
  func sameRows() throws {
    for seed in Seeds.range(quick: 4, long: 600) {
      var random = RandomTexts(seed: seed)
      let stores = try Stores()
      for step in 0..<12 {
        try stores.edit(&random)
        if random.chance(50) { try stores.writer.finishIndexing() }
        for number in 0..<25 {
          stores.reader.fewRows = random.pick([0, 2, 8, 2_000])
          let query = random.query(stores.texts)
          let place = "seed \(seed), step \(step), query \(number): \(query)"
          let expected = try stores.memory.fetchIDs(query)
          try #require(try stores.reader.fetchIDs(query) == expected, "\(place)")
          try #require(try stores.reader.count(query) == expected.count, "\(place)")
          try #require(try stores.reader.fetch(query).map(\.id) == expected, "\(place)")
          guard !expected.isEmpty else { continue }
          let next = try stores.query(query, from: random.pick(expected), isBackward: random.chance(50))
          try #require(
            try stores.reader.fetchIDs(next) == stores.memory.fetchIDs(next), "\(place), from a row")
        }
      }
      try stores.writer.finishIndexing()
      #expect(try stores.store.rowsToIndex() == 0, "seed \(seed)")
      #expect(try stores.store.check().isSound, "seed \(seed)")
    }
  }

  @Test("Rows that were inserted after another one are the same, whether they are few or many")
  func latestRows() throws {
    for seed in Seeds.range(quick: 4, long: 200) {
      var random = RandomTexts(seed: seed)
      let stores = try Stores()
      for step in 0..<8 {
        try stores.edit(&random)
        for number in 0..<25 {
          stores.reader.fewRows = random.pick([0, 2, 8, 2_000])
          var query = random.query(stores.texts)
          let key = Int64(random.pick(Array(-1..<30)))
          let id = ManagedObjectID(entity: query.entity, key: key, in: StoreIdentity(TestStores.identifier))
          let other = random.chance(50) ? query.predicate : nil
          query.predicate = other.map { .and([.inserted(after: id), $0]) } ?? .inserted(after: id)
          let expected = try stores.memory.fetchIDs(query)
          let place = "seed \(seed), step \(step), query \(number): \(query)"
          try #require(try stores.reader.fetchIDs(query) == expected, "\(place)")
          try #require(try stores.reader.count(query) == expected.count, "\(place)")
          guard !expected.isEmpty else { continue }
          let next = try stores.query(query, from: random.pick(expected), isBackward: random.chance(50))
          try #require(
            try stores.reader.fetchIDs(next) == stores.memory.fetchIDs(next), "\(place), from a row")
        }
      }
    }
  }
}

/// The same rows in a file with a full-text index and in a store in memory.
private final class Stores {
  let fixture: StoreFixture
  let store: SQLiteStore
  let writer: SQLiteWriter
  let reader: SQLiteReader
  let memory: any StoreReader
  private let memoryWriter: any StoreWriter
  private var rows: [ManagedObjectID: Row] = [:]
  private var deleted: [Row] = []
  private var nextKey: Int64 = 1
  /// Keys that were reserved and are used after higher ones.
  private var skippedKeys: [Int64] = []

  init() throws {
    fixture = try StoreFixture(Notes.model())
    store = try fixture.store()
    writer = try #require(try store.makeWriter() as? SQLiteWriter)
    reader = try #require(try store.makeReader() as? SQLiteReader)
    let memory = InMemoryStore(model: fixture.model, identifier: TestStores.identifier)
    self.memory = memory.makeReader()
    memoryWriter = memory.makeWriter()
  }

  /// Returns a query that begins next to a row.
  func query(_ query: StoreQuery, from id: ManagedObjectID, isBackward: Bool) throws -> StoreQuery {
    var next = query
    next.offset = 0
    let row = StoreQuery(
      entity: query.entity, predicate: .comparison(.init("SELF", .equal, .value(.reference(id)))))
    try memory.forEach(row, paths: query.order.map(\.path)) { _, values in
      let keys = zip(query.order, values).map { $0.key(for: $1) }
      next.start = .init(keys: keys, id: id, isBackward: isBackward)
    }
    return next
  }

  var texts: [String] {
    rows.values.sorted { $0.id < $1.id }.flatMap { row in
      row.values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
  }

  /// Makes some random changes in one transaction.
  func edit(_ random: inout RandomTexts) throws {
    var edits: [Edit] = []
    for _ in 0..<random.below(30) {
      let known = rows.keys.sorted()
      switch random.below(10) {
      case 0...3: edits.append(insert(random.row(newID(&random))))
      case 4...6 where !known.isEmpty:
        let id = random.pick(known)
        edits.append(update(random.row(id, version: rows[id]?.version ?? 0)))
      case 7...8 where !known.isEmpty: edits.append(delete(random.pick(known)))
      case 9 where !deleted.isEmpty: edits.append(insert(deleted.removeLast()))
      default: break
      }
    }
    for writer in [writer, memoryWriter] as [any StoreWriter] {
      try writer.transaction(.normal) { transaction in
        for edit in edits { try edit(transaction) }
      }
    }
  }

  private typealias Edit = (any StoreTransaction) throws -> Void

  private func newID(_ random: inout RandomTexts) -> ManagedObjectID {
    let entity = random.chance(70) ? Notes.note : Notes.letter
    if !skippedKeys.isEmpty, random.chance(30) {
      return ManagedObjectID(entity: entity, key: skippedKeys.removeFirst())
    }
    if random.chance(30) {
      skippedKeys.append(nextKey)
      nextKey += 1
    }
    defer { nextKey += 1 }
    return ManagedObjectID(entity: entity, key: nextKey)
  }

  private func insert(_ row: Row) -> Edit {
    rows[row.id] = Row(id: row.id, version: row.version + 1, values: row.values)
    return { transaction in try #require(transaction.insert(row) == .done) }
  }

  private func update(_ row: Row) -> Edit {
    rows[row.id] = Row(id: row.id, version: row.version + 1, values: row.values)
    return { transaction in try #require(transaction.update(row, slots: Array(row.values.slots)) == .done) }
  }

  private func delete(_ id: ManagedObjectID) -> Edit {
    if let row = rows.removeValue(forKey: id) { deleted.append(row) }
    return { transaction in try #require(transaction.delete(id, version: nil) == .done) }
  }
}
