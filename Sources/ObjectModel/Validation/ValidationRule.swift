internal import Foundation

/// A rule that the value of an attribute must meet to be saved; a null value meets every rule.
///
/// ```swift
/// AttributeDescription("rating", .integer16, rules: .range(0...5))
/// AttributeDescription("email", .string, rules: [.maximumLength(200), .pattern(".+@.+")])
/// ```
///
/// The initial value of a new object must meet the rules, too. This is checked when the model is made.
public enum ValidationRule: Sendable, Hashable {
  /// Numbers and dates: not less.
  case minimum(PropertyValue)
  /// Numbers and dates: not more.
  case maximum(PropertyValue)
  /// The minimum number of characters of text and addresses, or of bytes of data.
  ///
  /// Characters are those of `String.count`, where Core Data counts UTF-16 units.
  case minimumLength(Int)
  /// The maximum number of characters of text and addresses, or of bytes of data.
  case maximumLength(Int)
  /// Text and addresses: the regular expression matches the whole of it.
  case pattern(RegularExpression)

  /// The regular expression `text` matches the whole of the value.
  public static func pattern(_ text: String) -> ValidationRule { .pattern(RegularExpression(text)) }
}

extension [ValidationRule] {
  /// Between two values, both included: numbers of the attribute's type, or dates.
  public static func range<Bound: AttributeConvertible>(_ range: ClosedRange<Bound>) -> Self {
    [.minimum(range.lowerBound.propertyValue), .maximum(range.upperBound.propertyValue)]
  }

  /// Between two lengths, both included.
  public static func length(_ range: ClosedRange<Int>) -> Self {
    [.minimumLength(range.lowerBound), .maximumLength(range.upperBound)]
  }
}

extension ValidationRule {
  /// Returns a Boolean value that indicates whether the value meets the rule.
  func holds(for value: PropertyValue) -> Bool {
    if value.isNull { return true }
    return switch self {
    case .minimum(let bound): value.order(to: bound) != .orderedAscending
    case .maximum(let bound): value.order(to: bound) != .orderedDescending
    case .minimumLength(let length): value.length.map { $0 >= length } ?? false
    case .maximumLength(let length): value.length.map { $0 <= length } ?? false
    case .pattern(let expression): value.text.map(expression.matchesAll) ?? false
    }
  }
}
