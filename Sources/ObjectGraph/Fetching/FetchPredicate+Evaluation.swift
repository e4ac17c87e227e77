internal import Foundation

extension FetchPredicate {
  /// Whether the row matches, as the rows of `lookup` stand.
  ///
  /// The answer is the one that a store would give. Throws what the lookup throws, and ``FetchError`` for a
  /// predicate that is not valid for the entity of the row.
  public func matches(_ row: Row, in lookup: some RowLookup) throws -> Bool {
    switch self {
    case .constant(let value): value
    case .and(let parts): try parts.allSatisfy { try $0.matches(row, in: lookup) }
    case .or(let parts): try parts.contains { try $0.matches(row, in: lookup) }
    case .not(let part): try !part.matches(row, in: lookup)
    case .comparison(let comparison): try comparison.holds(for: row, in: lookup)
    }
  }
}

extension FetchPredicate.Comparison {
  fileprivate func holds(for row: Row, in lookup: some RowLookup) throws -> Bool {
    let operands = try operands(for: row, in: lookup).map(comparable)
    switch quantifier {
    case .one:
      return holds(comparable(try lookup.value(at: path, of: row)), operands)
    case .any:
      return try lookup.values(at: path, of: row).contains { holds(comparable($0), operands) }
    case .all:
      return try lookup.values(at: path, of: row).allSatisfy { holds(comparable($0), operands) }
    case .none:
      return try !lookup.values(at: path, of: row).contains { holds(comparable($0), operands) }
    }
  }

  private func operands(for row: Row, in lookup: some RowLookup) throws -> [PropertyValue] {
    switch operand {
    case .value(let value): [value]
    case .values(let values): values
    case .path(let path): [try lookup.value(at: path, of: row)]
    }
  }

  /// A value in the form in which the options let it be compared.
  private func comparable(_ value: PropertyValue) -> PropertyValue {
    let value = value.columnValue
    guard !options.isEmpty, case .string(let text) = value else { return value }
    return .string(TextFolding.fold(text, options))
  }

  private func holds(_ value: PropertyValue, _ operands: [PropertyValue]) -> Bool {
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
    default: return TextPattern(part).matches(text)
    }
  }

  private static func order(_ left: PropertyValue, _ right: PropertyValue) -> ComparisonResult {
    PropertyValue.compare(left, right)
  }
}
