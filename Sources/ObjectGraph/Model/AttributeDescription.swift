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
  /// Whether the store may keep long values in files of their own; of binary attributes only.
  ///
  /// Such an attribute is neither unique nor indexed. What is long, and where the files are, is the store's
  /// affair; in memory the value is the same.
  public let allowsExternalStorage: Bool

  /// Describes an attribute; without a default it starts empty.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = false, default value: PropertyValue = .null,
    allowsExternalStorage: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = value
    self.allowsExternalStorage = allowsExternalStorage
  }
}
