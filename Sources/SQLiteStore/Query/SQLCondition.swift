internal import Foundation
internal import ObjectStore

/// Translates a predicate into an SQL condition.
///
/// SQL has three truth values and predicates have two. A condition may be NULL only where that counts as
/// false: NOT is pushed down to the comparisons, and a negated comparison is written so that NULL becomes
/// true.
struct SQLCondition {
  let model: ManagedObjectModel
  /// The table of the fetched object.
  let scope: SQLScope
  let parts: SQLParts
  /// The tables of the members of the enclosing subqueries, by variable.
  var variables: [String: SQLScope] = [:]
  /// A Boolean value that indicates whether aggregate functions apply to the rows of a group.
  var isGrouped = false

  /// Returns the condition; parameters are added in the order of the text.
  func sql(_ predicate: FetchPredicate) throws(FetchError) -> String {
    try sql(predicate, isNegated: false)
  }

  private func sql(_ predicate: FetchPredicate, isNegated: Bool) throws(FetchError) -> String {
    switch predicate {
    case .constant(let value): return value == isNegated ? "0" : "1"
    case .not(let part): return try sql(part, isNegated: !isNegated)
    case .and(let parts): return try join(parts, isNegated ? " OR " : " AND ", isNegated: isNegated)
    case .or(let parts): return try join(parts, isNegated ? " AND " : " OR ", isNegated: isNegated)
    case .comparison(let comparison): return try sql(comparison, isNegated: isNegated)
    }
  }

  /// Joins the conditions, the most deeply nested first.
  ///
  /// SQLite's parser keeps the text before an opening parenthesis on a stack of 100 entries.
  private func join(
    _ predicates: [FetchPredicate], _ separator: String, isNegated: Bool
  ) throws(FetchError) -> String {
    guard !predicates.isEmpty else { return separator == " AND " ? "1" : "0" }
    var terms: [String] = []
    for predicate in predicates.deepestFirst { terms.append(try sql(predicate, isNegated: isNegated)) }
    while terms.count > 1 {
      terms = stride(from: 0, to: terms.count, by: Self.chainLimit).map { start in
        let chain = terms[start..<min(start + Self.chainLimit, terms.count)]
        return chain.count == 1 ? chain[start] : "(" + chain.joined(separator: separator) + ")"
      }
    }
    return terms[0]
  }

  /// The number of conditions joined without parentheses: each one nests the expression one level deeper.
  private static let chainLimit = 100
}

// MARK: - Comparisons

extension SQLCondition {
  private func sql(
    _ comparison: FetchPredicate.Comparison, isNegated: Bool
  ) throws(FetchError) -> String {
    let comparison = try membership(comparison) ?? comparison
    guard comparison.quantifier != .one, case .path(let path) = comparison.left else {
      return try sql(comparison, of: value(comparison.left), isNegated: isNegated)
    }
    let many = try members(path)
    let member = try many.scope.expression(many.rest, many.end)
    let condition = try sql(comparison, of: member, isNegated: comparison.quantifier == .all)
    let exists = (comparison.quantifier == .any) != isNegated
    return "\(exists ? "" : "NOT ")EXISTS (SELECT 1 FROM \(many.scope.source) WHERE "
      + "\(many.condition) AND \(condition))"
  }

  /// Returns an equivalent membership test for a comparison with a value of a to-many relationship, if
  /// there is one.
  private func membership(
    _ comparison: FetchPredicate.Comparison
  ) throws(FetchError) -> FetchPredicate.Comparison? {
    guard comparison.quantifier == .one else { return nil }
    switch (comparison.operation, comparison.left, comparison.right) {
    case (.in, let element, .path(let path)):
      return .init(path, .equal, element, options: comparison.options, quantifier: .any)
    case (.contains, .path(let path), let element) where try resolve(path)?.isToMany == true:
      return .init(path, .equal, element, options: comparison.options, quantifier: .any)
    default: return nil
    }
  }

  private func sql(
    _ comparison: FetchPredicate.Comparison, of expression: SQLScope.Expression, isNegated: Bool
  ) throws(FetchError) -> String {
    let options = comparison.operation == .matches ? [] : comparison.options
    let condition = try condition(comparison, expression.folded(options).sql)
    return isNegated ? "(\(condition)) IS NOT TRUE" : condition
  }

  /// Returns the comparison, which is NULL or 0 where it does not hold.
  private func condition(
    _ comparison: FetchPredicate.Comparison, _ left: String
  ) throws(FetchError) -> String {
    switch comparison.operation {
    case .equal: "\(left) \(equality(comparison)) \(try operand(comparison))"
    case .notEqual: "\(left) IS NOT \(try operand(comparison))"
    case .less: "\(left) < \(try operand(comparison))"
    case .lessOrEqual: "\(left) <= \(try operand(comparison))"
    case .greater: "\(left) > \(try operand(comparison))"
    case .greaterOrEqual: "\(left) >= \(try operand(comparison))"
    case .between: "\(left) BETWEEN " + (try operands(comparison)).joined(separator: " AND ")
    case .in: try membership(comparison, left)
    case .contains: "instr(\(left), \(try operand(comparison))) > 0"
    case .beginsWith: "\(SQLFunction.begins)(\(left), \(try operand(comparison)))"
    case .endsWith: "\(SQLFunction.ends)(\(left), \(try operand(comparison)))"
    case .like: "\(SQLFunction.like)(\(left), \(try operand(comparison)))"
    case .matches:
      "\(SQLFunction.matches)(\(left), \(try operand(comparison)), \(comparison.options.rawValue))"
    }
  }

  /// Returns `=` for a reference to an object, and otherwise `IS`, which is also true for two empty values.
  ///
  /// The partial index of the rows that have a destination serves `=`, but not `IS` (sqlite.org/partialindex.html, section 3).
  private func equality(_ comparison: FetchPredicate.Comparison) -> String {
    if case .value(.reference) = comparison.right { "=" } else { "IS" }
  }

  /// Returns the operand, folded like the other side.
  private func operand(_ comparison: FetchPredicate.Comparison) throws(FetchError) -> String {
    guard case .value(let value) = comparison.right else {
      return try self.value(comparison.right).folded(comparison.options).sql
    }
    return parts.parameter(folded(value, comparison))
  }

  /// Returns the operands of `between`.
  private func operands(_ comparison: FetchPredicate.Comparison) throws(FetchError) -> [String] {
    guard case .list(let list) = comparison.right else {
      return values(comparison).map { parts.parameter($0) }
    }
    var operands: [String] = []
    for part in list { operands.append(try value(part).folded(comparison.options).sql) }
    return operands
  }

  /// Returns the values of the operand in their storage format, folded like the other side.
  private func values(_ comparison: FetchPredicate.Comparison) -> [PropertyValue] {
    comparison.right.values.map { folded($0, comparison) }
  }

  private func folded(_ value: PropertyValue, _ comparison: FetchPredicate.Comparison) -> PropertyValue {
    let value = value.columnValue
    guard comparison.operation != .matches, case .string(let text) = value else { return value }
    return .string(TextFolding.fold(text, comparison.options))
  }
}

// MARK: - Lists

extension SQLCondition {
  /// The longest list of values that JSON does not represent exactly.
  private static let listLimit = 16_384
  /// The number of texts from which one JSON parameter is faster than many parameters.
  private static let manyTexts = 1_024

  private func membership(
    _ comparison: FetchPredicate.Comparison, _ left: String
  ) throws(FetchError) -> String {
    if case .list(let list) = comparison.right { return try membership(comparison, left, of: list) }
    let all = values(comparison)
    let values = all.filter { !$0.isNull }
    let list = "\(left) IN (\(values.isEmpty ? "" : try list(values)))"
    return values.count < all.count ? "(\(list) OR \(try again(comparison, left)) IS NULL)" : list
  }

  /// Returns the left side for a repeated use: its parameters are added again, unless it is a column of a
  /// member.
  private func again(
    _ comparison: FetchPredicate.Comparison, _ left: String
  ) throws(FetchError) -> String {
    guard comparison.quantifier == .one else { return left }
    return try value(comparison.left).folded(comparison.options).sql
  }

  /// Returns one comparison for each computed value.
  private func membership(
    _ comparison: FetchPredicate.Comparison, _ left: String, of list: [FetchExpression]
  ) throws(FetchError) -> String {
    guard !list.isEmpty else { return "\(left) IN ()" }
    var terms: [String] = []
    for (index, part) in list.enumerated() {
      let left = index == 0 ? left : try again(comparison, left)
      terms.append("\(left) IS \(try value(part).folded(comparison.options).sql)")
    }
    return "(" + terms.joined(separator: " OR ") + ")"
  }

  /// Returns the values as a list: one JSON parameter for integers or many texts, which JSON represents
  /// exactly, otherwise a number of parameters rounded up to a power of two.
  ///
  /// The last value fills the remaining ones.
  private func list(_ values: [PropertyValue]) throws(FetchError) -> String {
    if let json = json(values) { return "SELECT value FROM json_each(\(parts.parameter(.string(json))))" }
    guard values.count <= Self.listLimit else {
      throw .tooLarge(what: "values in a list", limit: Self.listLimit)
    }
    var size = 1
    while size < values.count { size *= 2 }
    let last = values[values.count - 1]
    let filled = values + Array(repeating: last, count: size - values.count)
    return parts.parameters(filled)
  }

  private func json(_ values: [PropertyValue]) -> String? {
    let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    if numbers.count == values.count { return "[" + numbers.map(String.init).joined(separator: ",") + "]" }
    guard values.count >= Self.manyTexts else { return nil }
    // SQLite's JSON ends a text at its first NUL.
    let texts = values.compactMap {
      if case .string(let text) = $0, !text.utf8.contains(0) { text } else { nil }
    }
    guard texts.count == values.count, let json = try? JSONEncoder().encode(texts) else { return nil }
    return String(decoding: json, as: UTF8.self)
  }
}

extension [FetchPredicate] {
  /// The predicates by nesting depth, the deepest first; predicates of the same depth keep their order.
  fileprivate var deepestFirst: [FetchPredicate] {
    let depths = map(\.depth)
    let order = indices.sorted { (-depths[$0], $0) < (-depths[$1], $1) }
    return order.map { self[$0] }
  }
}

extension FetchPredicate {
  fileprivate var depth: Int {
    switch self {
    case .constant: 0
    case .comparison(let comparison):
      max(comparison.left.depth, comparison.right.depth) + (comparison.quantifier == .one ? 0 : 1)
    case .not(let part): part.depth
    case .and(let parts), .or(let parts): 1 + (parts.lazy.map(\.depth).max() ?? 0)
    }
  }
}

extension FetchExpression {
  fileprivate var depth: Int {
    switch self {
    case .value, .values, .path, .variable: 0
    case .list(let parts), .function(_, let parts):
      levels + (parts.lazy.map(\.depth).max() ?? 0)
    case .arithmetic(_, let left, let right): levels + max(left.depth, right.depth)
    case .conditional(let condition, let then, let otherwise):
      levels + max(condition.depth, then.depth, otherwise.depth)
    case .subquery(let subquery): levels + subquery.predicate.depth
    }
  }
}
