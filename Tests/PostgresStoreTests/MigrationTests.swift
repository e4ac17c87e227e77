#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A migration of a PostgreSQL store", .enabled(if: PostgresServer.isKnown))
  struct MigrationTests {
    private func model(_ attributes: [AttributeDescription]) throws -> ManagedObjectModel {
      try ManagedObjectModel([EntityDescription(nil, name: "Bird", attributes: attributes)])
    }

    private func bird(_ key: Int64, _ value: PropertyValue) -> Row {
      let id = ManagedObjectID(entity: 1, key: key, in: StoreIdentity(TestStores.identifier))
      return Row(id: id, version: 6, values: [value])
    }

    @Test("Rows keep their keys and versions, and no key is assigned again")
    func rows() throws {
      let schema = PostgresSchema()
      let old = try model([.init("wingspan", .string)])
      try schema.store(old).makeWriter().transaction(.full) { transaction in
        for key in [1, 7, 9] as [Int64] { _ = try transaction.insert(bird(key, .string("\(key)"))) }
        _ = try transaction.delete(bird(9, .null).id, version: nil)
      }
      let new = try model([.init("wingspan", .integer64)])
      let store = try schema.store(new, options: StoreOptions(migration: .inferred))
      let rows = try store.makeReader().fetch(StoreQuery(entity: 1))
      #expect(rows == [1, 7].map { Row(id: bird($0, .null).id, version: 7, values: [.integer($0)]) })
      #expect(try store.makeWriter().reserveKeys(1, entity: 1).lowerBound > 9)
      let known = try schema.administrator().integer(
        "SELECT count(*) FROM pg_stats WHERE schemaname = $1 AND tablename = 'bird' AND attname = 'wingspan'",
        [.text(schema.name)])
      #expect(known == 1, "the server has statistics of the new table")
    }

    @Test(
      "A program that has the store open meanwhile neither writes nor follows with the former model",
      arguments: [true, false])
    func openMeanwhile(hasMark: Bool) throws {
      let schema = PostgresSchema()
      func open() throws -> PostgresStore {
        try schema.store(model([.init("wingspan", .string)]), options: StoreOptions(keepsHistory: true))
      }
      var store = try open()
      if !hasMark {
        // As earlier versions have made stores.
        let metadata = store.layout.server.name(Schema.Table.metadata)
        try schema.administrator().execute("DELETE FROM \(metadata) WHERE key = '\(LayoutMark.key)'")
        store = try open()
      }
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      let changes = try store.makeExternalChangeReader(for: writer)
      func commit(_ key: Int64) throws {
        _ = try writer.commit(.full) { transaction in
          _ = try transaction.write([.insert(bird(key, .string("1")))])
          return CommitReport()
        }
      }
      // Another version of the application has the same layout.
      let application = StoreOptions.Application(name: "Nest", version: 2)
      _ = try schema.store(store.model, options: StoreOptions(application: application))
      for key: Int64 in 1...2 { try commit(key) }
      try changes.advance()
      let new = try schema.store(
        model([.init("wingspan", .integer64)]), options: StoreOptions(migration: .inferred))
      let refusal = StoreError.otherModel(
        path: store.layout.server.place, reason: "it was migrated while it was open; open it again")
      #expect(throws: refusal) { try commit(3) }
      #expect(throws: refusal) {
        try writer.transaction(.full) { _ = try $0.insert(bird(3, .string("1"))) }
      }
      #expect(throws: refusal) { try changes.advance() }
      #expect(try new.makeReader().count(StoreQuery(entity: 1)) == 2)
    }

    @Test("A program that has the store open does not write to columns that got other names")
    func otherColumnsMeanwhile() throws {
      let schema = PostgresSchema()
      func model(_ names: [String]) throws -> ManagedObjectModel {
        func attributes(_ names: [String]) -> [AttributeDescription] {
          names.map { .init($0, .string, isOptional: true) }
        }
        return try ManagedObjectModel([
          EntityDescription(nil, name: "Bird", attributes: []),
          EntityDescription(nil, name: "Heron", parent: "Bird", attributes: attributes(["x"])),
          EntityDescription(nil, name: "Owl", parent: "Bird", attributes: attributes(names)),
        ])
      }
      let (first, second) = (try model(["x", "x1"]), try model(["x1", "x"]))
      try #require(
        first.versionHashes == second.versionHashes && first.columnNames != second.columnNames)
      let store = try schema.store(first)
      let writer = try store.makeWriter()
      try writer.transaction(.full) { _ in }
      _ = try schema.store(second)
      let refusal = StoreError.otherModel(
        path: store.layout.server.place, reason: "it was migrated while it was open; open it again")
      #expect(throws: refusal) { try writer.transaction(.full) { _ in } }
      try schema.store(second).makeWriter().transaction(.full) { _ in }
    }

    @Test("A program that reserves keys during a migration learns of it, and no key is assigned again")
    func keysMeanwhile() async throws {
      let schema = PostgresSchema()
      let (old, new) = (
        try model([.init("wingspan", .string)]), try model([.init("wingspan", .string, isOptional: true)])
      )
      let store = try schema.store(old, locking: LockPolicy(timeout: .seconds(600)))
      try store.makeWriter().transaction(.full) { _ = try $0.insert(bird(1, .string("1"))) }
      let first = try store.makeWriter().reserveKeys(10, entity: 1)
      let (results, result) = AsyncStream<Result<Range<Int64>, any Error>>.makeStream()
      let stage = MigrationStage.custom(
        from: old, to: new,
        [
          "Bird": { _ in
            // It blocks its thread until the end of the migration.
            Thread.detachNewThread {
              result.yield(Result { try store.makeWriter().reserveKeys(1, entity: 1) })
            }
            let administrator = try schema.administrator()
            while try administrator.integer(
              "SELECT count(*) FROM pg_stat_activity WHERE query LIKE $1 AND wait_event_type = 'Lock'",
              [.text("UPDATE \(store.layout.server.name(Schema.Table.entities)) SET last_key%")]) == 0
            {}
          }
        ])
      let migrated = try schema.store(new, options: StoreOptions(migration: .staged([stage])))
      var outcomes = results.makeAsyncIterator()
      let outcome = await outcomes.next()
      #expect(
        throws: StoreError.otherModel(
          path: store.layout.server.place, reason: "it was migrated while it was open; open it again")
      ) { try outcome?.get() }
      #expect(try migrated.makeWriter().reserveKeys(1, entity: 1).lowerBound >= first.upperBound)
    }

    @Test("Rows that a stage deletes start the history again")
    func history() throws {
      let schema = PostgresSchema()
      let (old, new) = (
        try model([.init("wingspan", .string)]), try model([.init("wingspan", .string, isOptional: true)])
      )
      let store = try schema.store(old, options: StoreOptions(keepsHistory: true))
      try store.makeWriter().transaction(.full) { _ = try $0.insert(bird(1, .string("1"))) }
      let token = try #require(try (store.makeReader() as? PostgresReader)?.historyToken())
      let stage = MigrationStage.custom(from: old, to: new, ["Bird": { $0.delete() }])
      let migrated = try schema.store(new, options: StoreOptions(migration: .staged([stage])))
      let reader = try #require(migrated.makeReader() as? PostgresReader)
      #expect(throws: PersistentHistoryError.expired(token: token)) {
        try reader.history(PersistentHistoryRequest(.token(token)))
      }
    }

    @Test("A history of an earlier version, which recorded no types, is kept until a migration")
    func shapeWithoutTypes() throws {
      let schema = PostgresSchema()
      func model(_ type: AttributeType) throws -> ManagedObjectModel {
        try self.model([.init("wingspan", type, isOptional: true, preservesValueInHistory: true)])
      }
      func reader(_ store: PostgresStore) throws -> PostgresReader {
        try #require(store.makeReader() as? PostgresReader)
      }
      let options = StoreOptions(keepsHistory: true)
      let made = try schema.store(model(.integer64), options: options)
      let token = try #require(try reader(made).historyToken())
      let history = made.layout.server.name(Schema.Table.history)
      let changed = try schema.administrator().run(
        "UPDATE \(history) SET shape = replace(shape, 'wingspan:integer64', 'wingspan')")
      #expect(changed.changedRows == 1)
      let store = try schema.store(model(.integer64), options: options)
      #expect(try reader(store).historyToken() == token)
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      for key: Int64 in 1...2 {
        _ = try writer.commit(.full) { transaction in
          _ = try transaction.write([.insert(bird(key, .integer(key)))])
          return CommitReport()
        }
      }
      #expect(try reader(store).historyToken()?.history == token.history)
      let migrated = try schema.store(model(.string), options: StoreOptions(migration: .inferred))
      #expect(throws: PersistentHistoryError.expired(token: token)) {
        try reader(migrated).history(PersistentHistoryRequest(.token(token)))
      }
    }

    @Test("It waits for a writer, and says who is in the way; a writer waits for it as well")
    func lock() throws {
      let schema = PostgresSchema()
      let old = try model([.init("wingspan", .string)])
      try schema.store(old).makeWriter().transaction(.full) { transaction in
        _ = try transaction.insert(bird(1, .string("12")))
      }
      let locking = LockPolicy(timeout: .milliseconds(50))
      let waiting = try schema.store(old, locking: locking)
      let new = try model([.init("wingspan", .integer64)])
      let migration = StoreMigration.inferred.reporting { _ in
        // Within the transaction of the migration.
        let error = #expect(throws: PostgresError.self) {
          try waiting.makeWriter().transaction(.full) { _ in }
        }
        #expect(error?.kind == .lockTimeout)
      }
      let other = try schema.administrator()
      try other.begin("BEGIN; SELECT pg_advisory_xact_lock(\(other.server.lockKey))")
      let error = #expect(throws: PostgresError.self) {
        try schema.store(new, options: StoreOptions(migration: migration), locking: locking)
      }
      #expect(error?.description.contains("Another program is writing") == true)
      other.rollBack()
      let store = try schema.store(new, options: StoreOptions(migration: migration), locking: locking)
      #expect(try store.makeReader().fetch(StoreQuery(entity: 1)).map(\.values) == [[.integer(12)]])
    }
  }
#endif
