internal import Foundation
internal import ObjectModel

/// Looks at one row by the rows of a lookup.
struct FetchEvaluation<Lookup: RowLookup> {
  let lookup: Lookup
  /// The row at which key paths begin.
  let row: Row
  /// The members that subqueries look at, by variable.
  var variables: [String: Row] = [:]
  /// The rows over which functions of many values go in a dictionary; nil elsewhere.
  var group: [Row]?
  /// The log of the objects whose keys become values; `nil` where keys are enough.
  var references: ReferenceLog?

  init(_ row: Row, in lookup: Lookup) {
    self.row = row
    self.lookup = lookup
  }

  /// Returns a Boolean value that indicates whether the row matches.
  func matches(_ predicate: FetchPredicate) throws -> Bool {
    switch predicate {
    case .constant(let value): value
    case .and(let parts): try parts.allSatisfy(matches)
    case .or(let parts): try parts.contains(where: matches)
    case .not(let part): try !matches(part)
    case .comparison(let comparison): try holds(comparison)
    }
  }

  /// The value of an expression, as a column holds it.
  func value(_ expression: FetchExpression) throws -> PropertyValue {
    switch expression {
    case .value(let value): return columnValue(value)
    case .path(let path): return try value(at: path)
    case .arithmetic(let operation, let left, let right):
      return PropertyValue.compute(operation, try value(left), try value(right))
    case .conditional(let condition, let then, let otherwise):
      return try value(matches(condition) ? then : otherwise)
    case .function(let function, let arguments):
      if let aggregate = function.aggregate { return aggregate.apply(to: try many(arguments)) }
      return PropertyValue.apply(function, to: try arguments.map(value))
    case .variable(let name): throw FetchError.unboundVariable(name: name)
    case .values, .list, .subquery: throw FetchError.severalValues(expression: expression.description)
    }
  }

  /// The values of an expression that has many, as columns hold them.
  func values(_ expression: FetchExpression) throws -> [PropertyValue] {
    switch expression {
    case .values(let values): values.map(\.columnValue)
    case .list(let parts): try parts.map(value)
    case .subquery(let subquery): try values(subquery)
    case .path(let path) where try leadsToMany(path): try values(at: path)
    default: [try value(expression)]
    }
  }

  /// Returns a value as a column holds it, and records the object of which only the key is left.
  private func columnValue(_ value: PropertyValue) -> PropertyValue {
    if let references, let id = value.reference { references.record(id) }
    return value.columnValue
  }

  private func many(_ arguments: [FetchExpression]) throws -> [PropertyValue] {
    if let group, arguments.count == 1, try !hasMany(arguments[0]) {
      return try group.map { try FetchEvaluation($0, in: lookup).value(arguments[0]) }
    }
    return try arguments.flatMap(values)
  }

  private func hasMany(_ expression: FetchExpression) throws -> Bool {
    switch expression {
    case .values, .list, .subquery: true
    case .path(let path): try leadsToMany(path)
    default: false
    }
  }
}

// MARK: - Key paths

extension FetchEvaluation {
  /// The row at which a path begins, and the path from there on.
  private func begin(_ path: String) throws -> (row: Row, path: String) {
    let rooted = RootedPath(path)
    guard let variable = rooted.variable else { return (row, path) }
    guard let member = variables[variable] else { throw FetchError.unboundVariable(name: variable) }
    return (member, rooted.path)
  }

  private func value(at path: String) throws -> PropertyValue {
    let (row, path) = try begin(path)
    return columnValue(try lookup.value(at: path, of: row))
  }

  private func values(at path: String) throws -> [PropertyValue] {
    let (row, path) = try begin(path)
    return try lookup.values(at: path, of: row).map(\.columnValue)
  }

  private func leadsToMany(_ path: String) throws -> Bool {
    let (row, path) = try begin(path)
    let entity = lookup.model.entity(of: row.id)
    if entity.slot(of: path) != nil || AggregatePath(path) != nil { return false }
    return try lookup.model.resolve(path, from: entity).isToMany
  }

  private func values(_ subquery: FetchExpression.Subquery) throws -> [PropertyValue] {
    let (row, path) = try begin(subquery.collection)
    var values: [PropertyValue] = []
    for case .reference(let id) in try lookup.values(at: path, of: row) {
      guard let member = try lookup.row(for: id) else { continue }
      var inner = self
      inner.variables[subquery.variable] = member
      guard try inner.matches(subquery.predicate) else { continue }
      values.append(try lookup.value(at: subquery.valuePath ?? "SELF", of: member).columnValue)
    }
    return values
  }
}

// MARK: - Comparisons

extension FetchEvaluation {
  private func holds(_ comparison: FetchPredicate.Comparison) throws -> Bool {
    if let element = try membership(comparison) {
      let wanted = comparison.comparable(try value(element.element))
      return try values(at: element.path).contains {
        PropertyValue.compare(comparison.comparable($0), wanted) == .orderedSame
      }
    }
    let operands = try operands(of: comparison)
    guard comparison.quantifier != .one else {
      return comparison.holds(comparison.comparable(try value(comparison.left)), operands)
    }
    let values = try values(comparison.left).map(comparison.comparable)
    return switch comparison.quantifier {
    case .all: values.allSatisfy { comparison.holds($0, operands) }
    case .none: !values.contains { comparison.holds($0, operands) }
    default: values.contains { comparison.holds($0, operands) }
    }
  }

  /// The path through a to-many relationship among whose values one is looked for.
  private func membership(
    _ comparison: FetchPredicate.Comparison
  ) throws -> (path: String, element: FetchExpression)? {
    guard comparison.quantifier == .one else { return nil }
    switch (comparison.operation, comparison.left, comparison.right) {
    case (.in, let element, .path(let path)): return (path, element)
    case (.contains, .path(let path), let element) where try leadsToMany(path): return (path, element)
    default: return nil
    }
  }

  private func operands(of comparison: FetchPredicate.Comparison) throws -> [PropertyValue] {
    switch comparison.right {
    case .value(let value): [comparison.comparable(value.columnValue)]
    case .values, .list: try values(comparison.right).map(comparison.comparable)
    default: [comparison.comparable(try value(comparison.right))]
    }
  }
}

extension FetchPredicate.Comparison {
  /// A column value in the form in which the options let it be compared.
  fileprivate func comparable(_ value: PropertyValue) -> PropertyValue {
    guard !options.isEmpty, operation != .matches, case .string(let text) = value else { return value }
    return .string(TextFolding.fold(text, options))
  }

  fileprivate func holds(_ value: PropertyValue, _ operands: [PropertyValue]) -> Bool {
    if operation == .in { return operands.contains { Self.order(value, $0) == .orderedSame } }
    guard let operand = operands.first else { return false }
    switch operation {
    case .equal: return Self.order(value, operand) == .orderedSame
    case .notEqual: return Self.order(value, operand) != .orderedSame
    default: break
    }
    guard !value.isNull, !operand.isNull else { return false }
    switch operation {
    case .less: return Self.order(value, operand) == .orderedAscending
    case .lessOrEqual: return Self.order(value, operand) != .orderedDescending
    case .greater: return Self.order(value, operand) == .orderedDescending
    case .greaterOrEqual: return Self.order(value, operand) != .orderedAscending
    case .between:
      guard operands.count == 2, !operands[1].isNull else { return false }
      return Self.order(value, operand) != .orderedAscending
        && Self.order(value, operands[1]) != .orderedDescending
    default: return holds(text: value, operand)
    }
  }

  private func holds(text value: PropertyValue, _ operand: PropertyValue) -> Bool {
    guard case .string(let text) = value, case .string(let part) = operand else { return false }
    switch operation {
    case .contains: return TextSearch.contains(text, part)
    case .beginsWith: return TextSearch.begins(text, part)
    case .endsWith: return TextSearch.ends(text, part)
    case .matches: return TextExpression.cached(part, options)?.matches(text) ?? false
    default: return TextPattern(part).matches(text)
    }
  }

  private static func order(_ left: PropertyValue, _ right: PropertyValue) -> ComparisonResult {
    PropertyValue.compare(left, right)
  }
}
