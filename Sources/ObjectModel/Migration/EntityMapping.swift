/// The way of one entity from one version of a model to another.
public struct EntityMapping: Hashable, Sendable {
  /// The name in the new model.
  public let name: String
  /// The name in the old model, or `nil` for an entity that is added.
  public let source: String?
  /// A Boolean value that indicates whether the entity inherits from another one than before.
  public let isMoved: Bool
  /// The attributes and relationships that the entity has in the new model, inherited ones included; without
  /// transient attributes, which no store has.
  public let properties: [PropertyMapping]
  /// The names of the properties of the old model that are removed with their values.
  public let removedProperties: [String]
  /// The uniqueness constraints that the old model does not have, or whose values change.
  public let newConstraints: [[String]]

  /// The name in the old model, if it differs.
  public var oldName: String? { source == name ? nil : source }

  /// Returns the mapping of a property of the new model, or `nil` if there is none of that name.
  public func property(_ name: String) -> PropertyMapping? { properties.first { $0.name == name } }
}
