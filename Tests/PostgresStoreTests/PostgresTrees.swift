#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport

  @testable import PostgresStore

  /// A store of trees in a schema of its own, and the same rows in memory.
  final class PostgresTrees {
    let schema: PostgresSchema
    let store: PostgresStore
    let reader: any StoreReader
    let memory: RowDictionary

    init(_ rows: [Row]) throws {
      schema = PostgresSchema()
      store = try schema.store(Tree.model())
      try store.makeWriter().transaction(.normal) { transaction in
        for row in rows { _ = try transaction.insert(row) }
      }
      reader = try store.makeReader()
      memory = RowDictionary(rows, model: store.model)
    }
  }
#endif
