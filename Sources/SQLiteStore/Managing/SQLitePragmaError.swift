/// The reason why a pragma of SQLite cannot be set.
public enum SQLitePragmaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The pragma is none of those that a store lets its user choose.
  case notAllowed(pragma: String)
  /// The pragma cannot have the value.
  case badValue(pragma: String, value: String, allowed: ClosedRange<Int>)

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .notAllowed(let pragma):
      """
      The pragma \(pragma) cannot be set: the store sets its own durability, journal and schema. \
      Choose among cache_size, mmap_size and journal_size_limit.
      """
    case .badValue(let pragma, let value, let allowed):
      """
      The pragma \(pragma) cannot be “\(value)”: it is a whole number from \(allowed.lowerBound) \
      to \(allowed.upperBound).
      """
    }
  }
}
