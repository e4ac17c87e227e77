import ObjectGraph
import TestSupport

/// A model that changes at random, and the objects of a store with it.
struct RandomModel {
  private struct Attribute {
    var name: String
    var oldName: String?
    var type: AttributeType
    var isOptional: Bool
  }

  private struct Entity {
    var name: String
    var oldName: String?
    var parent: String?
    var attributes: [Attribute] = []
  }

  /// A relationship from `source` to `target`; the names of its ends are its own with a suffix.
  private struct Link {
    var name: String
    var oldName: String?
    var source: String
    var target: String
    var isMany: Bool
    var isOrdered: Bool
    /// The names of the joined objects, in the order of the target's members.
    var pairs: [(source: String, target: String)] = []
  }

  private struct Object {
    var entity: String
    var name: String
    var values: [String: PropertyValue]
  }

  private var entities: [Entity] = []
  private var links: [Link] = []
  private var objects: [Object] = []
  private var number = 0
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for _ in 0..<3 { addEntity() }
    for _ in 0..<4 { addAttribute() }
    for _ in 0..<2 { addLink() }
    for index in 0..<12 {
      let entity = pick(entities)?.name ?? ""
      let values = attributes(of: entity).map { ($0.name, value(of: $0)) }
      objects.append(
        Object(
          entity: entity, name: "o\(index)", values: Dictionary(values, uniquingKeysWith: { $1 })))
    }
    for index in links.indices {
      for source in objects where isObject(source, of: links[index].source) {
        guard chance(2), let target = pick(objects.filter { isObject($0, of: links[index].target) }) else {
          continue
        }
        links[index].pairs.append((source.name, target.name))
      }
    }
  }

  // MARK: Choosing

  private mutating func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) > 0 }

  private mutating func fresh(_ prefix: String) -> String {
    number += 1
    return "\(prefix)\(number)"
  }

  private func ancestors(of name: String) -> [Entity] {
    guard let entity = entities.first(where: { $0.name == name }) else { return [] }
    return (entity.parent.map { ancestors(of: $0) } ?? []) + [entity]
  }

  private func attributes(of entity: String) -> [Attribute] { ancestors(of: entity).flatMap(\.attributes) }

  private func isObject(_ object: Object, of entity: String) -> Bool {
    ancestors(of: object.entity).contains { $0.name == entity }
  }

  private mutating func value(of attribute: Attribute) -> PropertyValue {
    if attribute.isOptional, !chance(3) { return .null }
    let number = Int64.random(in: 0...1, using: &random)
    return Self.value(number, attribute.type)
  }

  /// All values are 0 or 1, which each type has a counterpart of.
  private static func value(_ number: Int64, _ type: AttributeType) -> PropertyValue {
    switch type {
    case .string: .string("\(number)")
    case .double: .real(Double(number))
    case .boolean: .boolean(number == 1)
    default: .integer(number)
    }
  }

  private static let types: [AttributeType] = [.integer16, .integer64, .string, .double]

  // MARK: Changing

  /// Makes a change that a mapping can be inferred for.
  mutating func change() {
    for index in entities.indices {
      entities[index].oldName = nil
      for place in entities[index].attributes.indices { entities[index].attributes[place].oldName = nil }
    }
    for index in links.indices { links[index].oldName = nil }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: addEntity()
      case 1: addAttribute()
      case 2: removeAttribute()
      case 3: rename()
      case 4, 5: convert()
      case 6: require()
      case 7, 8: changeLink()
      default: removeLink()
      }
    }
  }

  private mutating func addEntity() {
    let parent = chance(2) ? nil : pick(entities)?.name
    entities.append(Entity(name: fresh("E"), parent: parent))
  }

  private mutating func addAttribute() {
    guard let index = entities.indices.randomElement(using: &random), let type = pick(Self.types) else {
      return
    }
    let attribute = Attribute(name: fresh("a"), type: type, isOptional: !chance(2))
    entities[index].attributes.append(attribute)
    for place in objects.indices where isObject(objects[place], of: entities[index].name) {
      objects[place].values[attribute.name] = attribute.isOptional ? .null : Self.value(1, type)
    }
  }

  private mutating func addLink() {
    guard let source = pick(entities)?.name, let target = pick(entities)?.name else { return }
    links.append(
      Link(name: fresh("r"), source: source, target: target, isMany: chance(2), isOrdered: !chance(2)))
  }

  private mutating func withAttribute(_ body: (inout Attribute) -> Void) {
    let places = entities.indices.flatMap { entity in
      entities[entity].attributes.indices.map { (entity, $0) }
    }.filter { entities[$0.0].attributes[$0.1].oldName == nil }
    guard let place = pick(places) else { return }
    let old = entities[place.0].attributes[place.1]
    var changed = old
    body(&changed)
    entities[place.0].attributes[place.1] = changed
    for index in objects.indices where isObject(objects[index], of: entities[place.0].name) {
      let value = objects[index].values.removeValue(forKey: old.name) ?? .null
      objects[index].values[changed.name] = Self.convert(value, to: changed)
    }
  }

  private static func convert(_ value: PropertyValue, to attribute: Attribute) -> PropertyValue {
    switch value {
    case .null: attribute.isOptional ? .null : self.value(1, attribute.type)
    case .integer(1), .real(1), .string("1"), .string("1.0"): self.value(1, attribute.type)
    default: self.value(0, attribute.type)
    }
  }

  private mutating func removeAttribute() {
    guard
      let index = entities.indices.filter({ !entities[$0].attributes.isEmpty }).randomElement(using: &random)
    else { return }
    let removed = entities[index].attributes.removeLast()
    for place in objects.indices { objects[place].values[removed.name] = nil }
  }

  private mutating func rename() {
    if chance(2) {
      let name = fresh("b")
      withAttribute { attribute in (attribute.oldName, attribute.name) = (attribute.name, name) }
    } else if let index = entities.indices.filter({ entities[$0].oldName == nil }).randomElement(
      using: &random)
    {
      let (old, new) = (entities[index].name, fresh("F"))
      entities[index].oldName = old
      entities[index].name = new
      for place in entities.indices where entities[place].parent == old { entities[place].parent = new }
      for place in objects.indices where objects[place].entity == old { objects[place].entity = new }
      for place in links.indices {
        if links[place].source == old { links[place].source = new }
        if links[place].target == old { links[place].target = new }
      }
    }
  }

  private mutating func convert() {
    // Real numbers become text as "1.0", which is no integer.
    let type = pick([AttributeType.integer16, .integer64]) ?? .integer64
    withAttribute { attribute in
      attribute.type = attribute.type == .integer64 ? .string : attribute.type == .double ? .double : type
    }
  }

  private mutating func require() { withAttribute { attribute in attribute.isOptional = false } }

  private mutating func changeLink() {
    guard let index = links.indices.randomElement(using: &random) else { return }
    // Each source object has one destination object, so that the relationship can become to-one again.
    links[index].isMany.toggle()
    if links[index].oldName == nil, !chance(2) {
      let name = fresh("q")
      (links[index].oldName, links[index].name) = (links[index].name, name)
    }
  }

  private mutating func removeLink() {
    guard links.count > 1, !chance(2) else { return }
    links.removeLast()
  }

  // MARK: The model and its objects

  /// The model as it is now.
  func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities.map { entity in
        let ends = links.flatMap { link -> [RelationshipDescription] in
          let (name, back) = (link.name, link.name + "back")
          let identifier = link.oldName
          let there: RelationshipDescription =
            link.isMany
            ? .toMany(name, link.target, inverse: back, renamingIdentifier: identifier)
            : .toOne(name, link.target, inverse: back, renamingIdentifier: identifier)
          let inverse = RelationshipDescription.toMany(
            back, link.source, inverse: name, isOrdered: link.isOrdered,
            renamingIdentifier: identifier.map { $0 + "back" })
          return (link.source == entity.name ? [there] : []) + (link.target == entity.name ? [inverse] : [])
        }
        return EntityDescription(
          nil, name: entity.name, parent: entity.parent,
          attributes: (entity.parent == nil ? [MigrationExample.name] : [])
            + entity.attributes.map {
              AttributeDescription(
                $0.name, $0.type, isOptional: $0.isOptional,
                default: $0.isOptional ? .null : Self.value(1, $0.type), renamingIdentifier: $0.oldName)
            },
          relationships: ends, renamingIdentifier: entity.oldName)
      })
  }

  /// The objects for a new store.
  var samples: [SampleObject] {
    objects.map { object in
      var destinations: [String: [String]] = [:]
      for link in links {
        // Members are added at the end with the order.
        let members = link.pairs.filter { $0.target == object.name }.map(\.source)
        if !members.isEmpty { destinations[link.name + "back"] = members }
      }
      return SampleObject(object.entity, object.name, object.values, to: destinations)
    }
  }

  /// The lines of the objects that the store must have.
  var lines: [String] {
    objects.map { object in
      let values = object.values.filter { !$0.value.isNull }.sorted { $0.key < $1.key }
      var ends: [String: [String]] = [:]
      for link in links {
        let there = link.pairs.filter { $0.source == object.name }.map(\.target)
        let back = link.pairs.filter { $0.target == object.name }.map(\.source)
        if !there.isEmpty { ends[link.name] = there.sorted() }
        if !back.isEmpty { ends[link.name + "back"] = link.isOrdered ? back : back.sorted() }
      }
      let parts =
        [object.entity, object.name] + values.map { "\($0.key)=\($0.value)" }
        + ends.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.joined(separator: ","))" }
      return parts.joined(separator: " ")
    }.sorted()
  }
}
