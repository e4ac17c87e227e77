internal import ObjectGraph

/// A query of a store as SQL.
///
/// Values are parameters, so queries of one shape are one text and one prepared statement; only lists have a
/// text for each power of two of their length.
struct SQLQuery {
  /// What is read of each row.
  enum Columns {
    /// Key, entity and version, then the columns of the layout's selection.
    case row
    /// Key and entity.
    case id
    /// How many there are.
    case count
    /// Key and entity, then what lies at the end of each path, and of which entity it is.
    case paths([String])
  }

  /// The statement.
  let sql: String
  /// The values of its parameters, from the first on.
  let bindings: [PropertyValue]

  /// Writes a query, or says what keeps it from being asked; an entity that the model does not have is a
  /// programmer's mistake.
  init(query: StoreQuery, layout: StoreLayout, columns: Columns) throws(FetchError) {
    let (model, entity) = (layout.model, layout[query.entity].entity)
    try query.predicate?.validate(for: entity, in: model)
    try query.order.validate(for: entity, in: model)
    let parts = SQLParts()
    let scope = SQLScope(entity, parts: parts)
    let writer = SQLQueryWriter(
      query: query, layout: layout[query.entity], model: model, scope: scope, parts: parts)
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
  let layout: EntityLayout
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
    if case .row = columns { return layout.list(alias: scope.alias) }
    var list = ["\(scope.alias).\(layout.key)", layout.entityOfRow(alias: scope.alias)]
    if case .paths(let paths) = columns {
      for path in paths {
        let sql = try expression(path).sql
        list += [sql, try entity(at: path, sql)]
      }
    }
    return list.joined(separator: ", ")
  }

  /// Of which entity the object at the end of a path is, where it can be one of several.
  private func entity(at path: String, _ key: String) throws(FetchError) -> String {
    if AggregatePath(path) != nil { return "NULL" }
    switch try model.resolve(path, from: layout.entity).end {
    case .reference(_, let destination), .object(let destination):
      guard let number = model.number(ofEntity: destination.name), model.family(of: number).count > 1 else {
        return "NULL"
      }
      return "(SELECT Z_ENT FROM \(destination.tableName) WHERE Z_PK = \(key))"
    case .attribute, .count: return "NULL"
    }
  }

  /// The condition, from WHERE on; nothing when all rows are wanted.
  func condition() throws(FetchError) -> String {
    var conditions = entityCondition().map { [$0] } ?? []
    if let predicate = query.predicate {
      let condition = SQLCondition(model: model, scope: scope, parts: parts)
      let sql = try condition.sql(predicate)
      conditions.append(conditions.isEmpty ? sql : "(\(sql))")
    }
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  /// That a row is of the entity asked for, where others of its inheritance tree lie in the same table.
  private func entityCondition() -> String? {
    let numbers = query.entities(in: model)
    guard numbers != model.family(of: model.root(of: layout.number)) else { return nil }
    let column = "\(scope.alias).Z_ENT"
    return numbers.count == 1
      ? "\(column) = \(numbers.lowerBound)"
      : "\(column) BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
  }

  /// The keys as plain columns where that is the order, so that an index can serve it.
  func order() throws(FetchError) -> String {
    var keys: [String] = []
    for key in query.order {
      let expression = try expression(key.path)
      keys.append(sql(expression, key.comparison) + (key.ascending ? "" : " DESC"))
    }
    return " ORDER BY " + (keys + ["\(scope.alias).\(layout.key)"]).joined(separator: ", ")
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
