import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// An object of the batch tests, which its name identifies in all stores.
class Named: ManagedObject {
  static let name = Property<Named, String>("name")
  @Attribute(Named.name) var name: String
}

/// A ship.
class Ship: Named {
  static let code = Property<Ship, String?>("code")
  static let crew = Property<Ship, Int>("crew")
  static let tons = Property<Ship, Double>("tons")
  static let note = Property<Ship, String?>("note")
  static let chart = Property<Ship, Data?>("chart")
  static let harbor = ToOneProperty<Ship, Harbor>("harbor")
  static let flag = ToOneProperty<Ship, Country>("flag")
  static let papers = ToOneProperty<Ship, Papers>("papers")
  static let convoy = ToOneProperty<Ship, Convoy>("convoy")
  @Attribute(Ship.code) var code: String?
  @Attribute(Ship.crew) var crew: Int
  @Attribute(Ship.tons) var tons: Double
  @Attribute(Ship.note) var note: String?
  @Attribute(Ship.chart) var chart: Data?
  @ToOne(Ship.harbor) var harbor: Harbor?
  @ToOne(Ship.flag) var flag: Country?
  @ToOne(Ship.papers) var papers: Papers?
  @ToOne(Ship.convoy) var convoy: Convoy?
  @ToMany("parts") var parts: ObjectSet<Part>
  @ToMany("routes") var routes: ObjectSet<Route>
}

/// A ship with cars.
final class Ferry: Ship {
  static let cars = Property<Ferry, Int>("cars")
  @Attribute(Ferry.cars) var cars: Int
}

/// A harbor, which loses its ships.
final class Harbor: Named {
  @ToMany("ships") var ships: ObjectSet<Ship>
}

/// A country, which stays as long as it has ships.
final class Country: Named {
  @ToMany("ships") var ships: ObjectSet<Ship>
}

/// The papers of one ship, which go with it.
final class Papers: Named {
  @ToOne("ship") var ship: Ship?
}

/// A part of a ship or of another part.
final class Part: Named {
  @ToOne("ship") var ship: Ship?
  @ToOne("parent") var parent: Part?
  @ToMany("children") var children: ObjectSet<Part>
}

/// A route of ships.
final class Route: Named {
  @ToMany("ships") var ships: OrderedObjectSet<Ship>
}

/// Ships in order.
final class Convoy: Named {
  @ToMany("ships") var ships: OrderedObjectSet<Ship>
}

/// The model of the batch tests.
enum Fleet {
  /// Creates the model.
  ///
  /// - Parameter isDerived: A Boolean value that indicates whether harbors have derived attributes.
  static func model(isDerived: Bool = false) throws -> ManagedObjectModel {
    let name = AttributeDescription("name", .string)
    let derived: [AttributeDescription] =
      isDerived
      ? [
        .init("shipCount", .integer64, derived: .count("ships")),
        .init("crewSum", .integer64, derived: .sum(relationship: "ships", attribute: "crew")),
      ] : []
    let texts: [AttributeDescription] =
      isDerived ? [.init("plainName", .string, isOptional: true, derived: .canonical("name"))] : []
    return try ManagedObjectModel([
      EntityDescription(
        Ship.self,
        attributes: [
          name, .init("code", .string, isOptional: true, preservesValueInHistory: true),
          .init(
            "crew", .integer32, default: .integer(1), rules: [.minimum(.integer(0)), .maximum(.integer(500))]),
          .init("tons", .double, default: .real(1)), .init("note", .string, isOptional: true),
          .init("chart", .binary, isOptional: true, allowsExternalStorage: true),
        ] + texts,
        relationships: [
          .toOne("harbor", "Harbor", inverse: "ships"),
          .toOne("flag", "Country", inverse: "ships", isOptional: false),
          .toOne("papers", "Papers", inverse: "ship", deleteRule: .cascade),
          .toOne("convoy", "Convoy", inverse: "ships"),
          .toMany("parts", "Part", inverse: "ship", deleteRule: .cascade),
          .toMany("routes", "Route", inverse: "ships"),
        ], unique: [["code"]], indexes: [["name"]]),
      EntityDescription(
        Ferry.self, parent: "Ship", attributes: [.init("cars", .integer16, default: .integer(0))]),
      EntityDescription(
        Harbor.self, attributes: [name] + derived,
        relationships: [.toMany("ships", "Ship", inverse: "harbor")]),
      EntityDescription(
        Country.self, attributes: [name],
        relationships: [.toMany("ships", "Ship", inverse: "flag", deleteRule: .deny)]),
      EntityDescription(
        Papers.self, attributes: [name], relationships: [.toOne("ship", "Ship", inverse: "papers")]),
      EntityDescription(
        Part.self, attributes: [name],
        relationships: [
          .toOne("ship", "Ship", inverse: "parts"), .toOne("parent", "Part", inverse: "children"),
          .toMany("children", "Part", inverse: "parent", deleteRule: .cascade),
        ]),
      EntityDescription(
        Route.self, attributes: [name],
        relationships: [.toMany("ships", "Ship", inverse: "routes", isOrdered: true)]),
      EntityDescription(
        Convoy.self, attributes: [name],
        relationships: [.toMany("ships", "Ship", inverse: "convoy", isOrdered: true)]),
    ])
  }

  /// The kinds of stores on which batches run.
  enum Storage: String, CaseIterable, Sendable {
    case memory, recordedMemory, binary, xml, sqlite, recordedSQLite, combined, postgres, recordedPostgres

    static let allCases: [Storage] =
      [.memory, .recordedMemory, .binary, .xml, .sqlite, .recordedSQLite, .combined] + onServers
    /// The kinds of stores on a server, if there is one to test on.
    static let onServers: [Storage] = StoreKind.databases.isEmpty ? [] : [.postgres, .recordedPostgres]
    /// The kinds of stores that write batches as sets.
    static let writingSets: [Storage] = [.sqlite] + onServers

    func open(in folder: TemporaryFolder, _ model: ManagedObjectModel) throws -> any PersistentStore {
      let path = folder.path(rawValue)
      return switch self {
      case .memory: InMemoryStore(model: model)
      case .recordedMemory: InMemoryStore(model: model, keepsHistory: true)
      case .binary: try AtomicStore(path: path, model: model, format: .binary)
      case .xml: try AtomicStore(path: path, model: model, format: .xml)
      case .sqlite: try SQLiteStore(path: path, model: model)
      case .recordedSQLite:
        try SQLiteStore(path: path, model: model, options: StoreOptions(keepsHistory: true))
      case .combined:
        try CombinedStore(
          model: model, stores: [InMemoryStore(model: model), InMemoryStore(model: model)])
      case .postgres: try StoreKind.postgres.open(in: folder, model: model, identifier: UUID())
      case .recordedPostgres:
        try StoreKind.postgres.open(
          in: folder, model: model, options: StoreOptions(keepsHistory: true), identifier: UUID())
      }
    }
  }

  /// Inserts objects at random; two contexts with equal generators get the same objects.
  static func fill(_ context: ManagedObjectContext, ships: Int, using random: inout SeededGenerator) throws {
    let harbors = try named(Harbor.self, 3, context)
    let countries = try named(Country.self, 3, context)
    let routes = try named(Route.self, 3, context)
    let convoys = try named(Convoy.self, 2, context)
    var parts: [Part] = []
    for number in 0..<ships {
      let ship =
        Bool.random(using: &random) ? try context.insert(Ship.self) : try context.insert(Ferry.self)
      ship.name = "ship \(number)"
      ship.code = Bool.random(using: &random) ? "code \(number)" : nil
      ship.crew = Int.random(in: 0...400, using: &random)
      ship.tons = Double(Int.random(in: 0...40, using: &random)) / 4
      ship.harbor = Bool.random(using: &random) ? harbors.randomElement(using: &random) : nil
      ship.flag = countries.dropLast().randomElement(using: &random)
      ship.convoy = Bool.random(using: &random) ? convoys.randomElement(using: &random) : nil
      if number % 5 == 0 { ship.chart = Data(count: 200_000) }
      if number % 3 == 0 { ship.papers = try named(Papers.self, 1, context, "\(number)").first }
      for route in routes where Bool.random(using: &random) { route.ships.append(ship) }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let part = try context.insert(Part.self)
        part.name = "part \(parts.count)"
        if let parent = parts.randomElement(using: &random), Bool.random(using: &random) {
          part.parent = parent
        } else {
          part.ship = ship
        }
        parts.append(part)
      }
    }
    try context.save()
  }

  private static func named<Object: Named>(
    _ type: Object.Type, _ count: Int, _ context: ManagedObjectContext, _ suffix: String = ""
  ) throws -> [Object] {
    try (0..<count).map {
      let object = try context.insert(type)
      object.name = "\(type)\(suffix) \($0)"
      return object
    }
  }
}

extension Fleet {
  /// Returns the objects of a store by their names, without IDs.
  static func text(_ coordinator: PersistentStoreCoordinator) throws -> [String] {
    let reader = try coordinator.store.makeReader()
    let model = coordinator.model
    var names: [ManagedObjectID: String] = [:]
    var rows: [Row] = []
    for entity in model.entities where entity.parent == nil {
      rows += try reader.fetch(StoreQuery(entity: entity.number))
    }
    for row in rows {
      let entity = model.entity(of: row.id)
      if let slot = entity.slot(of: "name") { names[row.id] = "\(entity.name) \(row.values[slot])" }
    }
    return try rows.map { row in
      let entity = model.entity(of: row.id)
      var text = names[row.id] ?? ""
      for attribute in entity.attributes {
        text += " \(attribute.name)=\(entity.slot(of: attribute.name).map { row.values[$0] } ?? .null)"
      }
      for relationship in entity.toOneRelationships {
        let id = entity.slot(of: relationship.name).flatMap { row.values[$0].reference }
        text += " \(relationship.name)=\(id.map { names[$0] ?? "missing" } ?? "nil")"
      }
      return text
    }.sorted() + members(coordinator)
  }

  /// Returns the members of the ordered relationships, as a new context reads them.
  private static func members(_ coordinator: PersistentStoreCoordinator) throws -> [String] {
    let worker = try BackgroundContext(coordinator: coordinator)
    return try worker.performAndWait { context in
      let routes = try context.fetch(FetchRequest<Route>(order: [.by(\.name)]))
      let convoys = try context.fetch(FetchRequest<Convoy>(order: [.by(\.name)]))
      return routes.map { "\($0.name): \($0.ships.map(\.name))" }
        + convoys.map { "\($0.name): \($0.ships.map(\.name))" }
    }
  }
}
