/// The way from one version of a model to another: for each entity and property, its counterpart and its changes.
///
/// ```swift
/// let mapping = ModelMapping(from: old, to: new)
/// for problem in mapping.problems { print(problem) }
/// ```
///
/// Entities and properties are matched by their names. One whose name the old model does not have is matched by its
/// renaming identifier, if the new model has nothing of that name. Everything else of the old model is removed. A name that,
/// by a new renaming identifier, belongs to another property than before is a problem.
/// (Apple: `NSMappingModel.inferredMappingModel(forSourceModel:destinationModel:)`.)
public struct ModelMapping: Sendable {
  /// The old model.
  public let source: ManagedObjectModel
  /// The new model.
  public let destination: ManagedObjectModel
  /// The entities of the new model, in the order of their numbers.
  public let entities: [EntityMapping]
  /// The names of the entities of the old model that are removed with their objects.
  public let removedEntities: [String]
  /// The changes that no mapping can be inferred for; empty if the mapping is complete.
  public let problems: [MigrationProblem]

  /// Infers the mapping.
  ///
  /// - Complexity: O(*n*) in the number of properties of both models, with a factor for the depth of inheritance.
  public init(from source: ManagedObjectModel, to destination: ManagedObjectModel) {
    let inference = MappingInference(from: source, to: destination)
    self.source = source
    self.destination = destination
    entities = inference.entities
    problems = inference.problems
    let mapped = Set(entities.compactMap(\.source))
    removedEntities = source.entities.map(\.name).filter { !mapped.contains($0) }
  }

  /// Returns the mapping of an entity of the new model, or `nil` if there is none of that name.
  public func entity(_ name: String) -> EntityMapping? {
    destination.number(ofEntity: name).flatMap {
      entities.indices.contains($0.index) ? entities[$0.index] : nil
    }
  }

  /// Returns the name that an entity of the old model has in the new one, or `nil` if it is removed.
  public func newName(ofEntity name: String) -> String? { entities.first { $0.source == name }?.name }

  /// Throws if the mapping is not complete.
  ///
  /// - Throws: A ``MigrationError`` with all ``problems``.
  public func validate() throws(MigrationError) {
    guard problems.isEmpty else { throw MigrationError(problems: problems) }
  }
}
