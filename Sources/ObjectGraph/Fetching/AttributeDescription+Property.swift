public import ObjectModel

extension AttributeDescription {
  /// Describes an attribute by its declaration, from which its name, its type and whether it is optional follow.
  ///
  /// - Parameters:
  ///   - property: The declaration. An optional type makes the attribute optional.
  ///   - type: The type of the attribute, if it is not the one that suits the Swift type: `Int` is ``AttributeType/integer64``.
  ///   - value: The initial value in new objects; nil for none.
  ///   - rules: The rules that a value must meet to be saved.
  /// - Precondition: The declaration is no longer key path. The Swift type is neither transformable nor an enumeration of
  ///   one, unless `type` is given.
  public init<Object: ManagedObject, Value: AttributeConvertible>(
    _ property: Property<Object, Value>, _ type: AttributeType? = nil, default value: Value? = nil,
    rules: [ValidationRule] = []
  ) {
    self.init(
      property.keyPath, type ?? Self.type(storing: Value.sampleValue),
      isOptional: Value.missing.propertyValue.isNull, default: value?.propertyValue ?? .null, rules: rules)
  }

  /// Returns the type that holds all values of the kind of a sample.
  private static func type(storing sample: PropertyValue) -> AttributeType {
    sample.form?.widestType ?? .string
  }
}
