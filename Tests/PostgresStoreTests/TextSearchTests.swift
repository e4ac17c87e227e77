#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A full-text index in PostgreSQL", .enabled(if: PostgresServer.isKnown))
  struct TextSearchTests {
    @Test("A random search finds the same as one in memory while rows are written and deleted")
    func sameRows() throws {
      for seed in Seeds.range(quick: 2, long: 60) {
        let schema = PostgresSchema()
        let store = try schema.store(Notes.model())
        let memory = InMemoryStore(model: store.model, identifier: TestStores.identifier)
        let (reader, expected) = (try store.makeReader(), memory.makeReader())
        let writers: [any StoreWriter] = [try store.makeWriter(), memory.makeWriter()]
        var random = RandomTexts(seed: seed)
        var rows: [ManagedObjectID: Row] = [:]
        for step in 0..<6 {
          let writes = edits(&rows, &random)
          for writer in writers {
            let outcomes = try writer.transaction(.normal) { try $0.write(writes) }
            try #require(outcomes.allSatisfy { $0 == .done })
          }
          let texts = rows.values.sorted { $0.id < $1.id }.flatMap { row in
            row.values.compactMap { if case .string(let text) = $0 { text } else { nil } }
          }
          for number in 0..<25 {
            let query = random.query(texts)
            let place = "seed \(seed), step \(step), query \(number): \(query)"
            try #require(try reader.fetchIDs(query) == expected.fetchIDs(query), "\(place)")
          }
        }
      }
    }

    @Test("A text that changed while only subentities indexed it is found by an index of its own entity")
    func laterIndex() throws {
      let schema = PostgresSchema()
      func store(item: [String] = [], photo: [String] = []) throws -> PostgresStore {
        try schema.store(
          ManagedObjectModel([
            EntityDescription(
              nil, name: "Item", attributes: [.init("title", .string)], fullTextIndex: item),
            EntityDescription(nil, name: "Photo", parent: "Item", fullTextIndex: photo),
          ]))
      }
      let id = ManagedObjectID(entity: 1, key: 1, in: StoreIdentity(TestStores.identifier))
      func row(_ title: String, version: Int64) -> Row {
        Row(id: id, version: version, values: [.string(title)])
      }
      try store().makeWriter().transaction(.full) { _ = try $0.insert(row("a grey heron", version: 0)) }
      try store(photo: ["title"]).makeWriter().transaction(.full) {
        let outcome = try $0.update(row("a white stork", version: 1), slots: [Slot(0)])
        #expect(outcome == .done)
      }
      let reader = try store(item: ["title"]).makeReader()
      func found(_ text: String) throws -> [ManagedObjectID] {
        try reader.fetchIDs(
          StoreQuery(entity: 1, predicate: try FetchPredicate("title CONTAINS '\(text)'")))
      }
      #expect(try found("stork") == [id])
      #expect(try found("heron") == [])
    }

    private func edits(_ rows: inout [ManagedObjectID: Row], _ random: inout RandomTexts) -> [RowWrite] {
      var writes: [RowWrite] = []
      var written: Set<ManagedObjectID> = []
      for _ in 0..<30 {
        let known = rows.keys.sorted().filter { !written.contains($0) }
        if known.isEmpty || random.chance(50) {
          let key = Int64(rows.count + writes.count + 1 + random.below(100_000))
          let entity = random.chance(70) ? Notes.note : Notes.letter
          let id = ManagedObjectID(entity: entity, key: key, in: StoreIdentity(TestStores.identifier))
          guard !rows.keys.contains(where: { $0.key == key }), written.insert(id).inserted else { continue }
          let row = random.row(id)
          rows[id] = Row(id: id, version: 1, values: row.values)
          writes.append(.insert(row))
        } else if random.chance(60) {
          let id = random.pick(known)
          written.insert(id)
          let row = random.row(id, version: rows[id]?.version ?? 0)
          rows[id] = Row(id: id, version: row.version + 1, values: row.values)
          writes.append(.update(row, slots: Array(row.values.slots)))
        } else {
          let id = random.pick(known)
          written.insert(id)
          rows[id] = nil
          writes.append(.delete(id, version: nil))
        }
      }
      return writes
    }

    @Test("The server reads the rows of the index, and rows without trigrams")
    func candidates() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Notes.model())
      let reader = try #require(store.makeReader() as? PostgresReader)
      try store.makeWriter().transaction(.normal) { transaction in
        let rows = (1...2_000).map { Notes.row($0, "note number \($0)", "a text") }
        _ = try transaction.write(rows.map { .insert($0) } + [.insert(Notes.row(9_999, "the Kingfisher"))])
      }
      let query = Notes.query(Notes.contains("KINGF"))
      let sql = try SQLQuery(query, layout: store.layout)
      #expect(try reader.connection.run(sql.rows, sql.parameters).count == 1)
      // For a table that fits into a few pages, the server prefers to read them all.
      try reader.connection.execute("SET enable_seqscan = off")
      let plan = try reader.connection.run("EXPLAIN " + sql.rows, sql.parameters)
      let text = (0..<plan.count).compactMap { plan.text($0, 0) }.joined(separator: "\n")
      #expect(text.contains("_text.note.title") && !text.contains("Seq Scan"), "\(text)")
      let table = store.layout[Notes.note].table
      try schema.administrator().execute(
        "UPDATE \(table) SET title = 'a kingfisher of SQL', \"_text1.title\" = NULL WHERE _key = 7")
      #expect(try reader.fetchIDs(query).map(\.key) == [7, 9_999])
    }

    @Test("A store whose attribute gains or loses the index finds the same rows")
    func addition() throws {
      let schema = PostgresSchema()
      let query = Notes.query(Notes.contains("wren"))
      func write(_ row: Row, _ model: ManagedObjectModel) throws {
        _ = try schema.store(model).makeWriter().transaction(.normal) { try $0.insert(row) }
      }
      func keys(_ model: ManagedObjectModel) throws -> [Int64] {
        try schema.store(model).makeReader().fetchIDs(query).map(\.key)
      }
      let (plain, indexed) = (try Notes.model([]), try Notes.model())
      try write(Notes.row(1, "a Wren"), plain)
      #expect(try keys(indexed) == [1])
      try write(Notes.row(2, nil, "the wren"), indexed)
      #expect(try keys(plain) == [1, 2])
      let change = Notes.row(1, "a wagtail", version: 1)
      let outcome = try schema.store(plain).makeWriter().transaction(.normal) {
        try $0.update(change, slots: [0])
      }
      #expect(outcome == .done)
      #expect(try keys(indexed) == [2])
      let sparrow = Notes.query(Notes.contains("wagtail"))
      #expect(try schema.store(indexed).makeReader().count(sparrow) == 1)
    }

    @Test("A program without the index does not write after another one has added it")
    func additionMeanwhile() throws {
      let schema = PostgresSchema()
      let writer = try schema.store(Notes.model([])).makeWriter()
      _ = try schema.store(Notes.model())
      #expect(throws: StoreError.self) {
        try writer.transaction(.normal) { _ = try $0.insert(Notes.row(1, "a Wren")) }
      }
    }

    @Test("A batch update of an entity changes the index of a sub-entity for an inherited text")
    func inheritedText() throws {
      let schema = PostgresSchema()
      let model = try ManagedObjectModel([
        EntityDescription(nil, name: "Item", attributes: [.init("title", .string, isOptional: true)]),
        EntityDescription(nil, name: "Photo", parent: "Item", attributes: [], fullTextIndex: ["title"]),
      ])
      let (item, photo) = (
        try #require(model.number(ofEntity: "Item")), try #require(model.number(ofEntity: "Photo"))
      )
      let store = try schema.store(model)
      try store.makeWriter().transaction(.normal) { transaction in
        let id = ManagedObjectID(entity: photo, key: 1, in: StoreIdentity(TestStores.identifier))
        _ = try transaction.insert(Row(id: id, version: 0, values: [.string("heron")]))
        let batch = try #require(transaction as? PostgresTransaction)
        let outcome = try batch.update(
          StoreQuery(entity: item),
          assigning: [BatchAssignment(slot: 0, expression: .value(.string("sunset")))],
          listing: BatchListing(includesIDs: false, rowLimit: 10))
        #expect(outcome?.count == 1)
      }
      let query = StoreQuery(
        entity: photo,
        predicate: .comparison(.init("title", .contains, .value(.string("sunset")), options: [])))
      #expect(try store.makeReader().count(query) == 1)
    }
  }
#endif
