internal import ObjectStore

/// A batch whose rows a condition in the statement itself selects, without a temporary table of keys.
///
/// The table of keys takes longer than the update of a column without an index.
struct DirectBatch {
  let query: StoreQuery
  let layout: StoreLayout
  let connection: Connection
  private let parts = SQLParts()
  private let scope: SQLScope

  init(_ query: StoreQuery, layout: StoreLayout, connection: Connection) {
    self.query = query
    self.layout = layout
    self.connection = connection
    scope = SQLScope(layout[query.entity].entity, in: layout, parts: parts)
  }

  /// Returns a Boolean value that indicates whether more rows than a number match.
  func hasMore(than limit: Int) throws -> Bool {
    guard limit < .max else { return false }
    var first = query
    first.limit = min(query.limit ?? .max, limit + 1)
    first.order = []
    let sql = try SQLQuery(query: first, layout: layout, columns: .count)
    return Int(try connection.integer(sql.sql, sql.bindings) ?? 0) > limit
  }

  /// Returns the condition, starting with WHERE; nil if it needs other tables, or a limit.
  private func condition() throws -> String? {
    guard query.limit == nil, query.offset == 0, query.start == nil else { return nil }
    let writer = SQLQueryWriter(
      query: query, layout: layout[query.entity], model: layout.model, scope: scope, parts: parts)
    let condition = try writer.condition()
    try SQLQuery.check(parts.bindings)
    return scope.isAlone ? condition : nil
  }

  /// Deletes the matching rows, and returns their number; nil if one statement cannot do it.
  func delete() throws -> Int? {
    guard let condition = try condition() else { return nil }
    try connection.run("DELETE FROM \(scope.source)\(condition)", parts.bindings)
    return connection.changedRows
  }

  /// Updates the matching rows, and returns their number; nil if one statement cannot do it.
  func update(_ assignments: [BatchAssignment]) throws -> Int? {
    let expressions = SQLCondition(model: layout.model, scope: scope, parts: parts)
    let changes = try expressions.changes(assignments, of: layout[query.entity])
    guard let condition = try condition() else { return nil }
    try connection.run("UPDATE \(scope.source) SET \(changes)\(condition)", parts.bindings)
    return connection.changedRows
  }

  /// Returns a Boolean value that indicates whether a computed value may not be valid for its attribute.
  func hasDoubtfulValue(_ assignment: BatchAssignment) throws -> Bool {
    guard let attribute = layout[query.entity].entity.attribute(inSlot: assignment.slot),
      let bounds = attribute.bounds
    else { return true }
    let expressions = SQLCondition(model: layout.model, scope: scope, parts: parts)
    func value() throws -> String { try expressions.value(assignment.expression).number }
    // Each use of the value computes it again for each row.
    let classes =
      attribute.type.traits.column.storageClasses.map { "'\($0)'" } + (attribute.isOptional ? ["'null'"] : [])
    let isOther = classes.count == 1 ? "<> \(classes[0])" : "NOT IN (\(classes.joined(separator: ", ")))"
    var doubts = ["typeof(\(try value())) \(isOther)"]
    // An integer beyond 64 bits is real in SQLite, so that its storage class shows it without these comparisons.
    for bound in bounds.lower where bound != .integer(.min) {
      doubts.append("\(try value()) < \(parts.parameter(bound))")
    }
    for bound in bounds.upper where bound != .integer(.max) {
      doubts.append("\(try value()) > \(parts.parameter(bound))")
    }
    let doubt = "(" + doubts.joined(separator: " OR ") + ")"
    guard let condition = try condition() else { return true }
    let isDoubtful = condition.isEmpty ? " WHERE \(doubt)" : " WHERE \(doubt) AND (\(condition.dropFirst(7)))"
    return try connection.integer("SELECT 1 FROM \(scope.source)\(isDoubtful) LIMIT 1", parts.bindings) != nil
  }
}
