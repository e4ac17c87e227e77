internal import Foundation
internal import ObjectGraph

/// A predicate as a condition in SQL.
///
/// SQL knows three answers and predicates two. A condition may be NULL only where that counts as false: NOT
/// is carried down to the comparisons, and a comparison turned round is written so that NULL becomes true.
struct SQLCondition {
  let entity: EntityDescription
  let model: ObjectModel
  let scope: SQLScope
  let parts: SQLParts

  /// The condition; parameters are added in the order of the text.
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

  /// The parts joined, the most deeply nested first.
  ///
  /// SQLite's parser keeps what stands before an opening parenthesis on a stack of 100.
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

  /// How many parts are joined without parentheses: each makes the expression one level deeper.
  private static let chainLimit = 100
}

// MARK: - Comparisons

extension SQLCondition {
  private func sql(
    _ comparison: FetchPredicate.Comparison, isNegated: Bool
  ) throws(FetchError) -> String {
    let path = try model.resolve(comparison.path, from: entity)
    for (index, step) in path.steps.enumerated() {
      guard case .toMany(_, let membership, let destination) = step else { continue }
      let owner = try scope.join(path.steps[..<index]).alias
      let members = SQLScope(destination, parts: parts)
      let member = try members.expression(path.steps[(index + 1)...], path.end)
      let condition = try sql(comparison, of: member, isNegated: comparison.quantifier == .all)
      let exists = (comparison.quantifier == .any) != isNegated
      return "\(exists ? "" : "NOT ")EXISTS (SELECT 1 FROM \(members.source) WHERE "
        + "\(members.isMember(membership, of: owner)) AND \(condition))"
    }
    return try sql(comparison, of: scope.expression(path.steps, path.end), isNegated: isNegated)
  }

  private func sql(
    _ comparison: FetchPredicate.Comparison, of expression: SQLScope.Expression, isNegated: Bool
  ) throws(FetchError) -> String {
    let left = expression.folded(comparison.options).sql
    let condition = try condition(comparison, left)
    return isNegated ? "(\(condition)) IS NOT TRUE" : condition
  }

  /// The comparison, NULL or 0 where it does not hold.
  private func condition(
    _ comparison: FetchPredicate.Comparison, _ left: String
  ) throws(FetchError) -> String {
    switch comparison.operation {
    case .equal: "\(left) IS \(try operand(comparison))"
    case .notEqual: "\(left) IS NOT \(try operand(comparison))"
    case .less: "\(left) < \(try operand(comparison))"
    case .lessOrEqual: "\(left) <= \(try operand(comparison))"
    case .greater: "\(left) > \(try operand(comparison))"
    case .greaterOrEqual: "\(left) >= \(try operand(comparison))"
    case .between:
      "\(left) BETWEEN " + values(comparison).map { parts.parameter($0) }.joined(separator: " AND ")
    case .in: try membership(comparison, left)
    case .contains: "instr(\(left), \(try operand(comparison))) > 0"
    case .beginsWith: "\(SQLFunction.begins)(\(left), \(try operand(comparison)))"
    case .endsWith: "\(SQLFunction.ends)(\(left), \(try operand(comparison)))"
    case .like: "\(SQLFunction.like)(\(left), \(try operand(comparison)))"
    }
  }

  /// The one operand, folded like the other side.
  private func operand(_ comparison: FetchPredicate.Comparison) throws(FetchError) -> String {
    if case .path(let path) = comparison.operand {
      let other = try model.resolve(path, from: entity)
      return try scope.expression(other.steps, other.end).folded(comparison.options).sql
    }
    return parts.parameter(values(comparison).first ?? .null)
  }

  /// The values of the operand as columns hold them, folded like the other side.
  private func values(_ comparison: FetchPredicate.Comparison) -> [PropertyValue] {
    comparison.operand.values.map { value in
      let value = value.columnValue
      guard case .string(let text) = value else { return value }
      return .string(TextFolding.fold(text, comparison.options))
    }
  }
}

// MARK: - Lists

extension SQLCondition {
  /// The longest list of values that JSON does not keep exactly.
  private static let listLimit = 16_384
  /// From how many texts on one parameter is faster than many.
  private static let manyTexts = 1_024

  private func membership(
    _ comparison: FetchPredicate.Comparison, _ left: String
  ) throws(FetchError) -> String {
    let all = values(comparison)
    let values = all.filter { !$0.isNull }
    let list = values.isEmpty ? "0" : "\(left) IN (\(try list(values)))"
    return values.count < all.count ? "(\(list) OR \(left) IS NULL)" : list
  }

  /// The values as one parameter if they are whole numbers or many texts, which JSON keeps exactly, and as many
  /// parameters as the next power of two otherwise; the last value fills them up.
  private func list(_ values: [PropertyValue]) throws(FetchError) -> String {
    if let json = json(values) { return "SELECT value FROM json_each(\(parts.parameter(.string(json))))" }
    guard values.count <= Self.listLimit else {
      throw .tooLarge(what: "values in a list", limit: Self.listLimit)
    }
    var size = 1
    while size < values.count { size *= 2 }
    let last = values[values.count - 1]
    let filled = values + Array(repeating: last, count: size - values.count)
    return filled.map { parts.parameter($0) }.joined(separator: ", ")
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
  /// The predicates by how deeply they are nested, those of one depth in their order.
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
    case .comparison(let comparison): comparison.quantifier == .one ? 0 : 1
    case .not(let part): part.depth
    case .and(let parts), .or(let parts): 1 + (parts.lazy.map(\.depth).max() ?? 0)
    }
  }
}
