#if PostgreSQL
  import ObjectGraph
  import ObjectModel
  import ObjectStore
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("The plans of a batch deletion in a PostgreSQL store", .enabled(if: PostgresServer.isKnown))
  struct BatchPlanTests {
    private static func model() throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          nil, name: "Node", attributes: [.init("name", .string, isOptional: true)],
          relationships: [
            .toOne("parent", "Node", inverse: "children"),
            .toMany("children", "Node", inverse: "parent", deleteRule: .deny),
            .toOne("friend", "Node", inverse: "friends"), .toMany("friends", "Node", inverse: "friend"),
            .toMany("labels", "Label", inverse: "node"),
          ]),
        EntityDescription(
          nil, name: "Label", attributes: [],
          relationships: [.toOne("node", "Node", inverse: "labels", isOptional: false)]),
      ])
    }

    @Test("The rows to delete are joined, however many there are")
    func joins() throws {
      let schema = PostgresSchema()
      let store = try schema.store(Self.model())
      let node = try #require(store.model.number(ofEntity: "Node"))
      let (name, friend) = (
        try #require(store.model[node].slot(of: "name")), try #require(store.model[node].slot(of: "friend"))
      )
      func id(_ key: Int64) -> ManagedObjectID {
        ManagedObjectID(entity: node, key: key, in: StoreIdentity(TestStores.identifier))
      }
      let rows = ([1, 2, 3] as [Int64]).map { key in
        var values = [PropertyValue](repeating: .null, count: store.model[node].slotCount)
        values[name] = .string(key < 3 ? "old" : "new")
        values[friend] = .reference(id(key % 3 + 1))
        return Row(id: id(key), version: 0, values: values)
      }
      let writer = try store.makeWriter()
      try writer.transaction(.normal) { _ = try $0.write(rows.map { .insert($0) }) }
      try writer.transaction(.normal) { transaction in
        let transaction = try #require(transaction as? PostgresTransaction)
        let query = StoreQuery(entity: node, predicate: try FetchPredicate("name == 'old'"))
        let outcome = try #require(
          try transaction.delete(query, listing: BatchListing(includesIDs: false, rowLimit: 10)))
        #expect(outcome.count == 2 && outcome.changes?.updated.map(\.row.id) == [id(3)])
        let connection = transaction.connection
        let statements = try connection.run(
          """
          SELECT statement FROM pg_prepared_statements WHERE statement ~ '^(SELECT|UPDATE)' AND statement ~ 'NOT ' \
          AND statement ~ '_batch_' AND statement !~ '[$]1' AND statement !~ 'pg_prepared'
          """)
        // Refused deletions, missing references, and for each of two references the rows before and their update.
        #expect(statements.count == 6)
        for row in 0..<statements.count {
          let statement = try #require(statements.text(row, 0))
          let answer = try connection.run("EXPLAIN (COSTS OFF) \(statement)")
          let plan = (0..<answer.count).compactMap { answer.text($0, 0) }.joined(separator: "\n")
          #expect(plan.contains("Anti Join") && !plan.contains("SubPlan"), "\(statement)\n\(plan)")
        }
      }
    }
  }
#endif
