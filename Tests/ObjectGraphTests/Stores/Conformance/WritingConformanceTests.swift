import Foundation
import ObjectGraph
import TestSupport
import Testing

/// Tests of the requirements for writing that every store must meet (see ``PersistentStore``), for each
/// ``StoreKind``.
@Suite("Every store, writing")
struct WritingConformanceTests {
  struct Stop: Error {}

  @Test("A new row is of version 1, and comes back as it was", arguments: StoreKind.allCases)
  func inserting(kind: StoreKind) throws {
    let bench = try StoreBench(kind)
    #expect(
      try bench.writer.insert([Samples.groupRow(1, "a"), Samples.groupRow(7, "b", version: 4)]) == [
        .done, .done,
      ])
    #expect(
      try bench.reader.all(Samples.group) == [
        Samples.groupRow(1, "a", version: 1), Samples.groupRow(7, "b", version: 5),
      ])
  }

  @Test("An update writes only its slots and raises the version", arguments: StoreKind.allCases)
  func updating(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.row(1, .string, .string("a"))])
    var change = Samples.row(1, .string, .string("b"), unique: 99, version: 1)
    change.values[Samples.slot(.boolean)] = .boolean(true)
    let outcome = try bench.writer.transaction(.full) {
      try $0.update(change, slots: [Samples.slot(.string)])
    }
    #expect(outcome == .done)
    #expect(try bench.reader.all(Samples.sample) == [Samples.row(1, .string, .string("b"), version: 2)])
  }

  @Test("A row that is there in another version, or not at all, is stale", arguments: StoreKind.allCases)
  func stale(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.groupRow(1)])
    let outcomes = try bench.writer.transaction(.normal) { transaction in
      [
        try transaction.update(Samples.groupRow(1, "a", version: 1), slots: [0]),
        try transaction.update(Samples.groupRow(1, "b", version: 1), slots: [0]),
        try transaction.update(Samples.groupRow(9, "b", version: 1), slots: [0]),
        try transaction.delete(StoreBench.group(1), version: 1),
        try transaction.delete(StoreBench.group(9), version: nil),
        try transaction.delete(StoreBench.group(1), version: 2),
        try transaction.delete(StoreBench.group(1), version: nil),
        try transaction.update(Samples.groupRow(1, "b", version: 2), slots: [0]),
      ]
    }
    #expect(outcomes == [.done, .stale, .stale, .stale, .stale, .done, .stale, .stale])
    #expect(try bench.keys() == [])
  }

  @Test(
    "A second row with the same unique values is a duplicate, and the transaction goes on",
    arguments: StoreKind.allCases)
  func duplicates(kind: StoreKind) throws {
    let bench = try StoreBench(kind)
    let unique = [Samples.slot(.integer64)]
    func empty(_ key: Int64) -> Row {
      var row = Samples.row(key)
      row.values[unique[0]] = .null
      return row
    }
    let outcomes = try bench.writer.transaction(.normal) { transaction in
      [
        try transaction.insert(Samples.row(1, unique: 5)), try transaction.insert(Samples.row(2, unique: 5)),
        try transaction.insert(Samples.row(3, unique: 6)),
        try transaction.update(Samples.row(3, unique: 5, version: 1), slots: unique),
        try transaction.insert(empty(4)), try transaction.insert(empty(5)),
        try transaction.delete(StoreBench.sample(1), version: 1),
        try transaction.update(Samples.row(3, unique: 5, version: 1), slots: unique),
      ]
    }
    #expect(outcomes == [.done, .duplicate, .done, .duplicate, .done, .done, .done, .done])
    #expect(
      try bench.reader.all(Samples.sample) == [
        Samples.row(3, unique: 5, version: 2), empty(4).written, empty(5).written,
      ])
  }

  @Test(
    "A key that is taken is an error and no duplicate, and undoes the transaction",
    arguments: StoreKind.allCases)
  func takenKeys(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.row(1)])
    #expect(throws: (any Error).self) {
      try bench.writer.insert([Samples.row(2), Samples.row(1, unique: 8)])
    }
    #expect(try bench.keys(Samples.sample) == [1])
  }

  @Test(
    "What was written before an error is gone, and the next transaction works", arguments: StoreKind.allCases)
  func rollback(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.groupRow(1), Samples.row(1)])
    let before = (try bench.reader.all(Samples.group), try bench.reader.all(Samples.sample))
    #expect(throws: Stop.self) {
      try bench.writer.transaction(.full) { transaction in
        _ = try transaction.insert(Samples.row(2))
        _ = try transaction.update(Samples.groupRow(1, "x", version: 1), slots: [0])
        _ = try transaction.delete(StoreBench.sample(1), version: nil)
        throw Stop()
      }
    }
    #expect(try bench.reader.all(Samples.group) == before.0)
    #expect(try bench.reader.all(Samples.sample) == before.1)
    // Nothing is left that would conflict with the same insertion.
    #expect(try bench.writer.insert([Samples.row(2)]) == [.done])
  }

  @Test("A transaction sees what it wrote itself", arguments: StoreKind.allCases)
  func ownWrites(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.groupRow(1), Samples.row(1, in: 1)])
    let slot = Samples.slot(.integer64)
    try bench.writer.transaction(.normal) { transaction in
      for key in Int64(2)...5 { _ = try transaction.insert(Samples.row(key, in: key % 2)) }
      _ = try transaction.delete(StoreBench.sample(1), version: 1)
      let rows = try transaction.rows([1, 2, 3, 77].map { StoreBench.sample($0) })
      #expect(rows.map(\.id.key).sorted() == [2, 3])
      let found = try transaction.row(entity: Samples.sample, slots: [slot], values: [.integer(4)])
      #expect(found?.id == StoreBench.sample(4))
      let missing = try transaction.row(entity: Samples.sample, slots: [slot], values: [.integer(1)])
      #expect(missing == nil)
      let targets = [StoreBench.group(1), StoreBench.group(50)]
      let sources = try transaction.sources(entity: Samples.sample, slot: Samples.groupSlot, targets: targets)
      #expect(sources.map(\.key).sorted() == [3, 5])
    }
  }

  @Test("Keys are given out once, and never below one that was used", arguments: StoreKind.allCases)
  func keys(kind: StoreKind) throws {
    let bench = try StoreBench(kind)
    let first = try bench.writer.reserveKeys(3, entity: Samples.group)
    let second = try bench.writer.reserveKeys(2, entity: Samples.group)
    #expect(first.lowerBound > 0 && first.count == 3 && second.count == 2 && !first.overlaps(second))
    try bench.writer.insert([Samples.groupRow(second.upperBound + 40)])
    _ = try bench.writer.transaction(.full) {
      try $0.delete(StoreBench.group(second.upperBound + 40), version: nil)
    }
    #expect(try bench.writer.reserveKeys(1, entity: Samples.group).lowerBound > second.upperBound + 40)
    #expect(try bench.writer.reserveKeys(1, entity: Samples.sample).count == 1)
  }

  @Test("Keys of several entities are given out at once", arguments: StoreKind.allCases)
  func keysOfSeveral(kind: StoreKind) throws {
    let bench = try StoreBench(kind)
    let first = try bench.writer.reserveKeys([Samples.group: 3, Samples.sample: 2])
    #expect(first.mapValues(\.count) == [Samples.group: 3, Samples.sample: 2])
    let second = try bench.writer.reserveKeys([Samples.sample: 4])
    #expect(second.mapValues(\.count) == [Samples.sample: 4])
    let (former, next) = (try #require(first[Samples.sample]), try #require(second[Samples.sample]))
    #expect(former.lowerBound > 0 && !former.overlaps(next))
    #expect(try bench.writer.reserveKeys([:]).isEmpty)
  }

  @Test(
    "A store that is opened again has its identifier, rows, versions and keys",
    arguments: StoreKind.persistent)
  func reopening(kind: StoreKind) throws {
    let folder = try TemporaryFolder()
    let model = try Samples.model()
    let identifier: UUID
    let rows: [Row]
    do {
      let store = try kind.open(in: folder, model: model)
      identifier = store.identifier
      let writer = try store.makeWriter()
      try writer.insert([
        Samples.groupRow(3, "a"), Samples.row(8, .boolean, .boolean(true), in: 3), Samples.groupRow(9),
      ])
      try writer.transaction(.full) { transaction in
        _ = try transaction.update(Samples.groupRow(3, "b", version: 1), slots: [0])
        _ = try transaction.delete(StoreBench.group(9), version: 1)
      }
      rows = try store.makeReader().all(Samples.group) + store.makeReader().all(Samples.sample)
    }
    let store = try kind.open(in: folder, model: Samples.model())
    #expect(store.identifier == identifier)
    #expect(try store.makeReader().all(Samples.group) + store.makeReader().all(Samples.sample) == rows)
    #expect(rows.map(\.version) == [2, 1])
    #expect(try store.makeWriter().reserveKeys(1, entity: Samples.group).lowerBound > 9)
  }

  @Test("Two writers of one store lose nothing", arguments: StoreKind.allCases)
  func twoWriters(kind: StoreKind) async throws {
    let bench = try StoreBench(kind)
    let store = bench.store
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let writer = try store.makeWriter()
          for _ in 0..<10 {
            let key = try writer.reserveKeys(1, entity: Samples.group).lowerBound
            try writer.insert([Samples.groupRow(key)])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try bench.keys().count == 30)
  }
}

extension Row {
  /// The row after it has been inserted.
  fileprivate var written: Row { Row(id: id, version: version + 1, values: values) }
}
