import ObjectGraph
import TestSupport

/// An object in a store before a migration; objects are found by their attribute `name`.
struct SampleObject: Sendable {
  let entity: String
  let name: String
  var values: [String: PropertyValue] = [:]
  /// The names of the destination objects, by relationship.
  var destinations: [String: [String]] = [:]

  init(
    _ entity: String, _ name: String, _ values: [String: PropertyValue] = [:],
    to destinations: [String: [String]] = [:]
  ) {
    self.entity = entity
    self.name = name
    self.values = values
    self.destinations = destinations
  }
}

/// A store that is filled with one model and opened with another.
@MainActor
struct MigrationFixture {
  let folder: TemporaryFolder
  let kind: StoreKind

  init(_ kind: StoreKind) throws {
    folder = try TemporaryFolder()
    self.kind = kind
  }

  /// The path of the file.
  var path: String { folder.path("store.\(kind.rawValue)") }

  /// The store in messages: the path of its file, or its place on the server.
  var place: String {
    #if PostgreSQL
      if kind == .postgres { return PostgresStores.place(in: folder) }
    #endif
    return path
  }

  func open(_ model: ManagedObjectModel, _ migration: StoreMigration = .additions) throws
    -> any PersistentStore
  {
    try kind.open(in: folder, model: model, options: StoreOptions(migration: migration))
  }

  /// Creates the store, or opens it, and inserts objects.
  func fill(_ model: ManagedObjectModel, _ objects: [SampleObject]) async throws {
    let container = try PersistentContainer(store: open(model))
    let context = container.viewContext
    var inserted: [String: ManagedObject] = [:]
    for sample in objects {
      let object = try context.insert(entityNamed: sample.entity)
      object.setValue(.string(sample.name), forKey: "name")
      for (name, value) in sample.values { object.setValue(value, forKey: name) }
      inserted[sample.name] = object
    }
    for sample in objects {
      guard let object = inserted[sample.name] else { continue }
      for (name, destinations) in sample.destinations {
        let found = destinations.compactMap { inserted[$0] }
        switch object.entity.relationship(name) {
        case .some(let relationship) where relationship.isOrdered:
          for destination in found { object.mutableOrderedSetValue(forKey: name).append(destination) }
        case .some(let relationship) where relationship.cardinality == .toMany:
          for destination in found { object.mutableSetValue(forKey: name).insert(destination) }
        default: object.setValue(found.first.map { .reference($0.objectID) } ?? .null, forKey: name)
        }
      }
    }
    try context.save()
    await container.coordinator.drain()
  }

  /// Opens the store and returns a line for each object, as a context reads it.
  func lines(_ model: ManagedObjectModel, _ migration: StoreMigration = .additions) async throws -> [String] {
    let container = try PersistentContainer(store: open(model, migration))
    let context = container.viewContext
    var lines: [String] = []
    for entity in model.entities {
      let request = FetchRequest<ManagedObject>(
        entity: entity.name, order: [FetchOrder("name")], includesSubentities: false)
      for object in try context.fetch(request) { lines.append(Self.line(of: object)) }
    }
    await container.coordinator.drain()
    return lines
  }

  /// Returns the entity, the name, and all other properties that are not empty.
  private static func line(of object: ManagedObject) -> String {
    var parts = [object.entity.name, name(of: object)]
    for attribute in object.entity.attributes.sorted(by: { $0.name < $1.name })
    where attribute.name != "name" {
      let value = object.value(forKey: attribute.name)
      if !value.isNull { parts.append("\(attribute.name)=\(value)") }
    }
    for relationship in object.entity.relationships.sorted(by: { $0.name < $1.name }) {
      var names = object.objects(forKey: relationship.name).map(name)
      if !relationship.isOrdered { names.sort() }
      if !names.isEmpty { parts.append("\(relationship.name)=\(names.joined(separator: ","))") }
    }
    return parts.joined(separator: " ")
  }

  private static func name(of object: ManagedObject) -> String {
    if case .string(let name) = object.value(forKey: "name") { name } else { "?" }
  }
}
