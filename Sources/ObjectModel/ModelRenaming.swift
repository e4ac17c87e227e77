/// The new names of a file's entities and properties, in a model that renames some of them.
///
/// A property of the model that the file does not have is the file's property with the name of its renaming identifier,
/// if the model has no property of that name; the same holds for entities. Transient attributes are in no file and do not
/// count.
package struct ModelRenaming: Sendable {
  /// The new names of the renamed entities, by their names in the file.
  package private(set) var entities: [String: String] = [:]
  /// The new names of the renamed properties, by the entity and their names in the file.
  private var properties: [String: [String: String]] = [:]

  /// Finds the renamed entities and properties.
  ///
  /// - Parameters:
  ///   - file: The names of the entities of the file, with the names of their properties.
  ///   - model: The model with which the file is opened.
  package init(of file: [String: [String]], to model: ManagedObjectModel) {
    let described = Dictionary(model.storedEntities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    var turned: Set<String> = []
    for entity in model.storedEntities where file[entity.name] == nil {
      let identifiers = Self.identifiers(of: entity, in: model)
      guard
        let old = identifiers.first(where: {
          file[$0] != nil && described[$0] == nil && entities[$0] == nil
        })
      else { continue }
      entities[old] = entity.name
      if entity.isLink, old != identifiers.first { turned.insert(old) }
    }
    for (name, names) in file {
      guard let entity = described[self.entity(name)] else { continue }
      properties[name] =
        turned.contains(name) ? Self.turnedLink : Self.renamings(of: Set(names), in: entity)
    }
  }

  /// The new names of the columns of a join table that has the name of the inverse relationship in the file.
  private static let turnedLink = ["source": "target", "target": "source"]

  /// Returns the names that an entity can have in the file.
  ///
  /// The name of a join table follows from one of its two relationships. Another name of an entity or a relationship
  /// can change which one it is.
  private static func identifiers(of entity: Entity, in model: ManagedObjectModel) -> [String] {
    guard entity.isLink else { return entity.renamingIdentifier.map { [$0] } ?? [] }
    let names = entity.name.split(separator: ".", maxSplits: 1).map(String.init)
    guard names.count == 2, let owner = model.entity(named: names[0]),
      let relationship = owner.relationship(names[1])
    else { return [] }
    let near = identifier(of: relationship, of: owner)
    guard let destination = model.entity(named: relationship.destination),
      let inverse = model.inverse(of: relationship)
    else { return [near] }
    return [near, identifier(of: inverse, of: destination)]
  }

  private static func identifier(of relationship: RelationshipDescription, of owner: Entity) -> String {
    let names = [
      owner.renamingIdentifier ?? owner.name, relationship.renamingIdentifier ?? relationship.name,
    ]
    return names.joined(separator: ".")
  }

  private static func renamings(of file: Set<String>, in entity: Entity) -> [String: String] {
    var found: [String: String] = [:]
    for slot in entity.slots where !entity.transientSlots.contains(slot) {
      let name = entity.name(ofSlot: slot)
      let identifier =
        entity.attribute(inSlot: slot)?.renamingIdentifier
        ?? entity.relationship(inSlot: slot)?.renamingIdentifier
      guard let old = identifier, !file.contains(name), file.contains(old),
        entity.slot(of: old).map(entity.transientSlots.contains) ?? true, found[old] == nil
      else { continue }
      found[old] = name
    }
    return found
  }

  /// Returns the new name of an entity.
  package func entity(_ name: String) -> String { entities[name] ?? name }

  /// Returns the new name of a property; a suffix that begins with "@" stays.
  ///
  /// - Parameters:
  ///   - name: The name in the file.
  ///   - entity: The name of the entity in the file.
  package func property(_ name: String, of entity: String) -> String {
    let base = name.prefix { $0 != "@" }
    guard let new = properties[entity]?[String(base)] else { return name }
    return new + name.dropFirst(base.count)
  }

  /// Returns a table by entities and properties with the new names.
  package func renamed<Value>(_ table: [String: [String: Value]]) -> [String: [String: Value]] {
    var renamed: [String: [String: Value]] = [:]
    for (entity, values) in table {
      renamed[self.entity(entity)] = Dictionary(
        values.map { (property($0.key, of: entity), $0.value) }, uniquingKeysWith: { $1 })
    }
    return renamed
  }
}
