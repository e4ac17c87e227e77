internal import Foundation

/// Computing with column values; the store calls the same functions where SQLite's own differ.
extension PropertyValue {
  /// Returns the result of an operation on two numbers; see ``FetchExpression`` for the rules, which are
  /// those of SQLite.
  package static func compute(
    _ operation: FetchExpression.Arithmetic, _ left: PropertyValue, _ right: PropertyValue
  ) -> PropertyValue {
    if operation != .power, case .integer(let left) = left, case .integer(let right) = right {
      return compute(operation, left, right)
    }
    guard let left = left.number, let right = right.number else { return .null }
    return switch operation {
    case .add: .number(left + right)
    case .subtract: .number(left - right)
    case .multiply: .number(left * right)
    case .divide: right == 0 ? .null : .number(left / right)
    // SQLite's columns do not keep the sign of zero, which would decide between the two infinities.
    case .power: .number(pow(left + 0, right))
    }
  }

  private static func compute(
    _ operation: FetchExpression.Arithmetic, _ left: Int64, _ right: Int64
  ) -> PropertyValue {
    if operation == .divide, right == 0 { return .null }
    let (result, overflow) =
      switch operation {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      default: left.dividedReportingOverflow(by: right)
      }
    guard overflow else { return .integer(result) }
    return compute(operation, .real(Double(left)), .real(Double(right)))
  }

  /// Returns the result of a function of single values, or null for arguments of another kind.
  package static func apply(_ function: FetchFunction, to arguments: [PropertyValue]) -> PropertyValue {
    if function == .now { return .real(Date().timeIntervalSinceReferenceDate) }
    guard let first = arguments.first else { return .null }
    if function.isForText {
      guard case .string(let text) = first else { return .null }
      switch function {
      case .lowercase: return .string(text.lowercased())
      case .uppercase: return .string(text.uppercased())
      default: return .integer(Int64(text.unicodeScalars.count))
      }
    }
    if function == .modulus { return arguments.count == 2 ? remainder(first, arguments[1]) : .null }
    if case .integer(let number) = first {
      switch function {
      case .floor, .ceiling, .round, .trunc: return first
      case .abs: return number == .min ? .real(-Double(number)) : .integer(Swift.abs(number))
      default: break
      }
    }
    return first.number.map { .number(apply(function, $0)) } ?? .null
  }

  private static func apply(_ function: FetchFunction, _ number: Double) -> Double {
    switch function {
    case .abs: number.magnitude
    case .floor: number.rounded(.down)
    case .ceiling: number.rounded(.up)
    case .round: number.rounded(.toNearestOrAwayFromZero)
    case .trunc: number.rounded(.towardZero)
    case .sqrt: number.squareRoot()
    // The logarithm of zero is infinite by the standard of C; here it is as little a number as that of -1.
    case .ln: number > 0 ? log(number) : .nan
    case .log: number > 0 ? log10(number) : .nan
    case .exp: exp(number)
    default: .nan
    }
  }

  private static func remainder(_ left: PropertyValue, _ right: PropertyValue) -> PropertyValue {
    if case .integer(let left) = left, case .integer(let right) = right {
      return right == 0 ? .null : .integer(right == -1 ? 0 : left % right)
    }
    guard let left = left.number, let right = right.number, right != 0 else { return .null }
    return .number(left.truncatingRemainder(dividingBy: right))
  }

  /// The number as a real number, or `nil` for a value of another kind.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}
