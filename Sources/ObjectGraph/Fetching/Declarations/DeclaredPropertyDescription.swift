public import ObjectModel

/// The description of a declared property in the model; see ``DeclaredProperty``.
public enum DeclaredPropertyDescription: Hashable, Sendable {
  /// An attribute, and whether no two objects share its value.
  case attribute(AttributeDescription, isUnique: Bool)
  /// A relationship.
  case relationship(RelationshipDescription)
}
