/// One relationship of an entity.
///
/// Every to-many relationship has a to-one relationship as its inverse, which holds the column.
public struct RelationshipDescription: Sendable, Hashable {
  /// How many objects can be at the other end.
  public enum Cardinality: Sendable, Hashable {
    /// None or one.
    case toOne
    /// Any number, in no order.
    case toMany
  }

  /// The name, as in Swift.
  public let name: String
  /// How many objects can be at the other end.
  public let cardinality: Cardinality
  /// The name of the entity at the other end.
  public let destination: String
  /// The name of the relationship that leads back, if there is one.
  public let inverse: String?
  /// Whether an object can be saved with nothing at the other end.
  public let isOptional: Bool
  /// What becomes of the objects at the other end when the object is deleted.
  public let deleteRule: DeleteRule

  /// Describes a relationship to one object.
  public static func toOne(
    _ name: String, _ destination: String, inverse: String? = nil, isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, cardinality: .toOne, destination: destination, inverse: inverse, isOptional: isOptional,
      deleteRule: deleteRule)
  }

  /// Describes a relationship to any number of objects, whose `inverse` is a relationship to one.
  public static func toMany(
    _ name: String, _ destination: String, inverse: String, isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, cardinality: .toMany, destination: destination, inverse: inverse, isOptional: isOptional,
      deleteRule: deleteRule)
  }
}
