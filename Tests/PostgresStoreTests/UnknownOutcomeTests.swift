#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite(
    "A commit whose outcome is unknown, and that was written", .enabled(if: PostgresServer.isKnown),
    .timeLimit(.minutes(10)))
  struct UnknownOutcomeTests {
    private let schema = PostgresSchema()
    private let server: UncertainServer
    private let store: PostgresStore

    init() throws {
      _ = try schema.store(Gallery.model())
      server = try UncertainServer()
      store = try PostgresStore(connection: server.connection, schema: schema.name, model: Gallery.model())
    }

    /// Returns the pictures with their numbers of tags, read without the relay.
    private func pictures() async throws -> [String] {
      let store = try schema.store(Gallery.model())
      return try await BackgroundContext(coordinator: PersistentStoreCoordinator(store: store)).perform {
        try $0.fetch(FetchRequest<Picture>(order: [FetchOrder("address")])).map {
          "\($0.title) of \($0.person?.name ?? "nobody"): \($0.tags.count) tags, \($0.frame == nil ? 0 : 1) frame"
        }
      }
    }

    private func tag(_ store: PostgresStore) throws -> EntityNumber {
      try #require(store.model.number(ofEntity: "Tag"))
    }

    private func insert(_ key: Int64, by writer: any StoreWriter, _ store: PostgresStore) throws {
      let id = ManagedObjectID(entity: try tag(store), key: key, in: StoreIdentity(store.identifier))
      try writer.transaction(.full) {
        _ = try $0.insert(Row(id: id, version: 0, values: [.string("tag \(key)")]))
      }
    }

    @Test("A background context saves the same objects again, with later changes", arguments: [false, true])
    func background(changes: Bool) async throws {
      let context = try BackgroundContext(coordinator: PersistentStoreCoordinator(store: store))
      try await context.perform { context in _ = try Gallery.insert(1, in: context) }
      server.loseNextAnswer()
      let error = await #expect(throws: PostgresError.self) { try await context.save() }
      server.recover()
      #expect(error?.kind == .unknownOutcome)
      let before = try await pictures()
      #expect(before == ["Picture 0 of person 0 0: 2 tags, 1 frame"])
      if changes {
        try await context.perform { context in
          let pictures = try context.fetch(FetchRequest<Picture>())
          for picture in pictures { picture.title = "Another" }
        }
      }
      try await context.save()
      let after = try await pictures()
      #expect(after == (changes ? ["Another of person 0 0: 2 tags, 1 frame"] : before))
      // What the context knows of the rows is right.
      try await context.perform { context in
        for picture in try context.fetch(FetchRequest<Picture>()) { picture.title = "Last" }
      }
      try await context.save()
      let last = try await pictures()
      #expect(last == ["Last of person 0 0: 2 tags, 1 frame"])
    }

    @Test(
      "A background context saves updates again, with later changes of the same property",
      arguments: [false, true])
    func updates(changes: Bool) async throws {
      let context = try BackgroundContext(coordinator: PersistentStoreCoordinator(store: store))
      func setTitle(_ title: String) async throws {
        try await context.perform { context in
          for picture in try context.fetch(FetchRequest<Picture>()) { picture.title = title }
        }
      }
      try await context.perform { context in _ = try Gallery.insert(1, in: context) }
      try await context.save()
      try await setTitle("Second")
      server.loseNextAnswer()
      let error = await #expect(throws: PostgresError.self) { try await context.save() }
      server.recover()
      #expect(error?.kind == .unknownOutcome)
      let before = try await pictures()
      #expect(before == ["Second of person 0 0: 2 tags, 1 frame"])
      if changes { try await setTitle("Third") }
      try await context.save()
      let after = try await pictures()
      #expect(after == ["\(changes ? "Third" : "Second") of person 0 0: 2 tags, 1 frame"])
      try await setTitle("Last")
      try await context.save()
      let last = try await pictures()
      #expect(last == ["Last of person 0 0: 2 tags, 1 frame"])
    }

    @Test("An update that another program has changed since conflicts as before")
    func changedUpdate() async throws {
      let context = try BackgroundContext(coordinator: PersistentStoreCoordinator(store: store))
      try await context.perform { context in try context.insert(Tag.self).name = "first" }
      try await context.save()
      try await context.perform { context in
        for tag in try context.fetch(FetchRequest<Tag>()) { tag.name = "second" }
      }
      server.loseNextAnswer()
      await #expect(throws: PostgresError.self) { try await context.save() }
      server.recover()
      let direct = try schema.store(Gallery.model())
      let other = try BackgroundContext(coordinator: PersistentStoreCoordinator(store: direct))
      try await other.perform { context in
        for tag in try context.fetch(FetchRequest<Tag>()) { tag.name = "theirs" }
      }
      try await other.save()
      await #expect(throws: ConflictError.self) { try await context.save() }
    }

    /// Gives all tags a name, and saves it in a context.
    private func rename(_ name: String, in context: BackgroundContext) async throws {
      try await context.perform { context in
        for tag in try context.fetch(FetchRequest<Tag>()) { tag.name = name }
      }
      try await context.save()
    }

    @Test("An equal update of another program is none of its own if the server has lost the commit")
    func lostUpdate() async throws {
      let context = try BackgroundContext(coordinator: PersistentStoreCoordinator(store: store))
      try await context.perform { context in try context.insert(Tag.self).name = "first" }
      try await context.save()
      server.loseNextAnswer()
      let error = await #expect(throws: PostgresError.self) { try await rename("second", in: context) }
      #expect(error?.kind == .unknownOutcome)
      // As after a crash of a server that did not wait for the disk.
      let administrator = try schema.administrator()
      let table = store.layout[try tag(store)].table
      try administrator.execute("UPDATE \(table) SET _version = _version - 1, name = 'first'")
      let metadata = administrator.server.name(Schema.Table.metadata)
      try administrator.execute("DELETE FROM \(metadata) WHERE key LIKE 'writer.%'")
      server.recover()
      let direct = try schema.store(Gallery.model())
      try await rename(
        "second", in: BackgroundContext(coordinator: PersistentStoreCoordinator(store: direct)))
      await #expect(throws: ConflictError.self) { try await context.save() }
    }

    @Test("An equal update of another context conflicts as before")
    func otherContext() async throws {
      let coordinator = PersistentStoreCoordinator(store: store)
      let context = try BackgroundContext(coordinator: coordinator)
      try await context.perform { context in try context.insert(Tag.self).name = "first" }
      try await context.save()
      let other = try BackgroundContext(coordinator: coordinator)
      try await other.perform { context in
        for tag in try context.fetch(FetchRequest<Tag>()) { tag.name = "second" }
      }
      server.loseNextAnswer()
      let error = await #expect(throws: PostgresError.self) { try await rename("second", in: context) }
      #expect(error?.kind == .unknownOutcome)
      server.recover()
      await #expect(throws: ConflictError.self) { try await other.save() }
      try await context.save()
    }

    @Test("A published save is published again after its rows were merged as those of another writer")
    @MainActor func merged() async throws {
      let schema = PostgresSchema()
      let options = StoreOptions(keepsHistory: true)
      _ = try schema.store(Gallery.model(), options: options)
      let store = try PostgresStore(
        connection: server.connection, schema: schema.name, model: Gallery.model(), options: options)
      let container = try PersistentContainer(store: store, followsExternalChanges: true)
      let context = container.viewContext
      try context.insert(Person.self).name = "first"
      try await context.publish().committed()
      let tag = try context.insert(Tag.self)
      tag.name = "second"
      server.loseNextAnswer()
      let lost = try context.publish()
      let error = await #expect(throws: PostgresError.self) { try await lost.committed() }
      server.recover()
      #expect(error?.kind == .unknownOutcome)
      try await container.coordinator.mergeExternalChanges()
      tag.name = "third"
      try await context.publish().committed()
      let other = try BackgroundContext(
        coordinator: PersistentStoreCoordinator(store: schema.store(Gallery.model(), options: options)))
      let names = try await other.perform { try $0.fetch(FetchRequest<Tag>()).map(\.name) }
      #expect(names == ["third"])
    }

    @Test(
      "What else changes the store in between does not lose what is known of the commit",
      arguments: ["purge", "end", "close"])
    func between(work: String) async throws {
      let schema = PostgresSchema()
      let options = StoreOptions(keepsHistory: true)
      _ = try schema.store(Gallery.model(), options: options)
      let store = try PostgresStore(
        connection: server.connection, schema: schema.name, model: Gallery.model(), options: options)
      let coordinator = PersistentStoreCoordinator(store: store)
      let context = try BackgroundContext(coordinator: coordinator)
      try await context.perform { context in try context.insert(Tag.self).name = "mine" }
      server.loseNextAnswer()
      await #expect(throws: PostgresError.self) { try await context.save() }
      server.recover()
      switch work {
      case "purge": _ = try await coordinator.purgeHistory(before: Date.distantFuture)
      case "end": try await coordinator.endHistory()
      default: await coordinator.close()
      }
      try await context.save()
      let tags = try await context.perform { try $0.fetch(FetchRequest<Tag>()).map(\.name) }
      #expect(tags == ["mine"])
    }

    @Test("A new object that another context has changed meanwhile meets a conflict, and no duplicate")
    func changedInsertion() async throws {
      let coordinator = PersistentStoreCoordinator(store: store)
      let context = try BackgroundContext(coordinator: coordinator)
      try await context.perform { context in try context.insert(Tag.self).name = "mine" }
      server.loseNextAnswer()
      await #expect(throws: PostgresError.self) { try await context.save() }
      server.recover()
      try await rename("theirs", in: BackgroundContext(coordinator: coordinator))
      await #expect(throws: ConflictError.self) { try await context.save() }
      await context.perform { $0.mergePolicy = .objectTrumps }
      try await context.save()
      let other = try BackgroundContext(coordinator: coordinator)
      let tags = try await other.perform { try $0.fetch(FetchRequest<Tag>()).map(\.name) }
      #expect(tags == ["mine"])
    }

    @Test("A published save is published again, together with another one")
    @MainActor func published() async throws {
      let container = try PersistentContainer(store: store)
      let context = container.viewContext
      // The first commit waits for its writes.
      try context.insert(Person.self).name = "first"
      try await context.publish().committed()
      try Gallery.insert(1, in: context)
      server.loseNextAnswer()
      let lost = try context.publish()
      let error = await #expect(throws: PostgresError.self) { try await lost.committed() }
      server.recover()
      #expect(error?.kind == .unknownOutcome)
      try Gallery.insert(1, page: 1, in: context)
      try await context.publish().committed()
      let found = try await pictures()
      #expect(
        found == [
          "Picture 0 of person 0 0: 2 tags, 1 frame", "Picture 0 of person 1 0: 2 tags, 1 frame",
        ])
    }

    @Test("An object that another one has the key of is refused as before")
    func otherKey() async throws {
      let context = try BackgroundContext(coordinator: PersistentStoreCoordinator(store: store))
      let id = try await context.perform { context in
        let tag = try context.insert(Tag.self)
        tag.name = "mine"
        return tag.objectID
      }
      let row = Row(id: id, version: 0, values: [.string("theirs")])
      try schema.store(Gallery.model()).makeWriter().transaction(.full) { _ = try $0.insert(row) }
      await #expect(throws: DuplicateKeyError.self) { try await context.save() }
    }

    @Test("A standby is not asked for the outcome of a commit, which it may not have received")
    func standby() async throws {
      try await PrivateServer.with { primary in
        try await primary.withStandby { standby in
          let schema = PostgresSchema(primary.connection)
          let store = try schema.store(Gallery.model())
          let writer = try #require(store.makeWriter() as? PostgresWriter)
          try writer.transaction(.full) { _ in }
          let mark = CommitMark(writer: "another", number: 1, server: store.layout.server)
          #expect(try mark.historyNumber(on: writer.connection) == nil)
          let copy = try PostgresSchema(standby.connection).administrator()
          let error = #expect(throws: PostgresError.self) { try mark.historyNumber(on: copy) }
          #expect(error?.isStandby == true)
        }
      }
    }

    @Test(
      "A commit that was cut off from the primary server is not reported as lost because a standby lacks it")
    func cutToStandby() async throws {
      try await PrivateServer.with { primary in
        try await primary.withStandby { standby in
          let schema = PostgresSchema(primary.connection)
          _ = try schema.store(Gallery.model())
          let server = try UncertainServer(primary.connection, stops: true)
          // libpq takes the first one that answers.
          let connection = try PostgresServer.combined(
            [server.connection, standby.connection], findsPrimary: false)
          let store = try PostgresStore(connection: connection, schema: schema.name, model: Gallery.model())
          server.loseNextAnswer()
          let error = #expect(throws: PostgresError.self) { try insert(1, by: store.makeWriter(), store) }
          #expect(error?.kind == .unknownOutcome)
          #expect(try schema.store(Gallery.model()).makeReader().count(StoreQuery(entity: tag(store))) == 1)
        }
      }
    }

    @Test("The writer finds its own commit with those of others, once")
    func followed() throws {
      let writer = try #require(store.makeWriter() as? PostgresWriter)
      try insert(1, by: writer, store)
      #expect(try !writer.otherWritersCommitted())
      server.loseNextAnswer()
      let error = #expect(throws: PostgresError.self) { try insert(2, by: writer, store) }
      server.recover()
      #expect(error?.kind == .unknownOutcome)
      #expect(writer.listener.connection.generation == 1, "the listener was not cut")
      #expect(try writer.otherWritersCommitted())
      try insert(3, by: writer, store)
      #expect(try !writer.otherWritersCommitted())
    }
  }
#endif
