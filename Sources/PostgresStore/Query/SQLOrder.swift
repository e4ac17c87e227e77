#if PostgreSQL
  internal import ObjectStore

  /// The order of a query in SQL, and the condition of its start.
  struct SQLOrder {
    /// The sort keys.
    private struct Key {
      let sql: SQLExpression
      let isAscending: Bool
    }

    private let keys: [Key]
    private let scope: SQLScope
    private let isBackward: Bool

    /// Translates the order of a query; nil if only memory can sort the rows.
    init?(_ query: StoreQuery, scope: SQLScope, parts: SQLParts) throws(FetchError) {
      self.scope = scope
      isBackward = query.start?.isBackward == true
      var keys: [Key] = []
      for order in query.order {
        guard var sql = try scope.expression(order.path) else { return nil }
        guard order.comparison == .binary || sql.kind != .text else { return nil }
        if let places = order.places {
          guard order.path == "SELF" else { return nil }
          var listed = [Int64](repeating: 0, count: (places.values.max() ?? -1) + 1)
          for (key, place) in places { listed[place] = key }
          sql = SQLExpression(
            "coalesce(array_position(\(parts.bind(.integers(listed))), \(sql.compared)) - 1, \(places.count))::bigint",
            .attribute(.integer))
        }
        keys.append(Key(sql: sql, isAscending: order.ascending != isBackward))
      }
      self.keys = keys
    }

    private var key: String { "\(scope.alias).\(EntityLayout.own.key)" }

    /// The list of sort keys; the last is the key of the row.
    var sql: String {
      let parts = keys.map { $0.sql.compared + ($0.isAscending ? " ASC NULLS FIRST" : " DESC NULLS LAST") }
      return (parts + [key + (isBackward ? " DESC" : "")]).joined(separator: ", ")
    }

    /// Returns the condition that a row comes after the start; nil if a value of the start cannot be compared in SQL.
    func condition(_ start: StoreQuery.Start, parts: SQLParts) -> String? {
      guard start.keys.count == keys.count else { return nil }
      var equalities: [String] = []
      var terms: [String] = []
      for (key, value) in zip(keys, start.keys) {
        guard let operand = key.sql.operand(value) else { return nil }
        let sql = key.sql.compared
        switch operand {
        case .null:
          // Null comes first in an ascending order and last in a descending one.
          if key.isAscending {
            terms.append((equalities + ["\(sql) IS NOT NULL"]).joined(separator: " AND "))
          }
          equalities.append("\(sql) IS NULL")
        case .value(let parameter):
          let bound = parts.bind(parameter)
          let next = key.isAscending ? "\(sql) > \(bound)" : "(\(sql) < \(bound) OR \(sql) IS NULL)"
          terms.append((equalities + [next]).joined(separator: " AND "))
          equalities.append("\(sql) = \(bound)")
        }
      }
      let id = parts.bind(.integer(start.id.key))
      terms.append((equalities + ["\(key) \(isBackward ? "<" : ">") \(id)"]).joined(separator: " AND "))
      return "(" + terms.map { "(\($0))" }.joined(separator: " OR ") + ")"
    }
  }
#endif
