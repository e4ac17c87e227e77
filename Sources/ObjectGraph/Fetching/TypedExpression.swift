public import ObjectModel

/// Something with a value of a known type for every object of a class, for typed predicates: a ``Property``, or what is
/// computed from others.
///
/// ```swift
/// Photo.width * Photo.height > 1_000_000
/// Photographer.photos.sum(\.size) >= Photographer.quota
/// ```
public protocol TypedExpression<Object, Value>: Sendable {
  /// The class of the objects.
  associatedtype Object: ManagedObject
  /// The type of the values.
  associatedtype Value
  /// The expression without its types.
  var expression: FetchExpression { get }
  /// The quantifier, if there are several values.
  var quantifier: FetchPredicate.Quantifier { get }
}

extension TypedExpression {
  func compare(
    _ operation: FetchPredicate.Operation, _ right: FetchExpression, _ options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    .comparison(.init(expression, operation, right, options: options, quantifier: quantifier))
  }
}

// MARK: - Comparisons with values

extension TypedExpression where Value: AttributeConvertible {
  /// Equal; nil equals nil.
  public static func == (left: Self, right: Value) -> FetchPredicate {
    left.compare(.equal, .value(right.propertyValue))
  }

  /// Not equal; nil differs from every value.
  public static func != (left: Self, right: Value) -> FetchPredicate {
    left.compare(.notEqual, .value(right.propertyValue))
  }

  /// Less; never holds with nil.
  public static func < (left: Self, right: Value) -> FetchPredicate {
    left.compare(.less, .value(right.propertyValue))
  }

  /// Less or equal; never holds with nil.
  public static func <= (left: Self, right: Value) -> FetchPredicate {
    left.compare(.lessOrEqual, .value(right.propertyValue))
  }

  /// Greater; never holds with nil.
  public static func > (left: Self, right: Value) -> FetchPredicate {
    left.compare(.greater, .value(right.propertyValue))
  }

  /// Greater or equal; never holds with nil.
  public static func >= (left: Self, right: Value) -> FetchPredicate {
    left.compare(.greaterOrEqual, .value(right.propertyValue))
  }

  /// Between the two, both included.
  public func isBetween(_ lower: Value, and upper: Value) -> FetchPredicate {
    compare(.between, .values([lower.propertyValue, upper.propertyValue]))
  }

  /// One of the values.
  public func isIn(_ values: some Sequence<Value>) -> FetchPredicate {
    compare(.in, .values(values.map { $0.propertyValue }))
  }
}

// MARK: - Comparisons with each other

extension TypedExpression {
  /// Equal; nil equals nil.
  public static func == (left: Self, right: some TypedExpression<Object, Value>) -> FetchPredicate {
    left.compare(.equal, right.expression)
  }

  /// Not equal; nil differs from every value.
  public static func != (left: Self, right: some TypedExpression<Object, Value>) -> FetchPredicate {
    left.compare(.notEqual, right.expression)
  }

  /// Less; never holds with nil.
  public static func < (left: Self, right: some TypedExpression<Object, Value>) -> FetchPredicate {
    left.compare(.less, right.expression)
  }

  /// Less or equal; never holds with nil.
  public static func <= (left: Self, right: some TypedExpression<Object, Value>) -> FetchPredicate {
    left.compare(.lessOrEqual, right.expression)
  }

  /// Greater; never holds with nil.
  public static func > (left: Self, right: some TypedExpression<Object, Value>) -> FetchPredicate {
    left.compare(.greater, right.expression)
  }

  /// Greater or equal; never holds with nil.
  public static func >= (left: Self, right: some TypedExpression<Object, Value>) -> FetchPredicate {
    left.compare(.greaterOrEqual, right.expression)
  }
}
