internal import Foundation

/// The measures of a value that rules use.
extension PropertyValue {
  /// Compares the value with another of its type; decimals are compared exactly, not as a store compares
  /// them.
  func order(to other: PropertyValue) -> ComparisonResult {
    if case .decimal(let left) = self, case .decimal(let right) = other {
      return left < right ? .orderedAscending : left == right ? .orderedSame : .orderedDescending
    }
    return Self.compare(columnValue, other.columnValue)
  }

  /// The number of characters of a text, or of bytes of data; `nil` for values without a length.
  var length: Int? {
    if case .data(let data) = self { data.count } else { text?.count }
  }

  /// A text or the text of an address.
  var text: String? {
    switch self {
    case .string(let text): text
    case .url(let url): url.absoluteString
    default: nil
    }
  }

  /// The value as it fits into a sentence.
  var excerpt: String {
    let limit = 60
    guard case .string(let text) = self, text.count > limit else { return description }
    return "\"\(text.prefix(limit))…\""
  }

  /// The value as objects keep it: a NaN is no value, as in a store, which has none.
  package var kept: PropertyValue {
    switch self {
    case .real(let number) where number.isNaN: .null
    case .date(let date) where date.timeIntervalSinceReferenceDate.isNaN: .null
    case .decimal(let number) where number.isNaN: .null
    default: self
    }
  }
}
