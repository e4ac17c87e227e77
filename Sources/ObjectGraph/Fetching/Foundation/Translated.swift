internal import ObjectModel

/// A part of a predicate, translated.
enum Translated {
  /// A predicate, which is true or false.
  case predicate(FetchPredicate)
  /// A value.
  case value(FetchExpression)
  /// The object to which a key path leads.
  case object(String)
  /// The objects of a to-many relationship, or those that match.
  case members(String, FetchExpression.Subquery?)
  /// A range of values.
  case range(FetchExpression, FetchExpression, isClosed: Bool)

  /// The part as something that holds or does not.
  func predicate() throws -> FetchPredicate {
    switch self {
    case .predicate(let predicate): predicate
    case .value(.value(.boolean(let value))): .constant(value)
    default: .comparison(.init(try value(), .equal, .value(.boolean(true))))
    }
  }

  /// The part as a value.
  func value() throws -> FetchExpression {
    switch self {
    case .predicate(let predicate): .conditional(predicate, .value(.boolean(true)), .value(.boolean(false)))
    case .value(let value): value
    case .object(let path): .path(path)
    case .members, .range: throw PredicateTranslationError("a collection can not be compared as a whole")
    }
  }
}
