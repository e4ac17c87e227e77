internal import ObjectStore

/// A query of dictionaries in SQL.
///
/// The columns are selected, grouped and made distinct first. The result is filtered and sorted by the
/// names of the columns.
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
    let list = columns.isEmpty ? "1" : columns.joined(separator: ", ")
    return "SELECT \(list) FROM \(scope.source)\(condition)\(order)\(writer.limit())"
  }

  /// A Boolean value that indicates whether the dictionaries have no key of their own.
  private var isTied: Bool { plan.isGrouped || query.isDistinct }

  /// Returns the query for the columns of all dictionaries, named as in `results`, and a key.
  private func inner(_ results: EntityLayout) throws(FetchError) -> String {
    let rowLayout = layout[query.rows.entity]
    let scope = SQLScope(rowLayout.entity, in: layout, parts: parts)
    var condition = SQLCondition(model: layout.model, scope: scope, parts: parts)
    condition.isGrouped = plan.isGrouped
    var columns = [(isTied ? "0" : "\(scope.alias).Z_PK") + " AS Z_PK"]
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
    return "SELECT \(query.isDistinct ? "DISTINCT " : "")\(columns.joined(separator: ", ")) "
      + "FROM \(scope.source)\(choice)\(groups)"
  }
}

extension SQLiteReader {
  func fetchDictionaries(_ plan: DictionaryPlan, in lookup: some RowLookup) throws -> [[PropertyValue]] {
    let sql = try SQLDictionaryQuery(plan, layout: layout)
    var found: [[PropertyValue]] = []
    try forEachRow(sql.sql, sql.bindings) { statement in
      found.append(plan.typed(plan.types.indices.map { statement.columnValue(Int32($0)) }))
    }
    return found
  }
}
