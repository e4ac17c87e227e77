public import ObjectModel

extension RelationshipDescription {
  /// Describes a relationship to one object by its declaration.
  ///
  /// - Parameters:
  ///   - property: The declaration.
  ///   - inverse: The declaration of the inverse, to many objects.
  ///   - isOptional: A Boolean value that indicates whether an object can be saved without a destination object.
  ///   - deleteRule: The effect on the destination object when the source object is deleted.
  /// - Precondition: The entity of the destination has the name of its class.
  public static func toOne<Source: ManagedObject, Destination: ManagedObject>(
    _ property: ToOneProperty<Source, Destination>, inverse: ToManyProperty<Destination, Source>,
    isOptional: Bool = true, deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    toOne(
      property.keyPath, TypeName.of(Destination.self), inverse: inverse.keyPath,
      isOptional: isOptional,
      deleteRule: deleteRule)
  }

  /// Describes a relationship to one object, whose inverse leads to one as well, by its declaration.
  ///
  /// - Parameters:
  ///   - property: The declaration.
  ///   - inverse: The declaration of the inverse.
  ///   - isOptional: A Boolean value that indicates whether an object can be saved without a destination object.
  ///   - deleteRule: The effect on the destination object when the source object is deleted.
  /// - Precondition: The entity of the destination has the name of its class.
  public static func toOne<Source: ManagedObject, Destination: ManagedObject>(
    _ property: ToOneProperty<Source, Destination>, inverse: ToOneProperty<Destination, Source>,
    isOptional: Bool = true, deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    toOne(
      property.keyPath, TypeName.of(Destination.self), inverse: inverse.keyPath,
      isOptional: isOptional,
      deleteRule: deleteRule)
  }

  /// Describes a relationship to many objects, whose inverse leads to one, by its declaration.
  ///
  /// - Parameters:
  ///   - property: The declaration.
  ///   - inverse: The declaration of the inverse.
  ///   - deleteRule: The effect on the destination objects when the source object is deleted.
  /// - Precondition: The entity of the destination has the name of its class.
  public static func toMany<Source: ManagedObject, Destination: ManagedObject>(
    _ property: ToManyProperty<Source, Destination>, inverse: ToOneProperty<Destination, Source>,
    deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    toMany(
      property.keyPath, TypeName.of(Destination.self), inverse: inverse.keyPath, deleteRule: deleteRule
    )
  }

  /// Describes a relationship to many objects, whose inverse leads to many as well, by its declaration.
  ///
  /// - Parameters:
  ///   - property: The declaration.
  ///   - inverse: The declaration of the inverse.
  ///   - deleteRule: The effect on the destination objects when the source object is deleted.
  /// - Precondition: The entity of the destination has the name of its class.
  public static func toMany<Source: ManagedObject, Destination: ManagedObject>(
    _ property: ToManyProperty<Source, Destination>, inverse: ToManyProperty<Destination, Source>,
    deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    toMany(
      property.keyPath, TypeName.of(Destination.self), inverse: inverse.keyPath, deleteRule: deleteRule
    )
  }
}
