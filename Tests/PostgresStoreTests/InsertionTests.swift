#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("Many rows that are inserted at once in a PostgreSQL store", .enabled(if: PostgresServer.isKnown))
  struct InsertionTests {
    private static let branch = Tree.branch

    private static func row(_ key: Int64, name: String? = nil) -> Row {
      Row(
        id: ManagedObjectID(entity: branch, key: key, in: StoreIdentity(TestStores.identifier)), version: 0,
        values: [.string(name ?? "b\(key)"), key.isMultiple(of: 3) ? .null : .integer(key), .null, .null])
    }

    @Test("A key that is taken, refuses that row alone")
    func takenKeys() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Tree.model())
      let writer = try store.makeWriter()
      try writer.transaction(.normal) { transaction in
        _ = try transaction.write([.insert(Self.row(2))])
        let rows = (1...4).map { Self.row($0, name: "again \($0)") }
        let outcomes = try transaction.write(rows.map { .insert($0) })
        #expect(outcomes == [.done, .duplicate, .done, .done])
      }
      let stored = try store.makeReader().fetch(StoreQuery(entity: Self.branch))
      #expect(stored.map(\.id.key) == [1, 2, 3, 4])
      #expect(stored.map { $0.values[0] } == ["again 1", "b2", "again 3", "again 4"].map { .string($0) })
      #expect(stored.map { $0.values[1] } == [.integer(1), .integer(2), .null, .integer(4)])
    }

    @Test("Writes between insertions keep their order and their outcomes")
    func mixed() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Tree.model())
      try store.makeWriter().transaction(.normal) { transaction in
        _ = try transaction.write((1...3).map { .insert(Self.row($0)) })
        let outcomes = try transaction.write([
          .insert(Self.row(11)), .insert(Self.row(12)), .delete(Self.row(1).id, version: nil),
          .insert(Self.row(2)), .insert(Self.row(13)), .delete(Self.row(99).id, version: nil),
          .insert(Self.row(14)),
        ])
        #expect(outcomes == [.done, .done, .done, .duplicate, .done, .stale, .done])
      }
      let keys = try store.makeReader().fetchIDs(StoreQuery(entity: Self.branch)).map(\.key)
      #expect(keys == [2, 3, 11, 12, 13, 14])
    }

    @Test("Updates and deletions at once refuse the rows that have another version, alone")
    func updates() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Tree.model())
      try store.makeWriter().transaction(.normal) { transaction in
        _ = try transaction.write((1...8).map { .insert(Self.row($0)) })
        let changed = (1...5).map { (key: Int64) in
          var row = Self.row(key)
          row.version = key == 2 ? 2 : 1
          row.values[1] = key == 4 ? .null : .integer(key * 10)
          return row
        }
        let slots = [changed[0].values.slots[1]]
        let outcomes = try transaction.write(changed.map { .update($0, slots: slots) })
        #expect(outcomes == [.done, .stale, .done, .done, .done])
        let deletions = try transaction.write(
          (Int64(5)...9).map { .delete(Self.row($0).id, version: $0 == 6 ? 2 : $0 == 5 ? 2 : 1) })
        #expect(deletions == [.done, .stale, .done, .done, .stale])
      }
      let rows = try store.makeReader().fetch(StoreQuery(entity: Self.branch))
      #expect(rows.map(\.id.key) == [1, 2, 3, 4, 6])
      #expect(rows.map(\.version) == [2, 1, 2, 2, 1])
      #expect(rows.prefix(4).map { $0.values[1] } == [.integer(10), .integer(2), .integer(30), .null])
    }

    @Test("A table that grows by many commits gets new statistics, so that its index is used")
    func statistics() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Tree.model())
      let writer = try store.makeWriter()
      let pages = (0..<6).map { page in (1...100).map { Self.row(Int64(page * 100 + $0)) } }
      for page in pages {
        _ = try writer.commit(.normal) { transaction in
          _ = try transaction.write(page.map { .insert($0) })
          return CommitReport()
        }
      }
      let known = try schema.administrator().integer(
        "SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass('\(Server.quoted(schema.name)).branch')"
      )
      #expect((known ?? 0) >= TableGrowth.firstCount, "\(known ?? 0)")
    }

    @Test("A commit that renews statistics does not wait for another session that does so")
    func busyStatistics() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Tree.model(), locking: LockPolicy(timeout: .milliseconds(50)))
      let other = try schema.administrator()
      try other.begin("BEGIN; LOCK TABLE \(other.server.name("branch")) IN SHARE UPDATE EXCLUSIVE MODE")
      _ = try store.makeWriter().commit(.normal) { transaction in
        _ = try transaction.write((1...Int64(TableGrowth.firstCount)).map { .insert(Self.row($0)) })
        return CommitReport()
      }
      other.rollBack()
      #expect(try store.makeReader().count(StoreQuery(entity: Tree.branch)) == TableGrowth.firstCount)
    }

    @Test("More rows and larger values than one statement takes are all written")
    func large() throws {
      let schema = PostgresSchema()
      let store = try schema.store(
        ManagedObjectModel([EntityDescription(nil, name: "Sample", attributes: [.init("bytes", .binary)])]))
      let entity = try #require(store.model.number(ofEntity: "Sample"))
      let rows = (1...2_504).map { key in
        Row(
          id: ManagedObjectID(entity: entity, key: Int64(key), in: StoreIdentity(TestStores.identifier)),
          version: 0, values: [.data(Data(repeating: 1, count: key > 2_500 ? 3_000_000 : key))])
      }
      try store.makeWriter().transaction(.normal) { transaction in
        let outcomes = try transaction.write(rows.map { .insert($0) })
        #expect(outcomes.allSatisfy { $0 == .done })
      }
      let stored = try store.makeReader().fetch(StoreQuery(entity: entity))
      #expect(stored.map(\.id) == rows.map(\.id) && stored.map(\.values) == rows.map(\.values))
    }

    @Test("All types of values are read as they were written, alone and with others")
    @MainActor
    func types() throws {
      let model = try ManagedObjectModel([
        EntityDescription(
          nil, name: "Sample",
          attributes: [
            .init("flag", .boolean, isOptional: true), .init("count", .integer64, isOptional: true),
            .init("size", .double, isOptional: true), .init("price", .decimal, isOptional: true),
            .init("day", .date, isOptional: true), .init("text", .string, isOptional: true),
            .init("bytes", .binary, isOptional: true), .init("mark", .uuid, isOptional: true),
            .init("place", .uri, isOptional: true),
          ], fullTextIndex: ["text"])
      ])
      let schema = PostgresSchema()
      let store = try schema.store(model)
      let full: [PropertyValue] = [
        .boolean(true), .integer(.min), .real(0.1),
        .decimal(Decimal(string: "-12345678901234567890.123") ?? 0),
        .date(Date(timeIntervalSinceReferenceDate: 1.5)), .string("a \"quoted\" \\ {text}, NULL \u{0}é"),
        .data(Data([0, 255, 34, 92])), .uuid(UUID()), .url(URL(filePath: "/tmp/a,b")),
      ]
      let values = [full, full.map { _ in .null }, full]
      let rows = values.enumerated().map { index, values in
        Row(
          id: ManagedObjectID(
            entity: store.model.number(ofEntity: "Sample") ?? 1, key: Int64(index + 1),
            in: StoreIdentity(TestStores.identifier)), version: Int64(index), values: values)
      }
      try store.makeWriter().transaction(.normal) { transaction in
        let outcomes = try transaction.write(rows.map { .insert($0) })
        #expect(outcomes == [.done, .done, .done])
      }
      let stored = try store.makeReader().rows(rows.map(\.id)).sorted { $0.id < $1.id }
      #expect(stored.map(\.values) == values && stored.map(\.version) == [1, 2, 3])
    }
  }
#endif
