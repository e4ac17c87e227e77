public import ObjectModel

/// A value that a ``BatchUpdateRequest`` gives to a property.
public struct PropertyAssignment<Object: ManagedObject>: Sendable {
  /// The name of the property.
  public let property: String
  /// The value: a constant, or an expression of attributes of the same row before the update.
  public let expression: FetchExpression

  /// Makes an assignment by the name of the property.
  public init(_ property: String, to expression: FetchExpression) {
    self.property = property
    self.expression = expression
  }

  /// Sets a property by its name.
  public static func set(_ property: String, to expression: FetchExpression) -> PropertyAssignment {
    PropertyAssignment(property, to: expression)
  }

  /// Sets an attribute to a constant.
  public static func set<Value: AttributeConvertible>(
    _ property: KeyPath<Object.Type, Property<some ManagedObject, Value>>, to value: Value
  ) -> PropertyAssignment {
    PropertyAssignment(Object.self[keyPath: property].keyPath, to: .value(value.propertyValue))
  }

  /// Sets an attribute to a value that is computed from attributes of the same row, such as `Photo.views + 1`.
  public static func set<Value>(
    _ property: KeyPath<Object.Type, Property<some ManagedObject, Value>>,
    to expression: some TypedExpression<Object, Value>
  ) -> PropertyAssignment {
    PropertyAssignment(Object.self[keyPath: property].keyPath, to: expression.expression)
  }

  /// Sets a to-one relationship to an object, or to nil.
  public static func set(
    _ relationship: KeyPath<Object.Type, ToOneProperty<some ManagedObject, some ManagedObject>>,
    to destination: ManagedObjectID?
  ) -> PropertyAssignment {
    let name = Object.self[keyPath: relationship].keyPath
    return PropertyAssignment(name, to: .value(destination.map { .reference($0) } ?? .null))
  }
}
