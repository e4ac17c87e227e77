public import ObjectModel

extension ToManyProperty {
  /// Declares a to-many relationship whose inverse leads to one object.
  ///
  /// ```swift
  /// static let photos: ToManyProperty<Photographer, Photo> = .init(
  ///   "photos", inverse: Photo.photographer, deleteRule: .cascade)
  /// ```
  ///
  /// The type stands before the equals sign, because the compiler would infer it from the inverse, whose type it would
  /// infer from this declaration.
  ///
  /// - Parameters:
  ///   - name: The name of the relationship.
  ///   - inverse: The declaration of the inverse. It is evaluated when a model is made, so that two declarations can refer
  ///     to each other.
  ///   - isOptional: A Boolean value that indicates whether an object can be saved without a member.
  ///   - deleteRule: The effect on the members when the source object is deleted.
  ///   - isOrdered: A Boolean value that indicates whether the members have an order that the user defines.
  ///   - count: The permitted numbers of members; nil for any.
  ///   - renamingIdentifier: The name of the relationship in an earlier version of the model.
  /// - Precondition: The entity of the members has the name of its class.
  public init(
    _ name: String, inverse: @autoclosure @escaping @Sendable () -> ToOneProperty<Member, Object>,
    isOptional: Bool = true, deleteRule: DeleteRule = .nullify, isOrdered: Bool = false,
    count: ClosedRange<Int>? = nil, renamingIdentifier: String? = nil
  ) {
    self.init(
      name, inverse: { inverse().keyPath }, isOptional, deleteRule, isOrdered, count, renamingIdentifier)
  }

  /// Declares a to-many relationship whose inverse leads to many objects as well.
  ///
  /// - Parameters:
  ///   - name: The name of the relationship.
  ///   - inverse: The declaration of the inverse, which is evaluated when a model is made.
  ///   - isOptional: A Boolean value that indicates whether an object can be saved without a member.
  ///   - deleteRule: The effect on the members when the source object is deleted.
  ///   - isOrdered: A Boolean value that indicates whether the members have an order that the user defines.
  ///   - count: The permitted numbers of members; nil for any.
  ///   - renamingIdentifier: The name of the relationship in an earlier version of the model.
  /// - Precondition: The entity of the members has the name of its class.
  public init(
    _ name: String, inverse: @autoclosure @escaping @Sendable () -> ToManyProperty<Member, Object>,
    isOptional: Bool = true, deleteRule: DeleteRule = .nullify, isOrdered: Bool = false,
    count: ClosedRange<Int>? = nil, renamingIdentifier: String? = nil
  ) {
    self.init(
      name, inverse: { inverse().keyPath }, isOptional, deleteRule, isOrdered, count, renamingIdentifier)
  }

  private init(
    _ name: String, inverse: @escaping @Sendable () -> String, _ isOptional: Bool, _ deleteRule: DeleteRule,
    _ isOrdered: Bool, _ count: ClosedRange<Int>?, _ renamingIdentifier: String?
  ) {
    self.init(name) {
      .toMany(
        name, TypeName.of(Member.self), inverse: inverse(), isOptional: isOptional, deleteRule: deleteRule,
        isOrdered: isOrdered, count: count, renamingIdentifier: renamingIdentifier)
    }
  }
}

extension ToManyProperty: DeclaredProperty {
  /// The description of the relationship.
  ///
  /// - Precondition: It was declared with its inverse, without which a to-many relationship cannot be stored.
  public var declaration: DeclaredPropertyDescription {
    guard let declared else {
      misuse(
        "\(Object.self).\(keyPath) leads to many objects: declare its inverse, as "
          + "ToManyProperty(\"\(keyPath)\", inverse: \(Member.self).…)")
    }
    return .relationship(declared())
  }
}
