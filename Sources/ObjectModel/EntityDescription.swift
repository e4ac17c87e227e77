/// A description of a type of object: its class, attributes and relationships.
///
/// It contains what the entity adds to its parent. ``ManagedObjectModel`` compiles descriptions to entities, which
/// also have the inherited properties: see ``ManagedObjectModel/entities`` and ``Entity``.
public struct EntityDescription: Sendable {
  /// The name, as in Swift; the table is named `Z` and the name of the root of its inheritance tree in capitals.
  public var name: String
  /// The class of the objects; `nil` for `ManagedObject` itself.
  public var objectClass: (any EntityObject.Type)?
  /// The name of the entity from which this one inherits, or nil.
  public var parent: String?
  /// A Boolean value that indicates whether the entity is abstract: only its subentities have objects.
  public var isAbstract: Bool
  /// The attributes.
  public var attributes: [AttributeDescription]
  /// The relationships, to-one and to-many.
  public var relationships: [RelationshipDescription]
  /// Sets of attributes and to-one relationships whose values together no two objects share.
  ///
  /// Objects with an empty value in the set are not compared, as in SQL. A constraint holds for all objects of the
  /// entity that describes it and of its sub-entities.
  public var uniquenessConstraints: [[String]]
  /// The indexes that the store keeps: lists of attributes and to-one relationships, each with a direction.
  public var indexes: [[IndexElement]]
  /// The text attributes by whose contents the store finds objects: it keeps a full-text index of them.
  ///
  /// The index serves comparisons that name a part of the text (`CONTAINS`, `BEGINSWITH`, `ENDSWITH`, `LIKE`, and `==`
  /// with options), with three or more characters in sequence. It changes no result, and no version hash. A store
  /// that evaluates predicates in memory has none. Xcode's models cannot declare one. Subentities inherit it.
  public var fullTextIndex: [String]
  /// The name that identifies the entity in two versions of a model in which its names differ.
  public var renamingIdentifier: String?
  /// A text that makes this version of the entity differ from another that is described alike: for values that mean
  /// something else now.
  public var versionHashModifier: String?
  /// Information of the application about the entity, which ObjectGraph does not use.
  ///
  /// Like the two above it is not inherited.
  public var userInfo: [String: String]
  /// The properties that are fetched when they are read.
  public var fetchedProperties: [FetchedPropertyDescription]

  /// Describes an entity; the name is that of the class unless another is given.
  ///
  /// - Precondition: An entity without a class has a name.
  public init(
    _ objectClass: (any EntityObject.Type)?, name: String? = nil, parent: String? = nil,
    isAbstract: Bool = false,
    attributes: [AttributeDescription] = [], relationships: [RelationshipDescription] = [],
    unique uniquenessConstraints: [[String]] = [], indexes: [[IndexElement]] = [],
    fullTextIndex: [String] = [],
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil, userInfo: [String: String] = [:],
    fetchedProperties: [FetchedPropertyDescription] = []
  ) {
    guard let name = name ?? objectClass.map({ TypeName.of($0) }) else {
      misuse("an entity without a class has no name: name it")
    }
    self.objectClass = objectClass
    self.name = name
    self.parent = parent
    self.isAbstract = isAbstract
    self.attributes = attributes
    self.relationships = relationships
    self.uniquenessConstraints = uniquenessConstraints
    self.indexes = indexes
    self.fullTextIndex = fullTextIndex
    self.renamingIdentifier = renamingIdentifier
    self.versionHashModifier = versionHashModifier
    self.userInfo = userInfo
    self.fetchedProperties = fetchedProperties
  }

  /// The relationship of that name, or nil.
  func relationship(_ name: String) -> RelationshipDescription? { relationships.first { $0.name == name } }
}
