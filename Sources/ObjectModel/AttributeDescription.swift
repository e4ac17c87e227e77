/// One attribute of an entity.
public struct AttributeDescription: Sendable, Hashable {
  /// The name, as in Swift; the column is named `Z` and the name in capitals.
  public let name: String
  /// The type of the attribute.
  public let type: AttributeType
  /// A Boolean value that indicates whether an object can be saved without a value.
  public let isOptional: Bool
  /// The initial value in new objects.
  public let defaultValue: PropertyValue
  /// A Boolean value that indicates whether the value exists in objects only, and never in a store.
  ///
  /// A transient attribute takes part in undo, change tracking and validation. It has no column, so it cannot
  /// be used to fetch or sort. It starts with its default value in each context that reads the object,
  /// survives saves and merges, and is lost when the object becomes a fault.
  public let isTransient: Bool
  /// The derivation of the value, if the value is computed and not set.
  public let derivation: Derivation?
  /// The transformer between values and bytes, for a transformable attribute only.
  public let transformer: AttributeTransformer?
  /// The rules that a value must meet to be saved.
  public let rules: [ValidationRule]
  /// A Boolean value that indicates whether the store may keep long values in separate files; for binary
  /// attributes only.
  ///
  /// Such an attribute is neither unique nor indexed. The store decides which values are long, and where
  /// their files are; in memory the value is the same.
  public let allowsExternalStorage: Bool
  /// A Boolean value that indicates whether the history of a store keeps the last value of the attribute when an
  /// object is deleted: its *tombstone*.
  ///
  /// Choose it for what identifies the object elsewhere, such as the key at a server.
  public let preservesValueInHistory: Bool
  /// The name of the attribute in an earlier version of the model, or `nil` if it is the same.
  ///
  /// When a store is opened that has an attribute of that name, and none of this one, the attribute keeps its
  /// values. The same holds for relationships and entities.
  public let renamingIdentifier: String?
  /// A text that makes this version of the attribute differ from another that is described alike: for values that
  /// mean something else now.
  public let versionHashModifier: String?
  /// Whatever the application wants to know of the attribute; ObjectGraph does not look at it.
  public let userInfo: [String: String]

  /// Describes an attribute; without a default it starts empty.
  public init(
    _ name: String, _ type: AttributeType, isOptional: Bool = false, default value: PropertyValue = .null,
    isTransient: Bool = false, derived derivation: Derivation? = nil,
    transformer: AttributeTransformer? = nil, rules: [ValidationRule] = [],
    allowsExternalStorage: Bool = false, preservesValueInHistory: Bool = false,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.defaultValue = value
    self.isTransient = isTransient
    self.derivation = derivation
    self.transformer = transformer
    self.rules = rules
    self.allowsExternalStorage = allowsExternalStorage
    self.preservesValueInHistory = preservesValueInHistory
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
