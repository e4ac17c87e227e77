internal import Foundation

/// Makes a model of what Xcode has written.
struct XcodeModelReading {
  let path: String
  /// The features that were left out.
  private(set) var notes: [String] = []

  init(path: String) { self.path = path }

  mutating func model(
    _ data: Data, classes: @escaping (String) -> (any EntityObject.Type)?
  ) throws(XcodeModelError) -> ManagedObjectModel {
    let root = try root(of: data)
    let elements = root.children("entity")
    let parents = elements.compactMap { element in
      element["name"].flatMap { name in element["parentEntity"].map { (name, $0) } }
    }
    let choice = ClassChoice(parents: parents, classes: classes)
    var entities: [EntityDescription] = []
    for element in elements { entities.append(try entity(element, choice)) }
    var templates = templates(root)
    let configurations = Dictionary(
      root.children("configuration").compactMap { element in
        element["name"].map { ($0, element.children("memberEntity").compactMap { $0["name"] }) }
      }, uniquingKeysWith: { $0 + $1 })
    do {
      // Core Data may know how to evaluate them.
      for request in try ManagedObjectModel.removeRequestsThatDoNotFit(&entities, &templates) {
        record("\(request.name) is left out: \(request.defect)")
      }
      return try ManagedObjectModel(entities, configurations: configurations, templates: templates)
    } catch {
      throw self.error(
        "\(error.concernsClass ? "does not fit a class" : "has a model that cannot work"): \(error)")
    }
  }

  private func root(of data: Data) throws(XcodeModelError) -> XMLElement {
    let root: XMLElement
    do {
      root = try XMLElement(document: data)
    } catch {
      throw self.error("is no XML: \(error)")
    }
    guard root.name == "model" else { throw error("is no model: its outermost element is <\(root.name)>") }
    return root
  }

  private mutating func entity(
    _ element: XMLElement, _ choice: ClassChoice
  ) throws(XcodeModelError) -> EntityDescription {
    guard let name = element["name"], !name.isEmpty else { throw error("has an entity without a name") }
    var (attributes, relationships): ([AttributeDescription], [RelationshipDescription]) = ([], [])
    for element in element.children("attribute") {
      if let attribute = try attribute(element, of: name) { attributes.append(attribute) }
    }
    for element in element.children("relationship") {
      relationships.append(try relationship(element, of: name))
    }
    return EntityDescription(
      choice.objectClass(of: name), name: name, parent: element["parentEntity"],
      isAbstract: element.flag("isAbstract"),
      attributes: attributes, relationships: relationships, unique: constraints(element),
      indexes: indexes(element, of: name), renamingIdentifier: element["elementID"],
      versionHashModifier: element["versionHashModifier"], userInfo: element.userInfo,
      fetchedProperties: fetchedProperties(element, of: name))
  }

  private func constraints(_ entity: XMLElement) -> [[String]] {
    let constraints = entity.children("uniquenessConstraints").flatMap { $0.children("uniquenessConstraint") }
    return constraints.map { $0.children("constraint").compactMap { $0["value"] } }.filter { !$0.isEmpty }
  }

  // MARK: Indexes

  /// Indexes in all three ways in which they were ever described, each once.
  private mutating func indexes(_ entity: XMLElement, of name: String) -> [[IndexElement]] {
    var indexes: [[IndexElement]] = []
    for element in entity.children("fetchIndex") {
      let parts = element.children("fetchIndexElement")
      let elements = parts.compactMap { part in
        part["property"].map { IndexElement($0, ascending: part["order"] != "descending") }
      }
      if elements.count == parts.count, !parts.contains(where: { $0["type"] == "RTree" }) {
        indexes.append(elements)
      } else {
        record("\(name): the index \(element["name"] ?? "") is no list of properties; it is left out")
      }
    }
    let compound = entity.children("compoundIndexes").flatMap { $0.children("compoundIndex") }
    indexes += compound.map { $0.children("index").compactMap { $0["value"].map { IndexElement($0) } } }
    let legacy = entity.children("attribute").filter { $0.flag("indexed") && !$0.flag("transient") }
    indexes += legacy.compactMap { $0["name"].map { [IndexElement($0)] } }
    var seen: Set<[IndexElement]> = []
    return indexes.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  // MARK: Words

  /// Records a feature that is left out.
  mutating func record(_ sentence: String) { notes.append(sentence) }

  func error(_ reason: String, entity: String? = nil, property: String? = nil) -> XcodeModelError {
    XcodeModelError(path: path, entity: entity, property: property, reason: reason)
  }

  /// The name of a property of an entity.
  func name(of element: XMLElement, _ entity: String) throws(XcodeModelError) -> String {
    guard let name = element["name"], !name.isEmpty else {
      throw error("has an \(element.name) without a name", entity: entity)
    }
    return name
  }
}

extension XMLElement {
  /// Returns a Boolean value that indicates whether a flag is set to YES.
  func flag(_ name: String) -> Bool { self[name] == "YES" }

  /// The pairs of the user info.
  var userInfo: [String: String] {
    let entries = children("userInfo").flatMap { $0.children("entry") }
    return Dictionary(
      entries.compactMap { entry in entry["key"].map { ($0, entry["value"] ?? "") } },
      uniquingKeysWith: { first, _ in first })
  }
}
