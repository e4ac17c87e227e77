internal import Foundation

/// An operator that combines the values at the end of a key path into one value.
enum KeyPathOperator: String, CaseIterable {
  case count = "@count"
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case union = "@unionOfObjects"
  case distinctUnion = "@distinctUnionOfObjects"

  /// Returns a Boolean value that indicates whether the operator accepts values of a type; `nil` stands for a
  /// path to objects.
  func accepts(_ type: AttributeType?) -> Bool {
    switch self {
    case .count, .union, .distinctUnion: true
    case .sum, .average: type?.isNumber ?? false
    case .minimum, .maximum: type.map { $0.isOrdered || $0.isText } ?? false
    }
  }

  /// The values that the operator accepts, in words.
  var demand: String {
    switch self {
    case .count, .union, .distinctUnion: "everything"
    case .sum, .average: "numbers"
    case .minimum, .maximum: "numbers, dates and text"
    }
  }

  /// The value or values that are made of many; values that do not fit the type are passed over.
  func apply(to all: [PropertyValue], of type: AttributeType?) -> KeyPathWalk.Result {
    let values = type.map { type in all.filter { type.misfit($0) == nil } } ?? all
    switch self {
    case .count: return .one(.integer(Int64(all.count)))
    case .sum: return .one(values.sum(of: type ?? .integer64))
    case .average: return .one(values.average(of: type ?? .integer64))
    case .minimum:
      return .one(values.min { $0.order(to: $1) == .orderedAscending } ?? .null)
    case .maximum:
      return .one(values.max { $0.order(to: $1) == .orderedAscending } ?? .null)
    case .union: return .many(values)
    case .distinctUnion:
      var seen: Set<PropertyValue> = []
      return .many(values.filter { seen.insert($0).inserted })
    }
  }
}

extension AttributeType {
  /// A Boolean value that indicates whether values of the type can be added.
  var isNumber: Bool { isOrdered && self != .date }
}

/// Values of one type of numbers, taken together.
extension [PropertyValue] {
  /// Returns the sum; the sum of integers is a decimal if it overflows 64 bits.
  func sum(of type: AttributeType) -> PropertyValue {
    switch type {
    case .double, .float: return PropertyValue.real(realSum).kept
    case .decimal: return .decimal(decimalSum)
    default: return wholeSum.map { .integer($0) } ?? .decimal(decimalSum)
    }
  }

  /// Returns the average: a decimal for decimals, a real number for other types, and null for an empty array.
  func average(of type: AttributeType) -> PropertyValue {
    guard !isEmpty else { return .null }
    switch type {
    case .double, .float: return PropertyValue.real(realSum / Double(count)).kept
    case .decimal: return .decimal(decimalSum / Decimal(count))
    default: return .real((wholeSum.map(Double.init) ?? Double("\(decimalSum)") ?? 0) / Double(count))
    }
  }

  private var realSum: Double {
    reduce(0) { sum, value in if case .real(let number) = value { sum + number } else { sum } }
  }

  private var decimalSum: Decimal {
    reduce(0) { sum, value in
      switch value {
      case .decimal(let number): sum + number
      case .integer(let number): sum + Decimal(number)
      default: sum
      }
    }
  }

  /// The sum of integers, or `nil` if it overflows 64 bits.
  private var wholeSum: Int64? {
    var sum: Int64 = 0
    for case .integer(let number) in self {
      let (next, overflow) = sum.addingReportingOverflow(number)
      if overflow { return nil }
      sum = next
    }
    return sum
  }
}
