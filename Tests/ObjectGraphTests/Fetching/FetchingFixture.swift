import Foundation
import ObjectGraph

final class Film: ManagedObject {
  static let title = Property<Film, String?>("title")
  static let year = Property<Film, Int?>("year")
  static let director = ToOneProperty<Film, Director>("director")
}

final class Director: ManagedObject {
  static let name = Property<Director, String>("name")
  static let films = ToManyProperty<Director, Film>("films")
  static let mentor = ToOneProperty<Director, Director>("mentor")
}

/// A few films and directors in memory.
struct Films: RowLookup {
  static let director: EntityNumber = 1
  static let film: EntityNumber = 2

  let model: ManagedObjectModel
  private var rows: [ManagedObjectID: Row] = [:]

  init() throws {
    model = try ManagedObjectModel([
      EntityDescription(
        Director.self, attributes: [AttributeDescription("name", .string)],
        relationships: [
          .toMany("films", "Film", inverse: "director"), .toOne("mentor", "Director"),
        ]),
      EntityDescription(
        Film.self,
        attributes: [
          AttributeDescription("title", .string), AttributeDescription("year", .integer32),
          AttributeDescription("rating", .double), AttributeDescription("isSilent", .boolean),
          AttributeDescription("seen", .date),
        ], relationships: [.toOne("director", "Director", inverse: "films")]),
    ])
  }

  static func id(_ entity: EntityNumber, _ key: Int64) -> ManagedObjectID {
    ManagedObjectID(entity: entity, key: key)
  }

  /// Adds a film and returns its row.
  @discardableResult
  mutating func add(
    film key: Int64 = 1, title: String? = nil, year: Int? = nil, rating: Double? = nil,
    by director: Int64? = nil
  ) -> Row {
    add(
      Self.film, key,
      [
        title.propertyValue, year.propertyValue, rating.propertyValue, .null, .null,
        director.map { .reference(Self.id(Self.director, $0)) } ?? .null,
      ])
  }

  /// Adds a director and returns the row.
  @discardableResult
  mutating func add(director key: Int64, name: String, mentor: Int64? = nil) -> Row {
    let mentor = mentor.map { PropertyValue.reference(Self.id(Self.director, $0)) }
    return add(Self.director, key, [.string(name), mentor ?? .null])
  }

  private mutating func add(_ entity: EntityNumber, _ key: Int64, _ values: [PropertyValue]) -> Row {
    let row = Row(id: Self.id(entity, key), version: 1, values: values)
    rows[row.id] = row
    return row
  }

  func row(for id: ManagedObjectID) -> Row? { rows[id] }

  func members(of relationship: RelationshipDescription, owner: ManagedObjectID) -> [ManagedObjectID] {
    rows.values.filter { $0.id.entity == Self.film && $0.values[5] == .reference(owner) }.map(\.id)
  }

  /// The entity of films.
  var filmEntity: Entity { model[Self.film] }
}
