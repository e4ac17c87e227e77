import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import SQLiteStore

/// A store of trees in a fresh folder.
final class TreeStore {
  let fixture: StoreFixture
  let store: SQLiteStore
  let reader: any StoreReader
  let memory: RowDictionary
  /// A store in memory with the same rows.
  let inMemory: any StoreReader

  init(_ rows: [Row], model: ManagedObjectModel? = nil) throws {
    fixture = try StoreFixture(model ?? Tree.model())
    store = try fixture.store()
    try store.makeWriter().insert(rows)
    reader = try store.makeReader()
    memory = RowDictionary(rows, model: fixture.model)
    let other = InMemoryStore(model: fixture.model, identifier: TestStores.identifier)
    try other.makeWriter().insert(rows)
    inMemory = other.makeReader()
  }

  /// The lines of a query's plan.
  func plan(
    _ query: StoreQuery, _ columns: SQLQuery.Columns = .row, step: StartStep? = nil
  ) throws -> [String] {
    let sql = try SQLQuery(query: query, layout: store.layout, columns: columns, step: step)
    var lines: [String] = []
    try fixture.connection().forEachRow("EXPLAIN QUERY PLAN " + sql.sql, sql.bindings) {
      lines.append($0.text(3))
    }
    return lines
  }
}
