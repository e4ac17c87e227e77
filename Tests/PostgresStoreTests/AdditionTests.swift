#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A PostgreSQL store that meets another model", .enabled(if: PostgresServer.isKnown))
  struct AdditionTests {
    /// A model of books, with more attributes, entities and constraints.
    private func model(
      _ more: [AttributeDescription] = [], entities: [EntityDescription] = [], unique: [[String]] = [],
      title: AttributeType = .string
    ) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        [
          EntityDescription(
            nil, name: "Book",
            attributes: [AttributeDescription("title", title, isOptional: true)] + more, unique: unique)
        ] + entities)
    }

    /// Returns a store with books of some titles.
    private func books(_ titles: String..., in schema: PostgresSchema) throws -> PostgresStore {
      let store = try schema.store(model())
      try store.makeWriter().transaction(.normal) { transaction in
        for (index, title) in titles.enumerated() {
          _ = try transaction.insert(
            Row(id: id(1, Int64(index) + 1), version: 0, values: [.string(title)]))
        }
      }
      return store
    }

    private func id(_ entity: EntityNumber, _ key: Int64) -> ManagedObjectID {
      ManagedObjectID(entity: entity, key: key, in: StoreIdentity(TestStores.identifier))
    }

    private func reason(_ error: StoreError?) -> String? {
      if case .otherModel(_, let reason) = error { reason } else { nil }
    }

    @Test("New entities, attributes and constraints are added, and rows keep their values and keys")
    func additions() throws {
      let schema = PostgresSchema()
      _ = try books("a", "b", in: schema)
      let author = EntityDescription(
        nil, name: "Author", attributes: [AttributeDescription("name", .string, isOptional: true)])
      let store = try schema.store(
        model(
          [AttributeDescription("pages", .integer64, default: .integer(7))], entities: [author],
          unique: [["title"]]))
      // Authors come first in the alphabet, so that books have another number in the model.
      let rows = try store.makeReader().fetch(StoreQuery(entity: 2))
      #expect(rows.map(\.id) == [id(2, 1), id(2, 2)])
      #expect(rows.map(\.values) == [[.string("a"), .integer(7)], [.string("b"), .integer(7)]])
      #expect(try store.makeReader().count(StoreQuery(entity: 1)) == 0)
      let writer = try store.makeWriter()
      #expect(try writer.reserveKeys(1, entity: 2).lowerBound == 3)
      let outcome = try writer.transaction(.normal) {
        try $0.insert(Row(id: id(2, 3), version: 0, values: [.string("a"), .null]))
      }
      #expect(outcome == .duplicate)
      // Opened again, nothing changes.
      #expect(try schema.store(store.model).makeReader().fetch(StoreQuery(entity: 2)) == rows)
    }

    @Test("A constraint that the rows violate is refused, and the store stays as it is")
    func violatedConstraint() throws {
      let schema = PostgresSchema()
      let store = try books("a", "a", in: schema)
      let error = #expect(throws: StoreError.self) { try schema.store(model(unique: [["title"]])) }
      #expect(reason(error)?.contains("_unique.book.title") == true)
      #expect(try schema.store(model()).makeReader().count(StoreQuery(entity: 1)) == 2)
      #expect(store.identifier == TestStores.identifier)
    }

    @Test(
      "New unique attributes whose default or derived values the rows share are refused",
      arguments: [true, false])
    func sharedValues(isDerived: Bool) throws {
      let schema = PostgresSchema()
      _ = try books("Ann", "ann", in: schema)
      let added =
        isDerived
        ? AttributeDescription("folded", .string, isOptional: true, derived: .lowercase("title"))
        : AttributeDescription("folded", .string, default: .string("none"))
      let error = #expect(throws: StoreError.self) {
        try schema.store(model([added], unique: [["folded"]]))
      }
      #expect(
        reason(error)
          == (isDerived
            ? "rows of Book have the same values where the model demands unique ones"
            : "rows have the same values where the index _unique.book.folded demands unique ones"))
      #expect(try schema.store(model()).makeReader().count(StoreQuery(entity: 1)) == 2)
    }

    @Test("Derived values of more rows than are read at a time are added")
    func manyDerivedValues() throws {
      let schema = PostgresSchema()
      let count = 2 * RowWrite.limit + 1
      try schema.store(model()).makeWriter().transaction(.normal) { transaction in
        _ = try transaction.write(
          (1...count).map {
            .insert(Row(id: id(1, Int64($0)), version: 0, values: [.string("Book \($0)")]))
          })
      }
      let added = AttributeDescription("folded", .string, isOptional: true, derived: .lowercase("title"))
      let rows = try schema.store(model([added])).makeReader().fetch(StoreQuery(entity: 1))
      #expect(rows.compactMap(\.values.last) == (1...count).map { PropertyValue.string("book \($0)") })
    }

    @Test("A model with less, with another type, and with a required attribute without values is refused")
    func losses() throws {
      let schema = PostgresSchema()
      _ = try books("a", in: schema)
      let other = try ManagedObjectModel([EntityDescription(nil, name: "Other", attributes: [])])
      let missing = #expect(throws: StoreError.self) { try schema.store(other) }
      #expect(reason(missing) == "its entity Book is not in this one")
      let type = #expect(throws: StoreError.self) { try schema.store(model(title: .integer64)) }
      #expect(reason(type) == "its property Book.title is of the type string, not integer64")
      let required = #expect(throws: StoreError.self) {
        try schema.store(model([AttributeDescription("isbn", .string)]))
      }
      #expect(reason(required) == "it has rows without Book.isbn, which is not optional")
      #expect(try schema.store(model()).makeReader().count(StoreQuery(entity: 1)) == 1)
    }

    @Test("A store that is opened for reading only is not updated, and the error says what to do")
    func readOnly() throws {
      let schema = PostgresSchema()
      _ = try books("a", in: schema)
      let more = try model([AttributeDescription("note", .string, isOptional: true)])
      let readOnly = #expect(throws: StoreError.self) {
        try schema.store(more, options: StoreOptions(isReadOnly: true))
      }
      #expect(reason(readOnly) == "open it for writing once to update it")
    }

    @Test("Values of attributes with external storage are kept apart from the rows, and not compressed")
    func externalStorage() throws {
      let schema = PostgresSchema()
      let more = try model([
        AttributeDescription("cover", .binary, isOptional: true, allowsExternalStorage: true),
        AttributeDescription("mark", .binary, isOptional: true),
      ])
      _ = try books("a", in: schema)
      _ = try schema.store(more)
      let answer = try schema.administrator().run(
        """
        SELECT a.attname::text, a.attstorage::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid \
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND a.attname IN ('cover', 'mark') \
        ORDER BY 1
        """, [.text(schema.name)])
      #expect((0..<answer.count).map { answer.text($0, 1) } == ["e", "x"])
    }

    @Test("A store says what it is, and is opened with the model that it contains")
    func metadata() throws {
      let schema = PostgresSchema()
      let connection = try #require(PostgresServer.connection)
      #expect(throws: StoreError.notFound(path: try schema.administrator().server.place)) {
        try PostgresStore.metadata(connection: connection, schema: schema.name)
      }
      let application = StoreOptions.Application(name: "Shop", version: 3)
      let store = try schema.store(Shelf.model(), options: StoreOptions(application: application))
      let metadata = try PostgresStore.metadata(connection: connection, schema: schema.name)
      #expect(metadata.identifier == store.identifier && metadata.applicationVersions == ["Shop": 3])
      #expect(metadata.versionHashes == store.model.versionHashes && metadata.values == [:])
      let model = try PostgresStore.model(connection: connection, schema: schema.name)
      #expect(model.versionHashes == store.model.versionHashes)
      #expect(try schema.store(model).makeReader().count(StoreQuery(entity: 1)) == 0)
    }

    @Test("An index is added and dropped with the model")
    func indexes() throws {
      let schema = PostgresSchema()
      func indexes(_ indexes: [[IndexElement]]) throws -> [String] {
        _ = try schema.store(
          ManagedObjectModel([
            EntityDescription(
              nil, name: "Book", attributes: [AttributeDescription("title", .string, isOptional: true)],
              indexes: indexes)
          ]))
        let answer = try schema.administrator().run(
          "SELECT indexname::text FROM pg_indexes WHERE schemaname = $1 AND indexname ~ '^_index' ORDER BY 1",
          [.text(schema.name)])
        return (0..<answer.count).compactMap { answer.text($0, 0) }
      }
      #expect(try indexes([]) == [])
      #expect(try indexes([["title"]]) == ["_index.book.title"])
      #expect(try indexes([[.descending("title")]]) == ["_index.book.title_desc"])
      #expect(try indexes([]) == [])
    }
  }
#endif
