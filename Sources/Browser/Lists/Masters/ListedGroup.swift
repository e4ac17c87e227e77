import ObjectGraph
import PhotoLibrary

/// A row of a list of groups.
nonisolated final class ListedGroup: ManagedObject {
  /// The query of its photos, which identifies the group.
  @Attribute(ListedGroup.query) var query: String
  /// The name.
  @Attribute(ListedGroup.name) var name: String
  /// The distinction from groups of the same name.
  @Attribute(ListedGroup.note) var note: String
  /// The list section.
  @Attribute(ListedGroup.section) var section: String
  /// The key by which groups of a section are sorted.
  @Attribute(ListedGroup.sortKey) var sortKey: String
  /// The number of photos.
  @Attribute(ListedGroup.count) var count: Int

  /// The model of a store of groups.
  ///
  /// - Throws: A `ModelError` only if the declarations in this file are invalid.
  static func model() throws -> ManagedObjectModel {
    let entity = EntityDescription(
      ListedGroup.self,
      attributes: [
        .init(query), .init(name, default: ""), .init(note, default: ""), .init(section, default: ""),
        .init(sortKey, default: ""), .init(count, default: 0),
      ],
      unique: [[query.keyPath]])
    return try ManagedObjectModel([entity])
  }
}

/// The names and types, for the model, the accessors and requests.
nonisolated extension ListedGroup {
  static let query = Property<ListedGroup, String>("query")
  static let name = Property<ListedGroup, String>("name")
  static let note = Property<ListedGroup, String>("note")
  static let section = Property<ListedGroup, String>("section")
  static let sortKey = Property<ListedGroup, String>("sortKey")
  static let count = Property<ListedGroup, Int>("count")
}

nonisolated extension ListedGroup {
  /// Makes the groups of a context's store equal to `groups`; what is equal stays untouched.
  ///
  /// - Throws: The errors of the store.
  static func replaceAll(with groups: [PhotoGroup], in context: ManagedObjectContext) throws {
    let known = try context.fetch(FetchRequest<ListedGroup>())
    // Values are compared by their bytes: names of folders can be equal as strings and yet be two.
    var rest = Dictionary(known.map { ($0.query.propertyValue, $0) }, uniquingKeysWith: { first, _ in first })
    for group in groups {
      let former = rest.removeValue(forKey: group.query.propertyValue)
      try (former ?? context.insert(ListedGroup.self)).show(group)
    }
    for group in rest.values { context.delete(group) }
  }

  private func show(_ group: PhotoGroup) {
    setIfNew(\.query, group.query)
    setIfNew(\.name, group.name)
    setIfNew(\.note, group.note)
    setIfNew(\.section, group.section)
    setIfNew(\.sortKey, group.sortKey)
    setIfNew(\.count, group.count)
  }

  private func setIfNew<Value: AttributeConvertible>(
    _ property: ReferenceWritableKeyPath<ListedGroup, Value>, _ value: Value
  ) {
    if self[keyPath: property].propertyValue != value.propertyValue { self[keyPath: property] = value }
  }
}
