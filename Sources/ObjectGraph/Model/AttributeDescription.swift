/// One attribute of an entity.
public struct AttributeDescription: Sendable, Hashable {
  /// The name, as in Swift; the column is named `Z` and the name in capitals.
  public let name: String
  /// What the attribute holds.
  public let type: AttributeType
  /// Whether an object can be saved without a value.
  public let isOptional: Bool
  /// What a new object starts with.
  public let defaultValue: PropertyValue

  /// Describes an attribute; without a default it starts empty.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = false, default value: PropertyValue = .null
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = value
  }
}
