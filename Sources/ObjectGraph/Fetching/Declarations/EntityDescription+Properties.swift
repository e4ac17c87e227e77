public import ObjectModel

extension EntityDescription {
  /// Describes the entity of a class by the properties that the class declares.
  ///
  /// ```swift
  /// final class Photo: ManagedObject {
  ///   static let title = Property<Photo, String>("title", default: "", rules: .length(0...200))
  ///   static let photographer: ToOneProperty<Photo, Photographer> = .init(
  ///     "photographer", inverse: Photographer.photos)
  ///
  ///   @Attribute(Photo.title) var title: String
  ///   @ToOne(Photo.photographer) var photographer: Photographer?
  /// }
  ///
  /// EntityDescription(Photo.self, properties: [Photo.title, Photo.photographer])
  /// ```
  ///
  /// A property that is left out of the list is found when the model is made: its accessor then has no property in the
  /// entity.
  ///
  /// - Parameters:
  ///   - objectClass: The class, whose name the entity has.
  ///   - properties: The attributes and relationships in their order.
  ///   - parent: The class of the entity from which this one inherits; nil for none.
  ///   - isAbstract: A Boolean value that indicates whether only subentities have objects.
  ///   - constraints: Sets of properties whose values together no two objects share, beside those of single attributes
  ///     (`isUnique`).
  ///   - indexes: The indexes that the store keeps.
  ///   - fullTextIndex: The text attributes by whose contents the store finds objects.
  public init<Object: ManagedObject>(
    _ objectClass: Object.Type, properties: [any DeclaredProperty<Object>],
    parent: (any EntityObject.Type)? = nil, isAbstract: Bool = false,
    unique constraints: [[any DeclaredProperty<Object>]] = [], indexes: [[IndexElement]] = [],
    fullTextIndex: [any DeclaredProperty<Object>] = []
  ) {
    var attributes: [AttributeDescription] = []
    var relationships: [RelationshipDescription] = []
    var unique: [[String]] = []
    for property in properties {
      switch property.declaration {
      case .attribute(let attribute, let isUnique):
        attributes.append(attribute)
        if isUnique { unique.append([attribute.name]) }
      case .relationship(let relationship): relationships.append(relationship)
      }
    }
    self.init(
      objectClass, parent: parent.map { TypeName.of($0) }, isAbstract: isAbstract, attributes: attributes,
      relationships: relationships, unique: unique + constraints.map { $0.map(\.keyPath) },
      indexes: indexes, fullTextIndex: fullTextIndex.map(\.keyPath))
  }
}
