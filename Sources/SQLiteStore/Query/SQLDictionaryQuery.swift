internal import ObjectStore

/// A query of dictionaries in SQL.
///
/// The columns are selected, grouped and made distinct first. The result is filtered and sorted by the
/// names of the columns. The entities of objects follow the columns.
struct SQLDictionaryQuery {
  /// The statement.
  let sql: String
  /// The values of its parameters, from the first on.
  let bindings: [PropertyValue]

  /// Translates a checked query, or throws the reason why it cannot be translated.
  init(_ plan: DictionaryPlan, layout: StoreLayout) throws(FetchError) {
    let parts = SQLParts()
    let writer = SQLDictionaryWriter(plan: plan, layout: layout, parts: parts)
    sql = try writer.sql()
    bindings = parts.bindings
    try SQLQuery.check(bindings)
  }
}

private struct SQLDictionaryWriter {
  let plan: DictionaryPlan
  let layout: StoreLayout
  let parts: SQLParts

  private var query: DictionaryQuery { plan.query }
  private var results: Entity { plan.results.entities[0] }

  func sql() throws(FetchError) -> String {
    let resultLayout = StoreLayout(plan.results, externalData: layout.externalData)
    let scope = SQLScope(results, in: resultLayout, parts: parts, table: "(\(try inner(resultLayout[1])))")
    let choice = StoreQuery(
      entity: 1, predicate: plan.having, order: plan.order, limit: query.limit, offset: query.offset)
    let writer = SQLQueryWriter(
      query: choice, layout: resultLayout[1], model: plan.results, scope: scope, parts: parts)
    let columns = results.slots.map { "\(scope.alias).\(resultLayout[1].columns[$0])" }
    let condition = try writer.condition()
    let order = try writer.order() + (isTied ? columns.map { ", " + $0 }.joined() : "")
    let read = columns + entities(of: columns)
    let list = read.isEmpty ? "1" : read.joined(separator: ", ")
    return "SELECT \(list) FROM \(scope.source)\(condition)\(order)\(writer.limit())"
  }

  /// Returns the expressions for the entities of the objects in columns, where several are possible.
  private func entities(of columns: [String]) -> [String] {
    zip(plan.types, columns).compactMap { type, column in
      type.severalEntities.map { layout.entity(ofKey: column, in: $0) }
    }
  }

  /// A Boolean value that indicates whether the dictionaries have no key of their own.
  private var isTied: Bool { plan.isGrouped || query.isDistinct }

  /// Returns the query for the columns of all dictionaries, named as in `results`, and a key.
  private func inner(_ results: EntityLayout) throws(FetchError) -> String {
    let rowLayout = layout[query.rows.entity]
    let scope = SQLScope(rowLayout.entity, in: layout, parts: parts)
    var condition = SQLCondition(model: layout.model, scope: scope, parts: parts)
    condition.isGrouped = plan.isGrouped
    var columns: [String] = []
    for (index, column) in query.columns.enumerated() {
      columns.append(
        "\(try condition.value(column.expression).sql) AS \(results.columns[Slot(index)])")
    }
    let rows = SQLQueryWriter(
      query: query.rows, layout: rowLayout, model: layout.model, scope: scope, parts: parts)
    let choice = try rows.condition()
    condition.isGrouped = false
    var keys: [String] = []
    for key in query.groupBy { keys.append(try condition.value(key).sql) }
    let groups = keys.isEmpty ? "" : " GROUP BY " + keys.joined(separator: ", ")
    let source = "FROM \(scope.source)\(choice)\(groups)"
    guard query.isDistinct, !columns.isEmpty else {
      let key = (isTied ? "0" : "\(scope.alias).Z_PK") + " AS Z_PK"
      let list = ([key] + columns).joined(separator: ", ")
      return "SELECT \(query.isDistinct ? "DISTINCT " : "")\(list) \(source)"
    }
    // With the key among the distinct columns, SQLite would sort all rows, also those of an index in this order.
    return "SELECT 0 AS Z_PK, * FROM (SELECT DISTINCT \(columns.joined(separator: ", ")) \(source))"
  }
}

extension SQLiteReader {
  func fetchDictionaries(_ plan: DictionaryPlan, in lookup: some RowLookup) throws -> [[PropertyValue]] {
    let sql = try SQLDictionaryQuery(plan, layout: layout)
    let objects = plan.types.indices.filter { plan.types[$0].severalEntities != nil }
    let places = Dictionary(
      uniqueKeysWithValues: objects.enumerated().map { ($1, Int32(plan.types.count + $0)) })
    var found: [[PropertyValue]] = []
    try forEachRow(sql.sql, sql.bindings) { statement in
      let values = plan.types.indices.map { statement.columnValue(Int32($0)) }
      found.append(
        plan.typed(values) { _, family, column in
          let number = places[column].map { EntityNumber(Int(statement.integer($0))) }
          return number.flatMap { family.contains($0) ? $0 : nil }
        })
    }
    return found
  }
}
