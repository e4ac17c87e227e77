import ArgumentParser
import Foundation
import ObjectGraph
import SQLiteStore

/// Cars inserted in the background: the notifications of the main context, and helpers for any class.
struct Cars: Example {
  static let configuration = CommandConfiguration(
    commandName: "cars", abstract: "Background inserts, notifications, JSON import, generic helpers.")

  @Option(help: "After how many seconds the late car comes.") var delay = 2.0

  func validate() throws { try check(delay: delay) }

  final class Car: ManagedObject {
    @Attribute("name") var name: String
    @Attribute("hasRoof") var hasRoof: Bool
    @Attribute("numberOfWheels") var numberOfWheels: Int16
  }

  /// A car as it comes from elsewhere: a value, which may cross from one isolation to another.
  struct CarRecord: Decodable, Sendable {
    var name: String
    var hasRoof: Bool
    var numberOfWheels: Int16
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Car.self,
        attributes: [
          .init("name", .string), .init("hasRoof", .boolean, default: .boolean(true)),
          .init("numberOfWheels", .integer16, default: .integer(4)),
        ])
    ])
  }

  private static let json = """
    [{"name": "Messerschmitt KR200", "hasRoof": true, "numberOfWheels": 3},
     {"name": "Morgan 3 Wheeler", "hasRoof": false, "numberOfWheels": 3}]
    """

  @MainActor
  func run(in folder: URL) async throws {
    let path = folder.appendingPathComponent("cars.sqlite").path
    let container = try PersistentContainer(store: SQLiteStore(path: path, model: Self.model()))
    let context = container.viewContext
    let reporter = Reporter(context)
    defer { withExtendedLifetime(reporter) {} }
    try context.clear(Car.self)

    print("Four cars are inserted in the background; the main context merges them automatically:")
    try await container.performBackgroundTask { context in
      for name in ["Beetle", "Fiat 500", "Mini", "Trabant"] {
        try context.insert(Car.self) { $0.name = name }
      }
    }
    heading("One more, after \(delay.formatted()) seconds:")
    let late = Task {
      try await Task.sleep(for: .seconds(delay))
      try await container.performBackgroundTask { context in
        let car = try context.insert(Car.self)
        (car.name, car.hasRoof) = ("2CV", false)
      }
    }
    _ = try await late.value

    heading("Changes of this context are posted in the same way:")
    let cars = try context.all(Car.self)
    cars.first { $0.name == "Beetle" }?.name = "Beetle, the new one"
    if let trabant = cars.first(where: { $0.name == "Trabant" }) { context.delete(trabant) }
    try context.save()

    try await importJSON(container)
    heading("All cars, by wheels and name:")
    let order = [FetchOrder("numberOfWheels"), FetchOrder("name")]
    for car in try context.fetch(FetchRequest<Car>(order: order)) {
      print("  \(car.numberOfWheels) wheels, \(car.hasRoof ? "a roof, " : "no roof,") \(car.name)")
    }
    heading("All are cleared away again:")
    try context.clear(Car.self)
    try context.save()
  }

  /// A long-lived context of its own is the place for imports that come again and again.
  @MainActor
  private func importJSON(_ container: PersistentContainer) async throws {
    heading("Cars are read from JSON, in a background context that stays:")
    let importer = try container.makeBackgroundContext(name: "import")
    try await importer.perform { context in
      for record in try JSONDecoder().decode([CarRecord].self, from: Data(Self.json.utf8)) {
        try context.insert(Car.self) { car in
          (car.name, car.hasRoof) = (record.name, record.hasRoof)
          car.numberOfWheels = record.numberOfWheels
        }
      }
    }
    try await importer.save()
  }

  /// Prints the changes in the main context, regardless of their origin.
  @MainActor
  private final class Reporter {
    private var observation: ContextObservation?
    /// The last known names of cars: of a deleted car, only its ID is left.
    private var names: [ManagedObjectID: String] = [:]

    init(_ context: ManagedObjectContext) {
      observation = context.observe { [weak self, weak context] changes in
        guard let context else { return }
        for id in changes.inserted.union(changes.updated) {
          self?.names[id] = (context.object(with: id) as? Car)?.name
        }
        self?.report("inserted", changes.inserted)
        self?.report("updated ", changes.updated)
        self?.report("deleted ", changes.deleted)
      }
    }

    private func report(_ what: String, _ ids: Set<ManagedObjectID>) {
      guard !ids.isEmpty else { return }
      print("  \(what)  " + ids.sorted().map { names[$0] ?? "\($0)" }.joined(separator: ", "))
    }
  }
}

// MARK: - Helpers for objects of any class

extension ManagedObjectContext {
  /// Makes an object and lets `fill` set its properties.
  @discardableResult
  fileprivate func insert<Object: ManagedObject>(
    _ type: Object.Type, _ fill: (Object) -> Void
  ) throws -> Object {
    let object = try insert(type)
    fill(object)
    return object
  }

  /// All objects of a class.
  fileprivate func all<Object: ManagedObject>(_ type: Object.Type) throws -> [Object] {
    try fetch(FetchRequest<Object>())
  }

  /// Deletes all objects of a class.
  fileprivate func clear<Object: ManagedObject>(_ type: Object.Type) throws {
    for object in try all(type) { delete(object) }
  }
}
