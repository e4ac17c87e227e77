import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport

/// A trip of the user.
final class Trip: ManagedObject {
  @Attribute("name") var name: String
  @ToMany("stops") var stops: ObjectSet<Stop>
}

/// A stop of a trip, at a town of the catalog.
final class Stop: ManagedObject {
  @Attribute("town") var town: String
  @ToOne("trip") var trip: Trip?
}

/// A town of the catalog.
final class Town: ManagedObject {
  @Attribute("name") var name: String
  @Attribute("people") var people: Int
}

/// A note, which may be in either store.
final class Remark: ManagedObject {
  @Attribute("text") var text: String
  @ToOne("answered") var answered: Remark?
  @ToMany("answers") var answers: ObjectSet<Remark>
}

/// A model of trips and towns in two stores.
enum Guide {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      entities(),
      configurations: ["Library": ["Trip", "Stop", "Remark"], "Catalog": ["Town", "Remark"]])
  }

  /// The model of a program that has only the store of the trips, or of the towns, with classes.
  static func model(with names: Set<String>) throws -> ManagedObjectModel {
    try ManagedObjectModel(entities(fetchesTowns: false).filter { names.contains($0.name) })
  }

  private static func entities(fetchesTowns: Bool = true) throws -> [EntityDescription] {
    [
      EntityDescription(
        Trip.self, attributes: [.init("name", .string, default: .string(""))],
        relationships: [.toMany("stops", "Stop", inverse: "trip", deleteRule: .cascade)]),
      EntityDescription(
        Stop.self, attributes: [.init("town", .string, default: .string(""))],
        relationships: [.toOne("trip", "Trip", inverse: "stops")],
        fetchedProperties: fetchesTowns
          ? [try FetchedPropertyDescription("towns", entity: "Town", where: "name == $FETCH_SOURCE.town")]
          : []),
      EntityDescription(
        Town.self,
        attributes: [
          .init("name", .string, default: .string("")), .init("people", .integer64, default: .integer(0)),
        ], unique: [["name"]]),
      EntityDescription(
        Remark.self, attributes: [.init("text", .string, default: .string(""))],
        relationships: [
          .toOne("answered", "Remark", inverse: "answers"),
          .toMany("answers", "Remark", inverse: "answered"),
        ]),
    ]
  }

  /// A store of a configuration, in memory.
  static func store(_ configuration: String) throws -> InMemoryStore {
    InMemoryStore(model: try model().model(ofConfiguration: configuration))
  }

  /// A store of a configuration, in a file.
  static func file(
    _ configuration: String, in folder: TemporaryFolder, isReadOnly: Bool = false, keepsHistory: Bool = false
  ) throws -> SQLiteStore {
    try SQLiteStore(
      path: folder.path(configuration + ".sqlite"), model: model().model(ofConfiguration: configuration),
      options: StoreOptions(isReadOnly: isReadOnly, keepsHistory: keepsHistory))
  }
}
