public import ObjectModel

/// A value that a batch update gives to a property of each matching row.
public struct BatchAssignment: Hashable, Sendable {
  /// The slot of the property.
  public var slot: Slot
  /// The value: a constant, or an expression of the row's own attributes before the update.
  public var expression: FetchExpression

  /// Makes an assignment.
  public init(slot: Slot, expression: FetchExpression) {
    self.slot = slot
    self.expression = expression
  }

  /// The constant, or nil if the value is computed for each row.
  package var constant: PropertyValue? {
    if case .value(let value) = expression { value } else { nil }
  }
}
