import ObjectGraph
import ObjectModel
import ObjectStore
import Testing

@Suite("The mapping between two versions of a model")
struct ModelMappingTests {
  typealias Change = PropertyMapping.Change

  /// Two descriptions of an entity beside `Album`, and what the mapping says of them.
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: [EntityDescription]
    var new: [EntityDescription]
    /// The changes of the properties of `Photo`, without those that are kept.
    var changes: [String: [Change]] = [:]
    var removed: [String] = []
    var constraints: [[String]] = []
    var problems: [MigrationProblem] = []
  }

  private static func photo(
    _ attributes: [AttributeDescription] = [], _ relationships: [RelationshipDescription] = [],
    unique: [[String]] = []
  ) -> EntityDescription {
    EntityDescription(
      nil, name: "Photo", attributes: attributes, relationships: relationships, unique: unique)
  }

  private static func album(_ relationships: [RelationshipDescription] = []) -> EntityDescription {
    EntityDescription(nil, name: "Album", relationships: relationships)
  }

  private static let toAlbum = RelationshipDescription.toOne("album", "Album", inverse: "photos")
  private static let toPhotos = RelationshipDescription.toMany("photos", "Photo", inverse: "album")
  private static let toAlbums = RelationshipDescription.toMany("album", "Album", inverse: "photos")

  static let examples: [Example] = [
    Example(
      testDescription: "nothing", old: [photo([.init("title", .string)])],
      new: [photo([.init("title", .string)])]),
    Example(
      testDescription: "an attribute is added", old: [photo()],
      new: [photo([.init("views", .integer64, default: .integer(0))])], changes: ["views": [.added]]),
    Example(
      testDescription: "an attribute is removed", old: [photo([.init("title", .string)])], new: [photo()],
      removed: ["title"]),
    Example(
      testDescription: "an attribute is renamed", old: [photo([.init("title", .string)])],
      new: [photo([.init("caption", .string, renamingIdentifier: "title")])],
      changes: ["caption": [.renamed(from: "title")]]),
    Example(
      testDescription: "two attributes exchange their names",
      old: [photo([.init("height", .string), .init("width", .string)])],
      new: [
        photo([
          .init("height", .string, renamingIdentifier: "width"),
          .init("width", .string, renamingIdentifier: "height"),
        ])
      ],
      problems: [("height", "width"), ("width", "height")].map { name, former in
        MigrationProblem(
          entity: "Photo", property: name, .takenName(from: former, successor: former))
      }),
    Example(
      testDescription: "an attribute takes the name of another one",
      old: [photo([.init("caption", .string), .init("title", .string)])],
      new: [
        photo([
          .init("title", .string, renamingIdentifier: "caption"),
          .init("name", .string, default: .string(""), renamingIdentifier: "title"),
        ])
      ],
      changes: ["name": [.added]], removed: ["caption"],
      problems: [
        MigrationProblem(
          entity: "Photo", property: "title", .takenName(from: "caption", successor: "name"))
      ]),
    Example(
      testDescription: "an attribute takes the name of one that is removed",
      old: [photo([.init("caption", .string), .init("title", .string)])],
      new: [photo([.init("title", .string, renamingIdentifier: "caption")])],
      removed: ["caption"],
      problems: [
        MigrationProblem(entity: "Photo", property: "title", .takenName(from: "caption", successor: nil))
      ]),
    Example(
      testDescription: "a new attribute takes the name of one that is renamed",
      old: [photo([.init("title", .string)])],
      new: [
        photo([
          .init("caption", .string, default: .string(""), renamingIdentifier: "title"),
          .init("title", .string),
        ])
      ],
      changes: ["caption": [.added]],
      problems: [
        MigrationProblem(entity: "Photo", property: "title", .takenName(from: nil, successor: "caption"))
      ]),
    Example(
      testDescription: "an attribute is added with the name that another one had two versions ago",
      old: [photo([.init("caption", .string, renamingIdentifier: "title")])],
      new: [
        photo([
          .init("caption", .string, renamingIdentifier: "title"),
          .init("title", .string, default: .string("")),
        ])
      ],
      changes: ["title": [.added]]),
    Example(
      testDescription: "identifiers of an earlier version stay",
      old: [
        photo([
          .init("height", .string, renamingIdentifier: "width"),
          .init("width", .string, renamingIdentifier: "height"),
        ])
      ],
      new: [
        photo([
          .init("height", .string, renamingIdentifier: "width"),
          .init("width", .string, renamingIdentifier: "height"),
        ])
      ]),
    Example(
      testDescription: "a type changes", old: [photo([.init("views", .integer16)])],
      new: [photo([.init("views", .string)])],
      changes: ["views": [.converted(from: .integer16, to: .string)]]),
    Example(
      testDescription: "a type changes to one without a conversion", old: [photo([.init("views", .binary)])],
      new: [photo([.init("views", .double)])],
      changes: ["views": [.converted(from: .binary, to: .double)]],
      problems: [
        MigrationProblem(entity: "Photo", property: "views", .noConversion(from: .binary, to: .double))
      ]),
    Example(
      testDescription: "an attribute is required", old: [photo([.init("title", .string, isOptional: true)])],
      new: [photo([.init("title", .string, default: .string("-"))])], changes: ["title": [.madeRequired]]),
    Example(
      testDescription: "an attribute is kept in files",
      old: [photo([.init("raw", .binary, isOptional: true)])],
      new: [photo([.init("raw", .binary, isOptional: true, allowsExternalStorage: true)])],
      changes: ["raw": [.externalStorage(true)]]),
    Example(
      testDescription: "a constraint is added", old: [photo([.init("title", .string)])],
      new: [photo([.init("title", .string)], unique: [["title"]])], constraints: [["title"]]),
    Example(
      testDescription: "a renamed attribute stays unique",
      old: [photo([.init("title", .string)], unique: [["title"]])],
      new: [photo([.init("caption", .string, renamingIdentifier: "title")], unique: [["caption"]])],
      changes: ["caption": [.renamed(from: "title")]]),
    Example(
      testDescription: "a relationship becomes many-to-many",
      old: [photo([], [toAlbum]), album([toPhotos])], new: [photo([], [toAlbums]), album([toPhotos])],
      changes: ["album": [.rejoined(from: .manyToOne, to: .manyToMany)]]),
    Example(
      testDescription: "a relationship gets an inverse",
      old: [photo([], [.toOne("album", "Album")]), album()], new: [photo([], [toAlbum]), album([toPhotos])],
      changes: ["album": [.rejoined(from: .oneWay, to: .manyToOne)]]),
    Example(
      testDescription: "an attribute becomes a relationship",
      old: [photo([.init("album", .string)]), album()],
      new: [photo([], [.toOne("album", "Album")]), album()],
      changes: ["album": [.added]], removed: ["album"],
      problems: [MigrationProblem(entity: "Photo", property: "album", .otherKindOfProperty)]),
    Example(
      testDescription: "a relationship leads to an unrelated entity",
      old: [photo([], [.toOne("album", "Album")]), album()],
      new: [photo([], [.toOne("album", "Photo")]), album()],
      changes: ["album": [.redirected(from: "Album", to: "Photo")]],
      problems: [
        MigrationProblem(entity: "Photo", property: "album", .otherDestination(from: "Album", to: "Photo"))
      ]),
    Example(
      testDescription: "two relationships become inverses",
      old: [photo([], [.toOne("album", "Album")]), album([.toOne("photos", "Photo")])],
      new: [
        photo([], [.toOne("album", "Album", inverse: "photos")]),
        album([.toOne("photos", "Photo", inverse: "album")]),
      ],
      changes: ["album": [.rejoined(from: .oneWay, to: .oneToOne)]],
      problems: [
        MigrationProblem(entity: "Photo", property: "album", .otherInverse("Album.photos")),
        MigrationProblem(entity: "Album", property: "photos", .otherInverse("Photo.album")),
      ]),
  ]

  @Test("Each kind of change has its mapping", arguments: examples)
  func check(_ example: Example) throws {
    let mapping = try ModelMapping(
      from: ManagedObjectModel(example.old), to: ManagedObjectModel(example.new))
    let photo = try #require(mapping.entity("Photo"))
    let changes = photo.properties.filter { !$0.changes.isEmpty }.map { ($0.name, $0.changes) }
    #expect(Dictionary(uniqueKeysWithValues: changes) == example.changes)
    #expect(photo.removedProperties == example.removed)
    #expect(photo.newConstraints == example.constraints)
    #expect(Set(mapping.problems) == Set(example.problems))
    #expect(((try? mapping.validate()) == nil) == !example.problems.isEmpty)
    #expect(mapping.problems.allSatisfy { "\($0)".hasPrefix("\($0.entity).\($0.property ?? "")") })
  }

  @Test("Entities are matched by name, then by renaming identifier, and the others are added and removed")
  func entities() throws {
    let old = try ManagedObjectModel(["A", "B", "C"].map { EntityDescription(nil, name: $0) })
    let new = try ManagedObjectModel([
      EntityDescription(nil, name: "A", renamingIdentifier: "B"),
      EntityDescription(nil, name: "D", renamingIdentifier: "B"),
      EntityDescription(nil, name: "E", renamingIdentifier: "A"), EntityDescription(nil, name: "F"),
    ])
    let mapping = ModelMapping(from: old, to: new)
    #expect(mapping.entities.map(\.source) == ["A", "B", nil, nil])
    #expect(mapping.entities.map(\.oldName) == [nil, "B", nil, nil])
    #expect(mapping.removedEntities == ["C"])
    #expect(mapping.newName(ofEntity: "B") == "D")
  }

  @Test("An attribute that moves to a parent is kept, and the entity is moved")
  func inheritance() throws {
    let title = AttributeDescription("title", .string, default: .string(""))
    let old = try ManagedObjectModel([EntityDescription(nil, name: "Photo", attributes: [title])])
    let new = try ManagedObjectModel([
      EntityDescription(nil, name: "Item", attributes: [title]),
      EntityDescription(nil, name: "Photo", parent: "Item"),
    ])
    let photo = try #require(ModelMapping(from: old, to: new).entity("Photo"))
    #expect(photo.isMoved)
    #expect(photo.properties.map(\.changes) == [[]])
    #expect(ModelMapping(from: new, to: new).entities.allSatisfy { !$0.isMoved })
  }

  @Test("Trees that become one are refused if their keys are too high to be kept apart")
  func highKeys() throws {
    let names = ["A", "B", "C"]
    let old = try ManagedObjectModel(names.map { EntityDescription(nil, name: $0) })
    let new = try ManagedObjectModel(
      [EntityDescription(nil, name: "Item")] + names.map { EntityDescription(nil, name: $0, parent: "Item") })
    let mapping = ModelMapping(from: old, to: new)
    func offset(_ highest: Int64) throws(StoreError) -> Int64 {
      try KeyOffsets(mapping, highest: [1: highest, 2: highest, 3: highest], path: "store")
        .offset(from: 3, to: 1)
    }
    #expect(try offset(5) == 10)
    #expect(throws: StoreError.self) { try offset(1 << 61) }
    #expect(throws: StoreError.self) { try offset(1 << 62 - 1) }
  }
}
