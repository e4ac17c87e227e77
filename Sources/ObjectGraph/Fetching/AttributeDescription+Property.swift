public import ObjectModel

extension AttributeDescription {
  /// Describes an attribute by its declaration, from which its name, its type and whether it is optional follow.
  ///
  /// Type, default and rules that are given here replace those of the declaration.
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
    let declared = property.declared?.description
    self.init(
      property.keyPath, type ?? declared?.type ?? Self.type(storing: Value.self),
      isOptional: Value.missing.propertyValue.isNull,
      default: value?.propertyValue ?? declared?.defaultValue ?? .null,
      isTransient: declared?.isTransient ?? false, derived: declared?.derivation,
      rules: rules.isEmpty ? declared?.rules ?? [] : rules,
      allowsExternalStorage: declared?.allowsExternalStorage ?? false,
      renamingIdentifier: declared?.renamingIdentifier)
  }

  /// Returns the type that holds all values of a Swift type.
  static func type<Value: AttributeConvertible>(storing _: Value.Type) -> AttributeType {
    Value.sampleValue.form?.widestType ?? .string
  }
}
