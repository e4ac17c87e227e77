internal import ObjectGraph

/// A query of a store as SQL.
///
/// Values are parameters, so queries of one shape are one text and one prepared statement; only lists have a
/// text for each power of two of their length.
struct SQLQuery {
  /// What is read of each row.
  enum Columns {
    /// `Z_PK`, `Z_ENT`, `Z_OPT`, then the slots.
    case row
    /// `Z_PK`.
    case id
    /// How many there are.
    case count
    /// `Z_PK`, then what lies at the end of each path.
    case paths([String])
  }

  /// The statement.
  let sql: String
  /// The values of its parameters, from the first on.
  let bindings: [PropertyValue]

  /// Writes a query, or says what keeps it from being asked; an entity that the model does not have is a
  /// programmer's mistake.
  init(query: StoreQuery, model: ObjectModel, columns: Columns) throws(FetchError) {
    guard let entity = model.entity(numbered: query.entity) else {
      preconditionFailure(
        "no entity has the number \(query.entity): use a query with the store it was made for")
    }
    try query.predicate?.validate(for: entity, in: model)
    try query.order.validate(for: entity, in: model)
    let parts = SQLParts()
    let scope = SQLScope(entity, parts: parts)
    let writer = SQLQueryWriter(query: query, entity: entity, model: model, scope: scope, parts: parts)
    sql = try writer.sql(columns)
    bindings = parts.bindings
    try Self.check(bindings)
  }

  /// Refuses more parameters than a statement takes.
  static func check(_ bindings: [PropertyValue]) throws(FetchError) {
    guard bindings.count <= bindingLimit else { throw .tooLarge(what: "values", limit: bindingLimit) }
  }

  /// The most parameters of a statement, by SQLite's default.
  private static let bindingLimit = 32_766
}

/// The parts of a query in the order in which they are written, which is that of their parameters.
struct SQLQueryWriter {
  let query: StoreQuery
  let entity: EntityDescription
  let model: ObjectModel
  let scope: SQLScope
  let parts: SQLParts

  func sql(_ columns: SQLQuery.Columns) throws(FetchError) -> String {
    if case .count = columns {
      let rows = try select(slice == nil ? "count(*)" : "1", ordered: false)
      return slice == nil ? rows : "SELECT count(*) FROM (\(rows))"
    }
    return try select(try list(columns), ordered: true)
  }

  private func select(_ list: String, ordered: Bool) throws(FetchError) -> String {
    let condition = try condition()
    let order = ordered ? try self.order() : ""
    return "SELECT \(list) FROM \(scope.source)\(condition)\(order)\(limit())"
  }

  private func list(_ columns: SQLQuery.Columns) throws(FetchError) -> String {
    var list = ["\(scope.alias).Z_PK"]
    switch columns {
    case .row:
      list += (["Z_ENT", "Z_OPT"] + (0..<entity.slotCount).map { entity.columnName(ofSlot: $0) })
        .map { "\(scope.alias).\($0)" }
    case .paths(let paths):
      for path in paths { list.append(try expression(path).sql) }
    case .id, .count: break
    }
    return list.joined(separator: ", ")
  }

  /// The condition, from WHERE on; nothing when all rows are wanted.
  func condition() throws(FetchError) -> String {
    guard let predicate = query.predicate else { return "" }
    return " WHERE " + (try SQLCondition(model: model, scope: scope, parts: parts).sql(predicate))
  }

  /// The keys as plain columns where that is the order, so that an index can serve it.
  func order() throws(FetchError) -> String {
    var keys: [String] = []
    for key in query.order {
      let expression = try expression(key.path)
      keys.append(sql(expression, key.comparison) + (key.ascending ? "" : " DESC"))
    }
    return " ORDER BY " + (keys + ["\(scope.alias).Z_PK"]).joined(separator: ", ")
  }

  private func sql(_ expression: SQLScope.Expression, _ comparison: FetchOrder.Comparison) -> String {
    guard expression.isText else { return expression.sql }
    return switch comparison {
    case .binary: expression.sql
    case .insensitive: expression.folded([.caseInsensitive, .diacriticInsensitive]).sql
    case .natural: "\(SQLFunction.natural)(\(expression.sql))"
    }
  }

  private func expression(_ path: String) throws(FetchError) -> SQLScope.Expression {
    try SQLCondition(model: model, scope: scope, parts: parts).value(.path(path))
  }

  /// The limit (-1 for none) and the offset, unless all rows are wanted.
  private var slice: (limit: Int, offset: Int)? {
    guard query.limit != nil || query.offset > 0 else { return nil }
    return (query.limit.map { max(0, $0) } ?? -1, max(0, query.offset))
  }

  /// LIMIT and OFFSET; nothing when all rows are wanted.
  func limit() -> String {
    guard let slice else { return "" }
    let limit = parts.parameter(.integer(Int64(slice.limit)))
    return " LIMIT \(limit) OFFSET \(parts.parameter(.integer(Int64(slice.offset))))"
  }
}
