internal import Foundation

/// A function that combines many values into one.
///
/// Key path operators, fetches, dictionaries, derived attributes and the functions of a SQLite store compute with it, by
/// one rule:
///
/// - Null values are ignored. The sum of nothing is 0; the average, the minimum and the maximum of nothing are null.
/// - Integers are added exactly, with 128 bits. A sum that does not fit 64 bits is the nearest real number.
/// - Decimals are added exactly, and stay decimals. A fetch computes with columns, where decimals are real numbers.
/// - Real numbers are added in ascending order, so that the result does not depend on the order of the rows.
/// - An average is a decimal for decimals, and a real number for all others.
/// - Decimals are compared exactly, all other values as their columns.
package enum Aggregate: Sendable {
  /// The number of values.
  case count
  /// The sum of numbers.
  case sum
  /// The sum of numbers, divided by their number.
  case average
  /// The smallest value.
  case minimum
  /// The largest value.
  case maximum

  /// Returns the result for values of one attribute, or for column values.
  ///
  /// - Parameters:
  ///   - values: The values. Sums and averages ignore values that are not numbers.
  ///   - type: The type of the attribute, which is the type of the sum of nothing; `nil` for column values.
  package func apply(to values: [PropertyValue], of type: AttributeType? = nil) -> PropertyValue {
    let values = values.filter { !$0.isNull }
    switch self {
    case .count: return .integer(Int64(values.count))
    case .sum: return Total(values, of: type).sum
    case .average: return values.isEmpty ? .null : Total(values, of: type).average(of: values.count)
    case .minimum: return values.min { $0.order(to: $1) == .orderedAscending } ?? .null
    case .maximum: return values.max { $0.order(to: $1) == .orderedAscending } ?? .null
    }
  }
}

/// A sum before it is rounded to a value.
private enum Total {
  case integer(Int128)
  case real(Double)
  case decimal(Decimal)

  init(_ values: [PropertyValue], of type: AttributeType?) {
    if type?.traits.form == .decimal || (type == nil && values.contains(where: \.isDecimal)) {
      self = .decimal(values.compactMap(\.exactNumber).reduce(0, +))
    } else if type.map(\.isInteger) ?? true, let sum = Self.wholeSum(values) {
      self = .integer(sum)
    } else {
      self = .real(values.compactMap(\.number).sorted().reduce(0, +))
    }
  }

  /// The sum of integers, or `nil` if a value is not an integer.
  private static func wholeSum(_ values: [PropertyValue]) -> Int128? {
    var sum: Int128 = 0
    for value in values {
      guard case .integer(let number) = value else { return nil }
      sum += Int128(number)
    }
    return sum
  }

  var sum: PropertyValue {
    switch self {
    case .integer(let sum): Int64(exactly: sum).map { .integer($0) } ?? .real(Double(sum))
    case .real(let sum): .number(sum)
    case .decimal(let sum): PropertyValue.decimal(sum).kept
    }
  }

  func average(of count: Int) -> PropertyValue {
    switch self {
    case .integer(let sum): .number(Double(sum) / Double(count))
    case .real(let sum): .number(sum / Double(count))
    case .decimal(let sum): PropertyValue.decimal(sum / Decimal(count)).kept
    }
  }
}

extension PropertyValue {
  fileprivate var isDecimal: Bool { if case .decimal = self { true } else { false } }

  fileprivate var exactNumber: Decimal? {
    switch self {
    case .decimal(let number): number
    case .integer(let number): Decimal(number)
    default: nil
    }
  }
}
