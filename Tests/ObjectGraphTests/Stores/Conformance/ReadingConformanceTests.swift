import Foundation
import ObjectGraph
import ObjectStore
import TestSupport
import Testing

/// Tests of the requirements for reading that every store must meet (see ``PersistentStore``), for each
/// ``StoreKind``.
@Suite("Every store, reading")
struct ReadingConformanceTests {
  @Test("A new store is empty, and has the model it was made with", arguments: StoreKind.allCases)
  func empty(kind: StoreKind) throws {
    let bench = try StoreBench(kind)
    #expect(bench.store.model.entities.map(\.name) == ["Group", "Sample"])
    #expect(bench.store.identifier == bench.store.identifier)
    #expect(try bench.keys() == [] && bench.reader.count(StoreQuery(entity: Samples.sample)) == 0)
  }

  @Test("A value of every type comes back as it was", arguments: StoreKind.allCases)
  func values(kind: StoreKind) throws {
    for (type, values) in Samples.values {
      // SQLite stores decimal numbers as floating-point numbers.
      let kept = kind == .sqlite && type == .decimal ? [values[0], values[1]] : values
      let rows = kept.enumerated().map {
        Samples.row(Int64($0) + 1, type, $1, unique: type == .integer64 ? nil : Int64($0))
      }
      let bench = try StoreBench(kind, rows)
      let isLasting = StoreKind.persistent.contains(kind)
      let read = try isLasting ? reopened(kind, bench).makeReader() : bench.reader
      for (row, written) in zip(try read.all(Samples.sample), rows) {
        #expect(row.values == written.values, "\(type)")
        // SQLite does not distinguish the two zeros.
        if kind != .sqlite { #expect(row.values.map(\.bits) == written.values.map(\.bits), "\(type)") }
      }
      #expect(try read.all(Samples.sample).count == rows.count)
    }
  }

  private func reopened(_ kind: StoreKind, _ bench: StoreBench) throws -> any PersistentStore {
    try kind.open(in: bench.folder, model: bench.store.model)
  }

  @Test("A row may refer to one that is not there, or to itself", arguments: StoreKind.allCases)
  func references(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.row(1, in: 77)])
    let row = try bench.reader.rows([StoreBench.sample(1)]).first
    #expect(row?.values[Samples.groupSlot] == .reference(StoreBench.group(77)))
    let query = StoreQuery(
      entity: Samples.sample, predicate: .comparison(.init("group.name", .equal, .value(.null))))
    #expect(try bench.reader.fetchIDs(query) == [StoreBench.sample(1)])
  }

  @Test(
    "A reader sees the last commit, and does not wait for what is under way", arguments: StoreKind.allCases)
  func isolation(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.groupRow(1)])
    try bench.writer.transaction(.normal) { transaction in
      _ = try transaction.insert(Samples.groupRow(2))
      #expect(try bench.keys() == [1])
      #expect(try bench.store.makeReader().count(StoreQuery(entity: Samples.group)) == 1)
    }
    #expect(try bench.keys() == [1, 2])
    #expect(try bench.store.makeReader().count(StoreQuery(entity: Samples.group)) == 2)
  }

  @Test("A reader that holds a state goes on to see it, until it lets go", arguments: StoreKind.allCases)
  func snapshots(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.groupRow(1)])
    guard let reader = bench.reader as? any SnapshotReader else { return }
    try reader.holdSnapshot()
    try bench.writer.insert([Samples.groupRow(2)])
    _ = try bench.writer.transaction(.normal) { try $0.delete(StoreBench.group(1), version: nil) }
    #expect(try bench.keys() == [1] && reader.rows([StoreBench.group(1), StoreBench.group(2)]).count == 1)
    #expect(try bench.store.makeReader().fetchIDs(StoreQuery(entity: Samples.group)) == [StoreBench.group(2)])
    try reader.holdSnapshot()
    #expect(try bench.keys() == [2])
    reader.releaseSnapshot()
    try bench.writer.insert([Samples.groupRow(3)])
    #expect(try bench.keys() == [2, 3])
  }

  @Test(
    "Rows, IDs, counts and paths agree, in the order asked for and then by ID", arguments: StoreKind.allCases)
  func queries(kind: StoreKind) throws {
    var rows = (Int64(1)...3).map { Samples.groupRow($0, "g\($0)") }
    rows += (Int64(1)...12).map { Samples.row($0, .double, .real(Double($0 % 4)), in: $0 % 5) }
    let bench = try StoreBench(kind, rows)
    var query = StoreQuery(
      entity: Samples.sample, predicate: .comparison(.init("double", .greater, .value(.integer(0)))),
      order: [FetchOrder("group.name", ascending: false), FetchOrder("double")])
    // Groups 3, 2, 1, then no group, which comes last in descending order.
    let expected: [Int64] = [13, 3, 8, 2, 7, 1, 6, 11, 5, 9, 10].filter { $0 % 4 != 0 && $0 <= 12 }
    let ids = try bench.reader.fetchIDs(query)
    let memory = try StoreBench(.memory, rows).reader.fetchIDs(query)
    #expect(ids == memory && Set(ids.map(\.key)) == Set(expected))
    #expect(try bench.reader.fetch(query).map(\.id) == ids)
    #expect(try bench.reader.count(query) == ids.count)
    (query.limit, query.offset) = (3, 2)
    #expect(try bench.reader.fetchIDs(query) == Array(ids[2..<5]))
    #expect(try bench.reader.count(query) == 3)
    var seen: [ManagedObjectID] = []
    try bench.reader.forEach(query, paths: ["group.name", "integer64", "group", "SELF"]) { id, values in
      seen.append(id)
      #expect(values[1] == .integer(id.key) && values[3] == .reference(id))
      let group = values[2].reference
      #expect(values[0] == group.flatMap { (1...3).contains($0.key) ? .string("g\($0.key)") : nil } ?? .null)
      // A nested query must not disturb the outer one.
      let rows = try bench.reader.rows([id])
      #expect(rows.count == 1)
    }
    #expect(seen == Array(ids[2..<5]))
  }

  @Test("A negative limit or offset is 0", arguments: StoreKind.allCases)
  func negativeWindow(kind: StoreKind) throws {
    let bench = try StoreBench(kind, (1...3).map { Samples.groupRow($0) })
    var query = StoreQuery(entity: Samples.group, offset: -1)
    #expect(try bench.reader.fetchIDs(query).map(\.key) == [1, 2, 3])
    #expect(try bench.reader.count(query) == 3)
    query.limit = 2
    #expect(try bench.reader.fetch(query).map(\.id.key) == [1, 2])
    let others = query.passingOver([StoreBench.group(1)])
    #expect(try bench.reader.fetchIDs(others).map(\.key) == [2, 3])
    query.limit = .min
    #expect(try bench.reader.fetchIDs(query).isEmpty && bench.reader.count(query) == 0)
    #expect(query.passingOver([StoreBench.group(1)]).limit == 0)
  }

  @Test("Rows are found by their IDs, those that are not there are left out", arguments: StoreKind.allCases)
  func byID(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.groupRow(1), Samples.groupRow(2), Samples.row(2)])
    let ids = [StoreBench.sample(2), StoreBench.group(2), StoreBench.group(9), StoreBench.sample(1)]
    #expect(try Set(bench.reader.rows(ids).map(\.id)) == [StoreBench.sample(2), StoreBench.group(2)])
    #expect(try bench.reader.rows([]).isEmpty)
  }

  @Test("A question that does not fit the entity is refused with the reason", arguments: StoreKind.allCases)
  func refusals(kind: StoreKind) throws {
    let bench = try StoreBench(kind, [Samples.groupRow(1)])
    let wrong = StoreQuery(
      entity: Samples.group, predicate: .comparison(.init("none", .equal, .value(.null))))
    #expect(throws: FetchError.self) { try bench.reader.fetch(wrong) }
    #expect(throws: FetchError.self) { try bench.reader.fetchIDs(wrong) }
    #expect(throws: FetchError.self) { try bench.reader.count(wrong) }
    let order = StoreQuery(entity: Samples.group, order: [FetchOrder("none")])
    #expect(throws: FetchError.self) { try bench.reader.fetch(order) }
    #expect(throws: FetchError.self) {
      try bench.reader.forEach(StoreQuery(entity: Samples.group), paths: ["none"]) { _, _ in }
    }
  }

  @Test(
    "Contexts work on it: a save is seen by others, and conflicts are found", arguments: StoreKind.allCases)
  @MainActor func contexts(kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    let container = try PersistentContainer(store: kind.open(in: folder, model: Shelf.model()))
    let author = try container.viewContext.insert(Author.self)
    (author.name, author.key) = ("Tove", "t")
    try container.viewContext.save()
    let worker = try container.makeBackgroundContext(mergePolicy: .error)
    await #expect(throws: ConflictError.self) {
      try await worker.perform { try $0.insert(Author.self).key = "t" }
      try await worker.save()
    }
    let other = try container.makeBackgroundContext()
    let names = try await other.perform { try $0.fetch(FetchRequest<Author>()).map(\.name) }
    #expect(names == ["Tove"])
  }
}
