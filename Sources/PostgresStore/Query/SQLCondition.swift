#if PostgreSQL
  internal import ObjectStore

  /// Translates a predicate into an SQL condition where PostgreSQL gives it the same meaning.
  ///
  /// SQL has three truth values and predicates have two. A condition may be NULL only where that counts as false: NOT is
  /// pushed down to the comparisons, and a negated comparison is written so that NULL becomes true.
  struct SQLCondition {
    let scope: SQLScope
    let parts: SQLParts

    private var layout: StoreLayout { scope.layout }

    /// The condition of a predicate.
    struct Translation {
      /// The condition, which all matching rows fulfill; nil for all rows.
      var sql: String?
      /// A Boolean value that indicates whether only matching rows fulfill the condition.
      var isExact: Bool
    }

    /// Returns the condition of a predicate, as narrow as SQL can state it.
    func translation(_ predicate: FetchPredicate) throws(FetchError) -> Translation {
      let count = parts.parameters.count
      if let sql = try exact(predicate, isNegated: false) { return Translation(sql: sql, isExact: true) }
      parts.removeParameters(from: count)
      switch predicate {
      case .and(let predicates):
        var terms: [String] = []
        for part in predicates {
          if let sql = try translation(part).sql { terms.append(sql) }
        }
        return Translation(sql: terms.isEmpty ? nil : join(terms, " AND "), isExact: false)
      case .or(let predicates):
        var terms: [String] = []
        for part in predicates {
          guard let sql = try translation(part).sql else {
            parts.removeParameters(from: count)
            return Translation(sql: nil, isExact: false)
          }
          terms.append(sql)
        }
        return Translation(sql: join(terms, " OR "), isExact: false)
      case .comparison(let comparison):
        return Translation(sql: try candidates(comparison), isExact: false)
      default: return Translation(sql: nil, isExact: false)
      }
    }

    /// Returns the condition that a text can contain what a comparison looks for, by its trigrams; nil without a full-text
    /// index.
    private func candidates(_ comparison: FetchPredicate.Comparison) throws(FetchError) -> String? {
      guard comparison.quantifier == .one, case .path(let path) = comparison.left,
        let column = try scope.expression(path)?.trigrams
      else { return nil }
      let trigrams = Trigrams.required(by: comparison)
      guard !trigrams.isEmpty else { return nil }
      return "(\(column) @> \(parts.bind(TrigramArray.array(trigrams))) OR \(column) IS NULL)"
    }

    private func join(_ terms: [String], _ separator: String) -> String {
      "(" + terms.joined(separator: separator) + ")"
    }

    /// Returns the condition, or nil if SQL cannot state it exactly.
    func exact(_ predicate: FetchPredicate, isNegated: Bool) throws(FetchError) -> String? {
      switch predicate {
      case .constant(let value): return value == isNegated ? "false" : "true"
      case .not(let part): return try exact(part, isNegated: !isNegated)
      case .and(let predicates): return try exact(predicates, " AND ", isNegated: isNegated)
      case .or(let predicates): return try exact(predicates, " OR ", isNegated: isNegated)
      case .comparison(let comparison): return try exact(comparison, isNegated: isNegated)
      }
    }

    private func exact(
      _ predicates: [FetchPredicate], _ separator: String, isNegated: Bool
    ) throws(FetchError) -> String? {
      guard !predicates.isEmpty else { return (separator == " AND ") == isNegated ? "false" : "true" }
      var terms: [String] = []
      for predicate in predicates {
        guard let sql = try exact(predicate, isNegated: isNegated) else { return nil }
        terms.append(sql)
      }
      return join(terms, isNegated ? (separator == " AND " ? " OR " : " AND ") : separator)
    }
  }

  // MARK: - Comparisons

  extension SQLCondition {
    private func exact(
      _ comparison: FetchPredicate.Comparison, isNegated: Bool
    ) throws(FetchError) -> String? {
      let comparison = try membership(comparison) ?? comparison
      guard comparison.options.isEmpty else { return nil }
      if case .arithmetic = comparison.left { return try arithmetic(comparison, isNegated: isNegated) }
      guard case .path(let path) = comparison.left else {
        return try memberCount(comparison, isNegated: isNegated)
      }
      guard comparison.quantifier != .one else {
        guard let left = try scope.expression(path), let sql = try condition(comparison, left) else {
          return nil
        }
        if isNegated { return "(\(sql)) IS NOT TRUE" }
        // The server reads the rows of the index only.
        return try candidates(comparison).map { "(\($0) AND \(sql))" } ?? sql
      }
      guard let members = try members(path) else { return nil }
      guard var condition = try condition(comparison, members.value) else { return nil }
      if comparison.quantifier == .all { condition = "(\(condition)) IS NOT TRUE" }
      let exists = (comparison.quantifier == .any) != isNegated
      return """
        \(exists ? "" : "NOT ")EXISTS (SELECT 1 FROM \(members.source()) WHERE \(members.condition) AND \(condition))
        """
    }

    /// Returns the comparison of a computed integer that 64 bits always hold.
    private func arithmetic(
      _ comparison: FetchPredicate.Comparison, isNegated: Bool
    ) throws(FetchError) -> String? {
      guard comparison.quantifier == .one,
        let number = try SQLNumber(comparison.left, scope: scope, parts: parts), number.isInteger,
        number.doubts.isEmpty
      else { return nil }
      return try condition(comparison, SQLExpression(number.sql, .attribute(.integer))).map {
        isNegated ? "(\($0)) IS NOT TRUE" : $0
      }
    }

    /// Returns an equivalent comparison with the members of a to-many relationship, if there is one.
    private func membership(
      _ comparison: FetchPredicate.Comparison
    ) throws(FetchError) -> FetchPredicate.Comparison? {
      guard comparison.quantifier == .one else { return nil }
      let (path, element): (String, FetchExpression)
      switch (comparison.operation, comparison.left, comparison.right) {
      case (.in, let left, .path(let right)): (path, element) = (right, left)
      case (.contains, .path(let left), let right): (path, element) = (left, right)
      default: return nil
      }
      guard !path.hasPrefix("$"), AggregatePath(path) == nil,
        try layout.model.resolve(path, from: scope.entity).isToMany
      else { return nil }
      return .init(path, .equal, element, options: comparison.options, quantifier: .any)
    }

    /// The members of a to-many relationship in a subquery.
    struct Members {
      /// The table of the members; nil if the condition reads the rows of a join table alone.
      let scope: SQLScope?
      /// The value at the end of the path.
      let value: SQLExpression
      /// The condition that a row belongs to the owner.
      let condition: String
      /// Returns the tables, after all expressions were written.
      let source: () -> String
    }

    /// Returns the members at the end of a path; nil for a path that only memory evaluates.
    func members(_ path: String) throws(FetchError) -> Members? {
      guard !path.hasPrefix("$"), AggregatePath(path) == nil else { return nil }
      let resolved = try layout.model.resolve(path, from: scope.entity)
      guard let index = resolved.steps.firstIndex(where: { if case .toMany = $0 { true } else { false } }),
        case .toMany(_, let membership, let destination) = resolved.steps[index]
      else { return nil }
      let owner = "\(scope.join(resolved.steps[..<index]).alias).\(EntityLayout.own.key)"
      let rest = resolved.steps[(index + 1)...]
      let columns = layout[membership.number]
      guard let member = membership.member else {
        let inner = SQLScope(destination, in: layout, parts: parts)
        return Members(
          scope: inner, value: inner.expression(rest, resolved.end),
          condition: "\(inner.alias).\(columns.columns[membership.owner]) = \(owner)",
          source: { inner.source })
      }
      let link = parts.newAlias()
      let condition = "\(link).\(columns.columns[membership.owner]) = \(owner)"
      let key = "\(link).\(columns.columns[member])"
      if rest.isEmpty, case .object = resolved.end {
        // A join row can refer to a missing row, which is a member as well.
        return Members(
          scope: nil, value: SQLExpression(key, .reference(destination.number)), condition: condition,
          source: { "\(columns.table) AS \(link)" })
      }
      let inner = SQLScope(destination, in: layout, parts: parts)
      return Members(
        scope: inner, value: inner.expression(rest, resolved.end),
        condition: "\(condition) AND \(inner.alias).\(EntityLayout.own.key) = \(key)",
        source: { "\(columns.table) AS \(link), \(inner.source)" })
    }

    /// Returns the comparison, which is NULL or false where it does not hold.
    func condition(
      _ comparison: FetchPredicate.Comparison, _ left: SQLExpression
    ) throws(FetchError) -> String? {
      switch comparison.right {
      case .value(let value):
        guard comparison.operation != .in else { return membership([value], left) }
        return left.operand(value).flatMap { condition(comparison.operation, left, $0, value) }
      case .values(let values):
        return comparison.operation == .in
          ? membership(values, left) : comparison.operation == .between ? range(values, left) : nil
      case .path(let path):
        guard let right = try scope.expression(path), right.kind == left.kind else { return nil }
        switch comparison.operation {
        case .equal: return "\(left.compared) IS NOT DISTINCT FROM \(right.compared)"
        case .notEqual: return "\(left.compared) IS DISTINCT FROM \(right.compared)"
        default: return comparison.operation.sign.map { "\(left.compared) \($0) \(right.compared)" }
        }
      default: return nil
      }
    }

    private func condition(
      _ operation: FetchPredicate.Operation, _ left: SQLExpression, _ right: SQLExpression.Operand,
      _ value: PropertyValue
    ) -> String? {
      let sql = left.compared
      guard case .value(let parameter) = right else {
        switch operation {
        case .equal: return "\(sql) IS NULL"
        case .notEqual: return "\(sql) IS NOT NULL"
        default: return "false"
        }
      }
      switch operation {
      case .equal: return "\(sql) = \(parts.bind(parameter))"
      case .notEqual: return "\(sql) IS DISTINCT FROM \(parts.bind(parameter))"
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        return operation.sign.map { "\(sql) \($0) \(parts.bind(parameter))" }
      case .contains, .beginsWith, .endsWith: return search(operation, sql, parameter, value)
      case .like: return pattern(sql, value)
      default: return nil
      }
    }

    private func search(
      _ operation: FetchPredicate.Operation, _ sql: String, _ parameter: Parameter, _ value: PropertyValue
    ) -> String? {
      guard case .string(let part) = value.columnValue else { return nil }
      if part.isEmpty { return "\(sql) IS NOT NULL" }
      if operation == .beginsWith { return "starts_with(\(sql), \(parts.bind(parameter)))" }
      guard EscapedText.isUnambiguous(part) else { return nil }
      let text = parts.bind(parameter)
      return operation == .contains
        ? "strpos(\(sql), \(text)) > 0" : "right(\(sql), char_length(\(text))) = \(text)"
    }

    /// Returns the comparison with a pattern; nil for one with `?`, which is not one code point of an escaped text.
    private func pattern(_ sql: String, _ value: PropertyValue) -> String? {
      guard case .string(let text) = value.columnValue, let texts = TextPattern(text).partsOfAnyText,
        texts.allSatisfy(EscapedText.isUnambiguous)
      else { return nil }
      let escaped = texts.map { text in
        ["\\", "%", "_"].reduce(text) { $0.replacingBytes(of: $1, with: "\\" + $1) }
      }
      return "\(sql) LIKE \(parts.bind(.text(escaped.joined(separator: "%"))))"
    }

    private func range(_ values: [PropertyValue], _ left: SQLExpression) -> String? {
      guard values.count == 2, let low = left.operand(values[0]), let high = left.operand(values[1]) else {
        return nil
      }
      guard case .value(let low) = low, case .value(let high) = high else { return "false" }
      return "\(left.compared) BETWEEN \(parts.bind(low)) AND \(parts.bind(high))"
    }

    private func membership(_ values: [PropertyValue], _ left: SQLExpression) -> String? {
      guard let kind = left.arrayKind else { return nil }
      var elements = ParameterArray(kind)
      var hasNull = false
      for value in values {
        switch left.operand(value) {
        case nil: return nil
        case .null: hasNull = true
        case .value(let parameter): elements.append(parameter)
        }
      }
      let list = "\(left.compared) = ANY(\(parts.bind(elements.parameter)))"
      return hasNull ? "(\(list) OR \(left.compared) IS NULL)" : list
    }
  }

  extension FetchPredicate.Operation {
    /// The operator of a comparison by order.
    fileprivate var sign: String? {
      switch self {
      case .less: "<"
      case .lessOrEqual: "<="
      case .greater: ">"
      case .greaterOrEqual: ">="
      default: nil
      }
    }
  }
#endif
