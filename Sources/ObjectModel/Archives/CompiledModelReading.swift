internal import Foundation

/// Makes a model of an archived `NSManagedObjectModel`.
struct CompiledModelReading {
  let path: String
  /// The features that were left out.
  private(set) var notes: [String] = []

  init(path: String) { self.path = path }

  mutating func model(
    _ data: Data, classes: @escaping (String) -> (any EntityObject.Type)?
  ) throws(XcodeModelError) -> ManagedObjectModel {
    guard let root = KeyedArchive(data)?.root else { throw error("is no archive of a model") }
    guard root.className == "NSManagedObjectModel" else {
      throw error("is no model: it is an archive of \(root.className ?? "a plain value")")
    }
    let archived = (root["NSEntities"]?.entries ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    let parents = archived.compactMap { item -> (String, String)? in
      guard let name = item.text("NSEntityName"), let parent = parent(of: item) else { return nil }
      return (name, parent)
    }
    let inheriting = Dictionary(parents, uniquingKeysWith: { first, _ in first })
    let items = Dictionary(
      archived.compactMap { item in item.text("NSEntityName").map { ($0, item) } },
      uniquingKeysWith: { first, _ in first })
    let choice = ClassChoice(parents: parents, classes: classes)
    var entities: [EntityDescription] = []
    for item in archived {
      entities.append(try entity(item, choice, inherited: inherited(item, inheriting, items)))
    }
    if root["NSFetchRequestTemplates"]?.entries.isEmpty == false {
      record("the fetch request templates are archives of predicates; they are left out")
    }
    do {
      return try ManagedObjectModel(entities, configurations: configurations(root))
    } catch {
      throw self.error(
        "\(error.concernsClass ? "does not fit a class" : "has a model that cannot work"): \(error)")
    }
  }

  /// The names of the entities of each configuration.
  private func configurations(_ root: KeyedArchive.Item) -> [String: [String]] {
    (root["NSConfigurations"]?.entries ?? [:]).mapValues { members in
      members.elements.compactMap { $0.text ?? $0.text("NSEntityName") }.sorted()
    }
  }

  private func parent(of item: KeyedArchive.Item) -> String? { item["NSSuperentity"]?.text("NSEntityName") }

  /// Returns the names of the properties of an entity's ancestors: an archive can repeat them in the entity.
  private func inherited(
    _ item: KeyedArchive.Item, _ parents: [String: String], _ items: [String: KeyedArchive.Item]
  ) -> Set<String> {
    var (properties, seen): (Set<String>, Set<String>) = ([], [])
    var next = parent(of: item)
    while let name = next, seen.insert(name).inserted {
      properties.formUnion((items[name]?["NSProperties"]?.entries ?? [:]).keys)
      next = parents[name]
    }
    return properties
  }

  private mutating func entity(
    _ item: KeyedArchive.Item, _ choice: ClassChoice, inherited: Set<String>
  ) throws(XcodeModelError) -> EntityDescription {
    guard let name = item.text("NSEntityName"), !name.isEmpty else {
      throw error("has an entity without a name")
    }
    var (attributes, relationships): ([AttributeDescription], [RelationshipDescription]) = ([], [])
    var indexes: [[IndexElement]] = []
    let properties = (item["NSProperties"]?.entries ?? [:]).filter { !inherited.contains($0.key) }
    for (property, item) in properties.sorted(by: { $0.key < $1.key }) {
      switch item.className {
      case "NSAttributeDescription", "NSDerivedAttributeDescription":
        guard let attribute = try attribute(item, property, of: name) else { continue }
        attributes.append(attribute)
        if item.flag("NSIsIndexed"), !attribute.isTransient { indexes.append([IndexElement(property)]) }
      case "NSRelationshipDescription":
        relationships.append(try relationship(item, property, of: name))
      case "NSFetchedPropertyDescription":
        record("\(name).\(property) is a fetched property, an archive of a predicate; it is left out")
      case let other:
        throw error("is of the class \(other ?? "of a plain value")", entity: name, property: property)
      }
    }
    return EntityDescription(
      choice.objectClass(of: name), name: name, parent: parent(of: item),
      isAbstract: item.flag("NSIsAbstract"),
      attributes: attributes, relationships: relationships, unique: constraints(item), indexes: indexes,
      renamingIdentifier: renamingIdentifier(item, name),
      versionHashModifier: item.text("NSVersionHashModifier"),
      userInfo: userInfo(item))
  }

  /// The uniqueness constraints, as lists of names or of properties.
  private func constraints(_ item: KeyedArchive.Item) -> [[String]] {
    let constraints = item["NSUniqueTuples"] ?? item["NSUniquenessConstraints"]
    return (constraints?.elements ?? []).map { tuple in
      tuple.elements.compactMap { $0.text ?? $0.text("NSPropertyName") }
    }.filter { !$0.isEmpty }
  }

  // MARK: Words

  /// The renaming identifier; Core Data's own default, the name, counts as none.
  func renamingIdentifier(_ item: KeyedArchive.Item, _ name: String) -> String? {
    item.text("NSRenamingIdentifier").flatMap { $0 == name || $0.isEmpty ? nil : $0 }
  }

  /// The pairs of the user info that are texts.
  func userInfo(_ item: KeyedArchive.Item) -> [String: String] {
    (item["NSUserInfo"]?.entries ?? [:]).compactMapValues(\.text)
  }

  /// Records a feature that is left out.
  mutating func record(_ sentence: String) { notes.append(sentence) }

  func error(_ reason: String, entity: String? = nil, property: String? = nil) -> XcodeModelError {
    XcodeModelError(path: path, entity: entity, property: property, reason: reason)
  }
}
