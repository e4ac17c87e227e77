public import ObjectModel

extension ToOneProperty {
  /// Declares a to-one relationship whose inverse leads to many objects.
  ///
  /// ```swift
  /// static let photographer: ToOneProperty<Photo, Photographer> = .init(
  ///   "photographer", inverse: Photographer.photos)
  /// ```
  ///
  /// The type stands before the equals sign, because the compiler would infer it from the inverse, whose type it would
  /// infer from this declaration.
  ///
  /// - Parameters:
  ///   - name: The name of the relationship.
  ///   - inverse: The declaration of the inverse. It is evaluated when a model is made, so that two declarations can refer
  ///     to each other.
  ///   - isOptional: A Boolean value that indicates whether an object can be saved without a destination object.
  ///   - deleteRule: The effect on the destination object when the source object is deleted.
  ///   - renamingIdentifier: The name of the relationship in an earlier version of the model.
  /// - Precondition: The entity of the destination has the name of its class.
  public init(
    _ name: String, inverse: @autoclosure @escaping @Sendable () -> ToManyProperty<Destination, Object>,
    isOptional: Bool = true, deleteRule: DeleteRule = .nullify, renamingIdentifier: String? = nil
  ) {
    self.init(name, isOptional, deleteRule, renamingIdentifier) { inverse().keyPath }
  }

  /// Declares a to-one relationship whose inverse leads to one object as well.
  ///
  /// - Parameters:
  ///   - name: The name of the relationship.
  ///   - inverse: The declaration of the inverse, which is evaluated when a model is made.
  ///   - isOptional: A Boolean value that indicates whether an object can be saved without a destination object.
  ///   - deleteRule: The effect on the destination object when the source object is deleted.
  ///   - renamingIdentifier: The name of the relationship in an earlier version of the model.
  /// - Precondition: The entity of the destination has the name of its class.
  public init(
    _ name: String, inverse: @autoclosure @escaping @Sendable () -> ToOneProperty<Destination, Object>,
    isOptional: Bool = true, deleteRule: DeleteRule = .nullify, renamingIdentifier: String? = nil
  ) {
    self.init(name, isOptional, deleteRule, renamingIdentifier) { inverse().keyPath }
  }

  private init(
    _ name: String, _ isOptional: Bool, _ deleteRule: DeleteRule, _ renamingIdentifier: String?,
    inverse: @escaping @Sendable () -> String
  ) {
    self.init(name, .one) {
      .toOne(
        name, TypeName.of(Destination.self), inverse: inverse(), isOptional: isOptional,
        deleteRule: deleteRule, renamingIdentifier: renamingIdentifier)
    }
  }
}

extension ToOneProperty: DeclaredProperty {
  /// The description of the relationship; without an inverse, if none was declared.
  ///
  /// - Precondition: The property is no longer key path.
  public var declaration: DeclaredPropertyDescription {
    require(!keyPath.contains("."), "“\(keyPath)” is a key path: declare the relationship by its own name")
    return .relationship(declared?() ?? .toOne(keyPath, TypeName.of(Destination.self)))
  }
}
