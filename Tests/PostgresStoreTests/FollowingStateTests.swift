#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite(
    "Following a PostgreSQL store", .enabled(if: PostgresServer.isKnown), .timeLimit(.minutes(10)))
  struct FollowingStateTests {
    private static let options = StoreOptions(keepsHistory: true)

    private static func row(_ key: Int64) -> Row {
      Row(
        id: ManagedObjectID(entity: Tree.branch, key: key, in: StoreIdentity(TestStores.identifier)),
        version: 0, values: [.string("b\(key)"), .integer(key), .null, .null])
    }

    private static func insert(_ key: Int64, by writer: any StoreWriter) throws {
      _ = try writer.commit(.full) { transaction in
        _ = try transaction.write([.insert(row(key))])
        var report = CommitReport()
        report.rows.inserted = [row(key).saved]
        return report
      }
    }

    @Test("A server that admits no connection at first is followed when it does, and the failure is posted")
    func refusedAtFirst() async throws {
      let schema = PostgresSchema()
      let far = try schema.store(Tree.model(), options: Self.options)
      let administrator = try schema.administrator()
      let role = "follower_" + UUID().uuidString.prefix(8).lowercased()
      try administrator.execute(
        """
        CREATE ROLE \(role) LOGIN PASSWORD 'p'; GRANT USAGE ON SCHEMA "\(schema.name)" TO \(role); \
        GRANT SELECT ON ALL TABLES IN SCHEMA "\(schema.name)" TO \(role)
        """)
      defer { _ = try? administrator.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
      let store = try PostgresStore(
        connection: PostgresServer.changed(user: role, password: "p"), schema: schema.name,
        model: Tree.model(), options: StoreOptions(isReadOnly: true))
      try administrator.execute("ALTER ROLE \(role) NOLOGIN")
      let coordinator = PersistentStoreCoordinator(store: store, followsExternalChanges: true)
      var states = coordinator.followingStates.makeAsyncIterator()
      var commits = coordinator.commits.makeAsyncIterator()
      guard case .failed(let error) = await states.next() else {
        Issue.record("no failure")
        return
      }
      #expect(error is PostgresError)
      await #expect(throws: PostgresError.self) { try await coordinator.mergeExternalChanges() }
      let writer = try far.makeWriter()
      try Self.insert(1, by: writer)
      try administrator.execute("ALTER ROLE \(role) LOGIN")
      guard case .current = await states.next() else {
        Issue.record("no success")
        return
      }
      #expect(await commits.next()?.isReload == true)
      try Self.insert(2, by: writer)
      #expect(await commits.next()?.inserted.map(\.id.key) == [2])
      await coordinator.close()
    }

    @Test(
      "The commits that a standby receives are announced, with a history and without",
      arguments: [true, false])
    func standby(keepsHistory: Bool) async throws {
      try await PrivateServer.with { primary in
        try await primary.withStandby { standby in
          // The standby has the store when it is created; the schema is dropped while the standby can confirm that.
          let schema = PostgresSchema(
            try PostgresServer.changed(
              primary.connection, settings: ["options": "-c synchronous_commit=remote_apply"]))
          let writer = try schema.store(
            Tree.model(), options: StoreOptions(keepsHistory: keepsHistory)
          ).makeWriter()
          let store = try PostgresStore(
            connection: standby.connection, schema: schema.name, model: Tree.model(),
            settings: PostgresSettings(opensReadOnlyWithoutRights: true))
          #expect(store.obstacleToWriting?.contains("standby") == true)
          let coordinator = PersistentStoreCoordinator(store: store, followsExternalChanges: true)
          var commits = coordinator.commits.makeAsyncIterator()
          for key: Int64 in 1...2 {
            try Self.insert(key, by: writer)
            let report = await commits.next()
            #expect(report?.isExternal == true)
            #expect(keepsHistory ? report?.inserted.map(\.id.key) == [key] : report?.isReload == true)
          }
          await coordinator.close()
        }
      }
    }
  }
#endif
