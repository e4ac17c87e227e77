/// The functions that an expression can use.
///
/// The names are those of Apple's predicate format.
public enum FetchFunction: String, Hashable, Sendable, CaseIterable {
  /// Text in small letters, by Unicode's full mapping without a language.
  case lowercase
  /// Text in capitals, by Unicode's full mapping without a language.
  case uppercase
  /// The number of code points in a text.
  case length
  /// A number without its sign.
  case abs
  /// The greatest integer that is not greater than the number, of the same type.
  case floor
  /// The smallest integer that is not smaller than the number, of the same type.
  case ceiling
  /// The nearest integer, halves rounded away from zero, of the same type.
  case round
  /// The integer toward zero, of the same type.
  case trunc
  /// The square root; nil for a negative number.
  case sqrt
  /// The natural logarithm; nil for zero and negative numbers.
  case ln
  /// The logarithm to the base 10; nil for zero and negative numbers.
  case log
  /// The power of e.
  case exp
  /// The remainder of a division truncated toward zero, with the sign of the first number; nil for a division
  /// by zero.
  case modulus
  /// The moment at which the row is looked at.
  case now
  /// The number of values that are not nil.
  case count
  /// The sum of the values, 0 if there are none.
  ///
  /// Integers are added exactly, with 128 bits; a sum that does not fit 64 bits is the nearest real number. Real
  /// numbers are added in ascending order, so that the sum does not depend on the order of the rows.
  case sum
  /// The sum as a real number, divided by how many values there are; nil if there are none.
  case average
  /// The smallest value; nil if there is none.
  case min
  /// The greatest value; nil if there is none.
  case max

  /// The aggregate that the function computes of many values, or `nil` for a function of single values.
  package var aggregate: Aggregate? {
    switch self {
    case .count: .count
    case .sum: .sum
    case .average: .average
    case .min: .minimum
    case .max: .maximum
    default: nil
    }
  }

  /// A Boolean value that indicates whether the function aggregates many values into one.
  package var isCollective: Bool { aggregate != nil }

  /// The number of arguments of a function of single values.
  package var argumentCount: Int {
    switch self {
    case .now: 0
    case .modulus: 2
    default: 1
    }
  }

  /// A Boolean value that indicates whether the function takes text.
  package var isForText: Bool { self == .lowercase || self == .uppercase || self == .length }

  /// The function that stands behind `@` in a key path.
  package init?(operator name: some StringProtocol) {
    switch name {
    case "@count": self = .count
    case "@sum": self = .sum
    case "@avg": self = .average
    case "@min": self = .min
    case "@max": self = .max
    default: return nil
    }
  }
}
