public import ObjectModel

// The operators are functions outside of a type, because their left side is a key path. None demands that the property
// is declared by the class itself: the key path finds only properties of the class and its superclasses.

// MARK: - Comparisons with values

/// Equal; nil equals nil.
public func == <Object: ManagedObject, Value: AttributeConvertible>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>, right: Value
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] == right) }

/// Not equal; nil differs from every value.
public func != <Object: ManagedObject, Value: AttributeConvertible>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>, right: Value
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] != right) }

/// Less; never holds with nil.
public func < <Object: ManagedObject, Value: AttributeConvertible>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>, right: Value
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] < right) }

/// Less or equal; never holds with nil.
public func <= <Object: ManagedObject, Value: AttributeConvertible>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>, right: Value
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] <= right) }

/// Greater; never holds with nil.
public func > <Object: ManagedObject, Value: AttributeConvertible>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>, right: Value
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] > right) }

/// Greater or equal; never holds with nil.
public func >= <Object: ManagedObject, Value: AttributeConvertible>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>, right: Value
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] >= right) }

// MARK: - Comparisons with each other

/// Equal; nil equals nil.
public func == <Object: ManagedObject, Value>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>,
  right: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>
) -> TypedPredicate<Object> {
  TypedPredicate(Object.self[keyPath: left].compare(.equal, Object.self[keyPath: right].expression))
}

/// Not equal; nil differs from every value.
public func != <Object: ManagedObject, Value>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>,
  right: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>
) -> TypedPredicate<Object> {
  TypedPredicate(Object.self[keyPath: left].compare(.notEqual, Object.self[keyPath: right].expression))
}

/// Less; never holds with nil.
public func < <Object: ManagedObject, Value>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>,
  right: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>
) -> TypedPredicate<Object> {
  TypedPredicate(Object.self[keyPath: left].compare(.less, Object.self[keyPath: right].expression))
}

/// Less or equal; never holds with nil.
public func <= <Object: ManagedObject, Value>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>,
  right: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>
) -> TypedPredicate<Object> {
  TypedPredicate(Object.self[keyPath: left].compare(.lessOrEqual, Object.self[keyPath: right].expression))
}

/// Greater; never holds with nil.
public func > <Object: ManagedObject, Value>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>,
  right: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>
) -> TypedPredicate<Object> {
  TypedPredicate(Object.self[keyPath: left].compare(.greater, Object.self[keyPath: right].expression))
}

/// Greater or equal; never holds with nil.
public func >= <Object: ManagedObject, Value>(
  left: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>,
  right: KeyPath<Object.Type, some TypedExpression<some ManagedObject, Value>>
) -> TypedPredicate<Object> {
  TypedPredicate(Object.self[keyPath: left].compare(.greaterOrEqual, Object.self[keyPath: right].expression))
}

// MARK: - Comparisons of to-one relationships

/// The object with the ID; nil for none.
public func == <Object: ManagedObject>(
  left: KeyPath<Object.Type, ToOneProperty<some ManagedObject, some ManagedObject>>, right: ManagedObjectID?
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] == right) }

/// Not the object with the ID; nil for any.
public func != <Object: ManagedObject>(
  left: KeyPath<Object.Type, ToOneProperty<some ManagedObject, some ManagedObject>>, right: ManagedObjectID?
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] != right) }

/// The object.
public func == <Object: ManagedObject, Destination: ManagedObject>(
  left: KeyPath<Object.Type, ToOneProperty<some ManagedObject, Destination>>, right: Destination
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] == right) }

/// Not the object.
public func != <Object: ManagedObject, Destination: ManagedObject>(
  left: KeyPath<Object.Type, ToOneProperty<some ManagedObject, Destination>>, right: Destination
) -> TypedPredicate<Object> { TypedPredicate(Object.self[keyPath: left] != right) }
