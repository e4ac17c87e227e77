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
  /// Whether the value lives in objects alone, and never in a store.
  ///
  /// A transient attribute takes part in undo, change tracking and validation, but has no column, so that nothing can
  /// be fetched or sorted by it. It starts with its default value in each context that reads the object,
  /// survives saves and what others commit, and is lost when the object becomes a fault.
  public let isTransient: Bool
  /// What the value comes from, if it is computed and not set.
  public let derivation: Derivation?
  /// How values become bytes; of a transformable attribute, and of no other.
  public let transformer: AttributeTransformer?
  /// What a value has to meet to be saved.
  public let rules: [ValidationRule]
  /// Whether the store may keep long values in files of their own; of binary attributes only.
  ///
  /// Such an attribute is neither unique nor indexed. What is long, and where the files are, is the store's
  /// affair; in memory the value is the same.
  public let allowsExternalStorage: Bool
  /// Whether the value is kept in the history of the store when the object is deleted.
  public let preservesAfterDeletion: Bool
  /// The name that tells the attribute in this version of a model and in another, where it is called differently.
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
    allowsExternalStorage: Bool = false, preservesAfterDeletion: Bool = false,
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
    self.preservesAfterDeletion = preservesAfterDeletion
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
  }
}
