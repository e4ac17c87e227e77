internal import Foundation
internal import ObjectModel

extension PredicateExpressions.KeyPath: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let collection = Root.Output.self as? any CountedCollection.Type
    switch try translation.translate(self.root) {
    case .object(let path): return try property(of: path, translation)
    case .members(let path, let filter) where collection?.countPath == keyPath:
      return .value(.count(path, filter))
    case .members(let path, let filter) where collection?.isEmptyPath == keyPath:
      return .predicate(.comparison(.init(.count(path, filter), .equal, .value(.integer(0)))))
    case .value(let text) where keyPath as AnyKeyPath == \String.isEmpty:
      return .predicate(.comparison(.init(text, .equal, .value(.string("")))))
    default: throw PredicateTranslationError("\(keyPath) has no meaning in a fetch")
    }
  }

  private func property(of path: String, _ translation: PredicateTranslation) throws -> Translated {
    guard let objectClass = Root.Output.self as? ManagedObject.Type,
      let property = translation.probe.path(of: keyPath, in: objectClass)
    else {
      throw PredicateTranslationError(
        "\(keyPath) is no property that \(Root.Output.self) has in the model: it is computed, or of a type of its own"
      )
    }
    let whole = path == "SELF" ? property : path + "." + property
    if Output.self is any ObjectCollection.Type { return .members(whole, nil) }
    if Output.self is any ObjectReference.Type { return .object(whole) }
    return .value(.path(whole))
  }
}

/// A collection of which a predicate can ask how many elements it has.
private protocol CountedCollection {
  static var countPath: AnyKeyPath { get }
  static var isEmptyPath: AnyKeyPath { get }
}

extension ObjectSet: CountedCollection {
  fileprivate static var countPath: AnyKeyPath { \Self.count }
  fileprivate static var isEmptyPath: AnyKeyPath { \Self.isEmpty }
}

extension Array: CountedCollection {
  fileprivate static var countPath: AnyKeyPath { \Self.count }
  fileprivate static var isEmptyPath: AnyKeyPath { \Self.isEmpty }
}

/// A type of a property that is a to-many relationship.
private protocol ObjectCollection {}
extension ObjectSet: ObjectCollection {}

/// A type of a property that is a to-one relationship.
private protocol ObjectReference {}
extension ManagedObject: ObjectReference {}
extension Optional: ObjectReference where Wrapped: ObjectReference {}

extension FetchExpression {
  /// Returns the number of objects of a to-many relationship, or of those that match a filter.
  fileprivate static func count(_ path: String, _ filter: Subquery?) -> FetchExpression {
    .function(.count, [filter.map { .subquery($0) } ?? .path(path)])
  }
}

// MARK: - Members

extension PredicateExpressions.Filter: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let members = try translation.members(of: translation.translate(sequence), variable.key, filter)
    return .members(members.path, members.members(where: true))
  }
}

extension PredicateExpressions.SequenceContainsWhere: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let members = try translation.members(of: translation.translate(sequence), variable.key, test)
    return .predicate(
      .comparison(.init(.count(members.path, members.members(where: true)), .greater, .value(.integer(0)))))
  }
}

extension PredicateExpressions.SequenceAllSatisfy: TranslatableExpression {
  /// None of the members fails the test.
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let members = try translation.members(of: translation.translate(sequence), variable.key, test)
    return .predicate(
      .comparison(.init(.count(members.path, members.members(where: false)), .equal, .value(.integer(0)))))
  }
}

extension PredicateExpressions.SequenceContains: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let element = try translation.translate(element).value()
    switch try translation.translate(sequence) {
    case .members(let path, nil): return .predicate(.comparison(.init(element, .in, .path(path))))
    case .members(let path, let filter?):
      let isElement = FetchPredicate.comparison(.init("$" + filter.variable, .equal, element))
      let members = FetchExpression.Subquery(path, filter.variable, where: filter.predicate && isElement)
      return .predicate(.comparison(.init(.count(path, members), .greater, .value(.integer(0)))))
    case .value(.values(let values)): return .predicate(.comparison(.init(element, .in, .values(values))))
    default: throw PredicateTranslationError("contains is for arrays, ranges, text and to-many relationships")
    }
  }
}

// MARK: - Ranges

extension PredicateExpressions.Range: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    .range(
      try translation.translate(lower).value(), try translation.translate(upper).value(), isClosed: false)
  }
}

extension PredicateExpressions.ClosedRange: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    .range(
      try translation.translate(lower).value(), try translation.translate(upper).value(), isClosed: true)
  }
}

extension PredicateExpressions.RangeExpressionContains: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    guard case .range(let lower, let upper, let isClosed) = try translation.translate(range) else {
      throw PredicateTranslationError("a range needs a lower and an upper bound")
    }
    let element = try translation.translate(element).value()
    return .predicate(
      .comparison(.init(element, .greaterOrEqual, lower))
        && .comparison(.init(element, isClosed ? .lessOrEqual : .less, upper)))
  }
}

// MARK: - Text

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    try translation.compare(base, .contains, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    try translation.compare(base, .beginsWith, prefix)
  }
}
