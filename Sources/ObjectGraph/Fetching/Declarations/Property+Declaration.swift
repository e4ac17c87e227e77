public import ObjectModel

extension Property where Value: AttributeConvertible {
  /// Declares an attribute with all that the model must know of it.
  ///
  /// ```swift
  /// static let rating = Property<Photo, Int16>("rating", default: 0, rules: .range(0...5))
  /// static let number = Property<Photo, Int>("number", isUnique: true)
  /// ```
  ///
  /// Whether the attribute is optional follows from the type of the value.
  ///
  /// - Parameters:
  ///   - name: The name of the attribute.
  ///   - type: The type of the attribute, if it is not the one that suits the Swift type: `Int` is
  ///     ``AttributeType/integer64``.
  ///   - value: The initial value in new objects; nil for none.
  ///   - rules: The rules that a value must meet to be saved.
  ///   - isUnique: A Boolean value that indicates whether no two objects of the entity share a value.
  ///   - isTransient: A Boolean value that indicates whether the value exists in objects only.
  ///   - derivation: The derivation of the value, if the store computes it.
  ///   - allowsExternalStorage: A Boolean value that indicates whether the store may keep long values in separate files.
  ///   - renamingIdentifier: The name of the attribute in an earlier version of the model.
  /// - Precondition: The Swift type is neither transformable nor an enumeration of one, unless `type` is given.
  public init(
    _ name: String, type: AttributeType? = nil, default value: Value? = nil, rules: [ValidationRule] = [],
    isUnique: Bool = false, isTransient: Bool = false, derived derivation: Derivation? = nil,
    allowsExternalStorage: Bool = false, renamingIdentifier: String? = nil
  ) {
    let description = AttributeDescription(
      name, type ?? AttributeDescription.type(storing: Value.self),
      isOptional: Value.missing.propertyValue.isNull, default: value?.propertyValue ?? .null,
      isTransient: isTransient, derived: derivation, rules: rules,
      allowsExternalStorage: allowsExternalStorage, renamingIdentifier: renamingIdentifier)
    self.init(name, .one, declared: DeclaredAttribute(description, isUnique: isUnique))
  }
}

extension Property: DeclaredProperty where Value: AttributeConvertible {
  /// The description of the attribute.
  ///
  /// - Precondition: The property is no longer key path.
  public var declaration: DeclaredPropertyDescription {
    require(!keyPath.contains("."), "“\(keyPath)” is a key path: declare the attribute by its own name")
    return .attribute(AttributeDescription(self), isUnique: declared?.isUnique ?? false)
  }
}
