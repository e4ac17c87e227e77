internal import ObjectStore

/// The parts of a query in the order in which they are written, which is that of their parameters.
struct SQLQueryWriter {
  let query: StoreQuery
  let layout: EntityLayout
  let model: ManagedObjectModel
  let scope: SQLScope
  let parts: SQLParts
  var selection = RowSelection.all
  /// The part of the rows next to the start that is read; nil for a query without a start.
  var step: StartStep?

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

  /// Returns the expression for the entity of the object at the end of a path, where several are possible.
  private func entity(at path: String, _ key: String) throws(FetchError) -> String {
    if AggregatePath(path) != nil { return "NULL" }
    switch try model.resolve(path, from: layout.entity).end {
    case .reference(_, let destination), .object(let destination):
      guard let number = model.number(ofEntity: destination.name), model.family(of: number).count > 1 else {
        return "NULL"
      }
      return scope.layout.entity(ofKey: key, in: model.family(of: number))
    case .attribute, .count: return "NULL"
    }
  }

  /// Returns the condition, starting with WHERE; empty if all rows match.
  func condition() throws(FetchError) -> String {
    var conditions = entityCondition().map { [$0] } ?? []
    conditions += selection.condition(alias: scope.alias, parts: parts).map { [$0] } ?? []
    if let predicate = query.predicate {
      let condition = SQLCondition(model: model, scope: scope, parts: parts)
      let sql = try condition.sql(predicate)
      conditions.append(conditions.isEmpty ? sql : "(\(sql))")
    }
    if let step { conditions += try self.conditions(step) }
    return conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
  }

  /// Returns the condition that a row is of the fetched entity, if its table holds other entities of the
  /// inheritance tree.
  private func entityCondition() -> String? {
    let numbers = query.entities(in: model)
    guard numbers != model.family(of: model.root(of: layout.number)) else { return nil }
    let column = "\(scope.alias).Z_ENT"
    return numbers.count == 1
      ? "\(column) = \(numbers.lowerBound)"
      : "\(column) BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
  }

  /// Returns the sort keys, as plain columns where possible, so that an index can be used.
  func order() throws(FetchError) -> String {
    let isBackward = query.start?.isBackward == true
    var keys: [String] = []
    for key in query.order.dropFirst(step?.equalKeys ?? 0) {
      keys.append(try sql(key) + (key.ascending == isBackward ? " DESC" : ""))
    }
    keys.append("\(scope.alias).\(layout.key)" + (isBackward ? " DESC" : ""))
    return " ORDER BY " + keys.joined(separator: ", ")
  }

  /// Returns the conditions of a step: some leading keys are equal to those of the start, and the next one comes after
  /// it.
  private func conditions(_ step: StartStep) throws(FetchError) -> [String] {
    guard let start = query.start else { return [] }
    var conditions: [String] = []
    for (key, value) in zip(query.order, start.keys).prefix(step.equalKeys) {
      let sql = try sql(key)
      conditions.append(value == .null ? "\(sql) IS NULL" : "\(sql) = \(parts.parameter(value))")
    }
    switch step.next {
    case .id:
      let id = parts.parameter(.integer(start.id.key))
      conditions.append("\(scope.alias).\(layout.key) \(start.isBackward ? "<" : ">") \(id)")
    case .null: conditions.append("\(try sql(query.order[step.equalKeys])) IS NULL")
    case .notNull: conditions.append("\(try sql(query.order[step.equalKeys])) IS NOT NULL")
    case .value:
      let key = query.order[step.equalKeys]
      let sql = try sql(key)
      let value = parts.parameter(start.keys[step.equalKeys])
      conditions.append("\(sql) \(key.ascending == start.isBackward ? "<" : ">") \(value)")
    }
    return conditions
  }

  private func sql(_ key: FetchOrder) throws(FetchError) -> String {
    let sql = sql(try expression(key.path), key.comparison)
    guard let places = key.places else { return sql }
    // Numbers of the program, in the text: a statement has too few parameters for some lists.
    let cases = places.sorted { $0.value < $1.value }.map { " WHEN \($0.key) THEN \($0.value)" }
    return cases.isEmpty ? "CASE WHEN 1 THEN 0 END" : "CASE \(sql)\(cases.joined()) ELSE \(places.count) END"
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

  /// The limit (-1 for none) and the offset; `nil` if all rows are fetched.
  private var slice: (limit: Int, offset: Int)? {
    guard query.limit != nil || query.offset > 0 else { return nil }
    return (query.limit.map { max(0, $0) } ?? -1, max(0, query.offset))
  }

  /// Returns LIMIT and OFFSET; empty if all rows are fetched.
  func limit() -> String {
    guard let slice else { return "" }
    let limit = parts.parameter(.integer(Int64(slice.limit)))
    return " LIMIT \(limit) OFFSET \(parts.parameter(.integer(Int64(slice.offset))))"
  }
}
