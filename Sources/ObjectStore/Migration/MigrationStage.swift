public import ObjectModel

/// A stage of a migration, from one version of a model to the next.
///
/// (Apple: `NSLightweightMigrationStage` and `NSCustomMigrationStage`.)
///
/// ```swift
/// let stages: [MigrationStage] = [
///   .inferred(from: version1, to: version2),
///   .custom(from: version2, to: version3, [
///     "Person": { person in
///       let (first, last) = split(person.oldValue("name"))
///       person["firstName"] = first
///       person["lastName"] = last
///     }
///   ]),
/// ]
/// ```
public struct MigrationStage: Hashable, Sendable {
  /// A function that maps an object of the old model to the new one.
  public typealias ObjectMapping = @Sendable (MigratedObject) throws -> Void

  /// The model before the stage.
  public let source: ManagedObjectModel
  /// The model after the stage.
  public let destination: ManagedObjectModel
  /// The functions of a custom stage, by the names of the entities in the old model.
  package let mappings: [String: ObjectMapping]

  /// A stage whose mapping is inferred (``ModelMapping``).
  public static func inferred(
    from source: ManagedObjectModel, to destination: ManagedObjectModel
  ) -> MigrationStage {
    MigrationStage(source: source, destination: destination, mappings: [:])
  }

  /// A stage that calls a function for each object of some entities.
  ///
  /// Each object begins with the values of the inferred mapping. In an entity with a function, properties for which
  /// nothing can be inferred begin empty; the function must give required ones a value.
  ///
  /// - Parameters:
  ///   - source: The model before the stage.
  ///   - destination: The model after the stage.
  ///   - mappings: The functions, by the names of entities in the old model. A function is called for the objects
  ///     of the entity itself, in the order of their keys, and not for those of its subentities. If it throws, the
  ///     migration ends with that error and changes nothing. The same happens with a ``MigrationError`` if it gives a property
  ///     a value that this cannot hold.
  /// - Precondition: The old model has the entities of `mappings`.
  public static func custom(
    from source: ManagedObjectModel, to destination: ManagedObjectModel,
    _ mappings: [String: ObjectMapping]
  ) -> MigrationStage {
    MigrationStage(source: source, destination: destination, mappings: mappings)
  }

  /// Returns a Boolean value that indicates whether two stages have the same models, and functions for the same
  /// entities.
  public static func == (left: MigrationStage, right: MigrationStage) -> Bool {
    left.source === right.source && left.destination === right.destination
      && left.mappings.keys == right.mappings.keys
  }

  /// Hashes the identities of the models.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(source))
    hasher.combine(ObjectIdentifier(destination))
  }
}
