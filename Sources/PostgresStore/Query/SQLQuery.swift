#if PostgreSQL
  internal import ObjectStore

  /// A query of the store in SQL.
  ///
  /// Limit and offset are part of the statement only if predicate and order are; otherwise the statement returns rows among
  /// which all matching ones are, in any order.
  struct SQLQuery {
    private let query: StoreQuery
    private let layout: StoreLayout
    private let scope: SQLScope
    private let parts = SQLParts()
    private let order: SQLOrder?
    private let conditions: [String]
    /// A Boolean value that indicates whether the statement returns exactly the rows of the query, in their order.
    let isExact: Bool

    /// Translates a query.
    ///
    /// - Throws: A `FetchError` if the query does not fit the entity.
    init(_ query: StoreQuery, layout: StoreLayout) throws(FetchError) {
      let entity = layout[query.entity].entity
      try query.predicate?.validate(for: entity, in: layout.model)
      try query.order.validate(for: entity, in: layout.model)
      self.query = query
      self.layout = layout
      scope = SQLScope(entity, in: layout, parts: parts)
      var conditions =
        layout.condition(query.entities(in: layout.model), alias: scope.alias).map { [$0] } ?? []
      var isExact = true
      if let predicate = query.predicate {
        let translation = try SQLCondition(scope: scope, parts: parts).translation(predicate)
        isExact = translation.isExact
        if let sql = translation.sql, parts.parameters.count < SQLParts.parameterLimit - 100 {
          conditions.append(sql)
        } else {
          parts.removeParameters(from: 0)
          isExact = false
        }
      }
      order = try SQLOrder(query, scope: scope, parts: parts)
      if order == nil { isExact = false }
      if let start = query.start {
        require(query.offset == 0, "a query with a start has no offset")
        if let condition = order?.condition(start, parts: parts) {
          conditions.append(condition)
        } else {
          isExact = false
        }
      }
      self.conditions = conditions
      self.isExact = isExact
    }

    /// The values of the parameters.
    var parameters: [Parameter] { parts.parameters }

    private var condition: String {
      conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    }

    private var window: String {
      guard isExact else { return "" }
      let limit = query.limit.map { " LIMIT \(max(0, $0))" } ?? ""
      return limit + (query.offset > 0 ? " OFFSET \(query.offset)" : "")
    }

    private func select(_ list: String) -> String {
      let order = isExact ? order.map { " ORDER BY " + $0.sql } ?? "" : ""
      return "SELECT \(list) FROM \(scope.source)\(condition)\(order)\(window)"
    }

    /// The statement for rows, by the selection of the entity.
    var rows: String { select(layout.selection(of: query.entity).list(alias: scope.alias)) }

    /// The statement for keys and entities.
    var ids: String { select(own.joined(separator: ", ")) }

    /// The statement for keys.
    var keys: String { select(own[0]) }

    private var own: [String] {
      [EntityLayout.own.key, EntityLayout.own.entity].map { "\(scope.alias).\($0)" }
    }

    /// The statement for the number of rows.
    var count: String {
      guard query.limit != nil || query.offset > 0 else {
        return "SELECT count(*) FROM \(scope.source)\(condition)"
      }
      return "SELECT count(*) FROM (SELECT 1 FROM \(scope.source)\(condition)\(window)) AS matches"
    }

    /// The statement for keys, entities and the values at the ends of paths with their entities, and the types of the
    /// values; nil if a path is evaluated in memory.
    func values(at paths: [String]) throws(FetchError) -> (sql: String, types: [ColumnType])? {
      guard let columns = try columns(at: paths) else { return nil }
      return (select((own + columns.list).joined(separator: ", ")), columns.types)
    }

    /// The statement for the values at the ends of paths with their entities, equal ones once and in any order, and the
    /// types of the values; nil if memory must look at the rows.
    func distinctValues(at paths: [String]) throws(FetchError) -> (sql: String, types: [ColumnType])? {
      guard isExact, query.limit == nil, query.offset == 0, let columns = try columns(at: paths) else {
        return nil
      }
      let list = columns.list.joined(separator: ", ")
      return ("SELECT DISTINCT \(list) FROM \(scope.source)\(condition)", columns.types)
    }

    /// The columns for the values at the ends of paths and their entities; nil if a path is evaluated in memory.
    private func columns(
      at paths: [String]
    ) throws(FetchError) -> (list: [String], types: [ColumnType])? {
      var list: [String] = []
      var types: [ColumnType] = []
      for path in paths {
        guard let expression = try scope.expression(path) else { return nil }
        list += [expression.read, expression.entity ?? "NULL::integer"]
        types.append(expression.type)
      }
      return (list, types)
    }
  }
#endif
