public import ObjectModel

/// A range of Swift that a predicate can compare with.
///
/// The ranges of the standard library conform to it.
public protocol ValueRange<Bound> {
  /// The type of the bounds.
  associatedtype Bound: AttributeConvertible
  /// Returns the predicate for values of an expression in the range.
  func predicate(for expression: some TypedExpression) -> FetchPredicate
}

extension ClosedRange: ValueRange where Bound: AttributeConvertible {
  /// Returns the predicate for values between the bounds, both included.
  public func predicate(for expression: some TypedExpression) -> FetchPredicate {
    expression.compare(.between, .values([lowerBound.propertyValue, upperBound.propertyValue]))
  }
}

extension Range: ValueRange where Bound: AttributeConvertible {
  /// Returns the predicate for values from the lower bound to the upper one, which is not included.
  public func predicate(for expression: some TypedExpression) -> FetchPredicate {
    expression.compare(.greaterOrEqual, .value(lowerBound.propertyValue))
      && expression.compare(.less, .value(upperBound.propertyValue))
  }
}

extension PartialRangeFrom: ValueRange where Bound: AttributeConvertible {
  /// Returns the predicate for values that are not less than the bound.
  public func predicate(for expression: some TypedExpression) -> FetchPredicate {
    expression.compare(.greaterOrEqual, .value(lowerBound.propertyValue))
  }
}

extension PartialRangeUpTo: ValueRange where Bound: AttributeConvertible {
  /// Returns the predicate for values that are less than the bound.
  public func predicate(for expression: some TypedExpression) -> FetchPredicate {
    expression.compare(.less, .value(upperBound.propertyValue))
  }
}

extension PartialRangeThrough: ValueRange where Bound: AttributeConvertible {
  /// Returns the predicate for values that are not greater than the bound.
  public func predicate(for expression: some TypedExpression) -> FetchPredicate {
    expression.compare(.lessOrEqual, .value(upperBound.propertyValue))
  }
}

extension TypedExpression {
  /// A value in the range.
  public func isWithin<Bound: Comparable>(_ range: some ValueRange<Bound>) -> FetchPredicate
  where Value == Bound { range.predicate(for: self) }

  /// A value in the range; nil is in none.
  public func isWithin<Bound: Comparable>(_ range: some ValueRange<Bound>) -> FetchPredicate
  where Value == Bound? { range.predicate(for: self) }
}
