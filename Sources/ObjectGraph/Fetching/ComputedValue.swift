public import ObjectModel

/// A value that is computed from properties of a class; see ``TypedExpression``.
public struct ComputedValue<Object: ManagedObject, Value>: TypedExpression {
  /// The expression without its types.
  public let expression: FetchExpression
  /// There is one value.
  public var quantifier: FetchPredicate.Quantifier { .one }

  /// Says of which type the values of an expression are.
  public init(_ expression: FetchExpression) { self.expression = expression }
}
