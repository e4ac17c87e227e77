internal import Foundation
internal import ObjectModel

extension PredicateExpressions.Variable: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    guard let known = translation.variables[key] else {
      throw PredicateTranslationError("a variable stands for nothing")
    }
    return known
  }
}

extension PredicateExpressions.Value: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    switch value as Any {
    case let argument as any FetchArgument: return .value(argument.fetchOperand)
    case let value as any AttributeConvertible: return .value(.value(value.propertyValue))
    case let range as any TranslatableRange: return try range.translated()
    default: throw PredicateTranslationError("\(Output.self) is no type that an attribute can have")
    }
  }
}

/// A range that is a value of a predicate.
private protocol TranslatableRange {
  func translated() throws -> Translated
}

extension Range: TranslatableRange {
  fileprivate func translated() throws -> Translated { try range(lowerBound, upperBound, isClosed: false) }
}

extension ClosedRange: TranslatableRange {
  fileprivate func translated() throws -> Translated { try range(lowerBound, upperBound, isClosed: true) }
}

private func range<Bound>(_ lower: Bound, _ upper: Bound, isClosed: Bool) throws -> Translated {
  guard let lower = lower as? any FetchArgument, let upper = upper as? any FetchArgument else {
    throw PredicateTranslationError("\(Bound.self) is no type that an attribute can have")
  }
  return .range(lower.fetchOperand, upper.fetchOperand, isClosed: isClosed)
}

extension PredicateExpressions.NilLiteral: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) -> Translated { .value(.value(.null)) }
}

// MARK: - Logic

extension PredicateExpressions.Conjunction: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    .predicate(try translation.translate(lhs).predicate() && translation.translate(rhs).predicate())
  }
}

extension PredicateExpressions.Disjunction: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    .predicate(try translation.translate(lhs).predicate() || translation.translate(rhs).predicate())
  }
}

extension PredicateExpressions.Negation: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    .predicate(!(try translation.translate(wrapped).predicate()))
  }
}

extension PredicateExpressions.Conditional: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    .value(
      .conditional(
        try translation.translate(test).predicate(), try translation.translate(trueBranch).value(),
        try translation.translate(falseBranch).value()))
  }
}

// MARK: - Optionals

extension PredicateExpressions.NilCoalesce: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let left = try translation.translate(lhs).value()
    return .value(
      .conditional(
        .comparison(.init(left, .equal, .value(.null))), try translation.translate(rhs).value(), left))
  }
}

extension PredicateExpressions.ForcedUnwrap: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    try translation.translate(inner)
  }
}

extension PredicateExpressions.OptionalFlatMap: TranslatableExpression {
  /// Translates to nil for a nil value: a value expression is nil by itself, a predicate becomes a condition.
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let wrapped = try translation.translate(self.wrapped)
    var inner = translation
    inner.variables[variable.key] = wrapped
    let transformed = try inner.translate(transform)
    guard case .predicate = transformed else { return transformed }
    return .value(
      .conditional(
        .comparison(.init(try wrapped.value(), .equal, .value(.null))), .value(.null),
        try transformed.value()))
  }
}

// MARK: - Comparisons

extension PredicateTranslation {
  func compare(
    _ left: any PredicateExpression, _ operation: FetchPredicate.Operation, _ right: any PredicateExpression
  ) throws -> Translated {
    .predicate(.comparison(.init(try translate(left).value(), operation, try translate(right).value())))
  }

  func compute(
    _ left: any PredicateExpression, _ operation: FetchExpression.Arithmetic,
    _ right: any PredicateExpression
  ) throws -> Translated {
    .value(.arithmetic(operation, try translate(left).value(), try translate(right).value()))
  }
}

extension PredicateExpressions.Equal: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    try translation.compare(lhs, .equal, rhs)
  }
}

extension PredicateExpressions.NotEqual: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    try translation.compare(lhs, .notEqual, rhs)
  }
}

extension PredicateExpressions.Comparison: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let operation: FetchPredicate.Operation =
      switch op {
      case .lessThan: .less
      case .lessThanOrEqual: .lessOrEqual
      case .greaterThan: .greater
      case .greaterThanOrEqual: .greaterOrEqual
      @unknown default: throw PredicateTranslationError("a comparison is of a new kind: \(op)")
      }
    return try translation.compare(lhs, operation, rhs)
  }
}

// MARK: - Arithmetic

extension PredicateExpressions.Arithmetic: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    let operation: FetchExpression.Arithmetic =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw PredicateTranslationError("a calculation is of a new kind: \(op)")
      }
    return try translation.compute(lhs, operation, rhs)
  }
}

extension PredicateExpressions.IntDivision: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    try translation.compute(lhs, .divide, rhs)
  }
}

extension PredicateExpressions.FloatDivision: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    try translation.compute(lhs, .divide, rhs)
  }
}

extension PredicateExpressions.IntRemainder: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    .value(
      .function(
        .modulus, [try translation.translate(lhs).value(), try translation.translate(rhs).value()]))
  }
}

extension PredicateExpressions.UnaryMinus: TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated {
    .value(.arithmetic(.subtract, .value(.integer(0)), try translation.translate(wrapped).value()))
  }
}
