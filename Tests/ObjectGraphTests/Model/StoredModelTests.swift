import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

/// A model that uses every feature of a model description.
enum Everything {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      [
        EntityDescription(
          ManagedObject.self, name: "Node", isAbstract: true,
          attributes: [
            .init(
              "title", .string, default: .string("a \"b\" \\ ü\n"),
              rules: [.maximumLength(20), .pattern("[^|]+")]),
            .init("size", .integer16, default: .integer(-3), rules: .range(Int(-5)...7)),
            .init("cost", .decimal, default: .decimal(Decimal(string: "0.1000000000000000000001") ?? 0)),
            .init(
              "when", .date, isOptional: true, default: .date(Date(timeIntervalSinceReferenceDate: 1 / 3)),
              rules: [.minimum(.date(Date(timeIntervalSinceReferenceDate: -1e9)))]),
            .init("ratio", .double, default: .real(.pi)),
            .init("flag", .boolean, default: .boolean(true), renamingIdentifier: "sign"),
            .init("blob", .binary, default: .data(Data([0, 255])), allowsExternalStorage: true),
            .init(
              "id", .uuid, default: .uuid(UUID()), preservesValueInHistory: true, versionHashModifier: "2"),
            .init("home", .uri, default: .url(try #require(URL(string: "http://a.example/b?c=d")))),
            .init("plan", .transformable, isOptional: true, transformer: .named("Plan")),
            .init("shown", .float, isTransient: true, userInfo: ["a": "b"]),
            .init("search", .string, isOptional: true, derived: .canonical("title")),
          ],
          relationships: [
            .toOne(
              "parent", "Node", inverse: "children", deleteRule: .deny, renamingIdentifier: "up",
              versionHashModifier: "3", userInfo: ["c": "d"]),
            .toMany(
              "children", "Node", inverse: "parent", deleteRule: .cascade, isOrdered: true, count: 0...9),
            .toMany("friends", "Node", inverse: "friendOf", deleteRule: .noAction),
            .toMany("friendOf", "Node", inverse: "friends"),
          ],
          unique: [["id"], ["title", "parent"]],
          indexes: [["title", .descending("size")], [.descending("title"), "size"]],
          fullTextIndex: ["title", "search"],
          fetchedProperties: [
            try FetchedPropertyDescription(
              "same", entity: "Leaf", where: "title == $FETCH_SOURCE.title",
              order: [FetchOrder("title", ascending: false, comparison: .natural), FetchOrder("size")],
              limit: 3, userInfo: ["e": "f"])
          ]),
        EntityDescription(
          ManagedObject.self, name: "Leaf", parent: "Node",
          attributes: [.init("childCount", .integer64, derived: .count("children"))],
          unique: [["size", "childCount"]], indexes: [["flag"]],
          renamingIdentifier: "Blade", versionHashModifier: "4", userInfo: ["g": "h"],
          fetchedProperties: [try FetchedPropertyDescription("all", entity: "Node")]),
        EntityDescription(ManagedObject.self, name: "Note", attributes: [.init("text", .string)]),
      ],
      configurations: ["Local": ["Note"], "Tree": ["Node", "Leaf"]],
      templates: [
        try FetchTemplate(
          "named", entity: "Node", where: "title == $title",
          order: [FetchOrder("title", comparison: .insensitive)],
          limit: 5, includesSubentities: false),
        try FetchTemplate("any", entity: "Note"),
      ])
  }
}

@Suite("The model that a store keeps")
struct StoredModelTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func model(_ kind: StoreKind) throws -> ManagedObjectModel {
    let path = folder.path("store.\(kind.rawValue)")
    return switch kind {
    case .binary: try AtomicStore.model(at: path, format: .binary)
    case .xml: try AtomicStore.model(at: path, format: .xml)
    default: try SQLiteStore.model(at: path)
    }
  }

  @Test("A document gives back all that it was made of")
  func document() throws {
    let model = try Everything.model()
    let read = try ManagedObjectModel.described(by: model.document) { _ in nil }
    #expect(read.document == model.document)
    #expect(read.versionHashes == model.versionHashes)
    #expect(read.configurations == model.configurations)
    #expect(read.templates == model.templates)
    for (entity, other) in zip(model.storedEntities, read.storedEntities) {
      #expect(entity.name == other.name)
      #expect(entity.parent?.name == other.parent?.name)
      #expect(entity.isAbstract == other.isAbstract)
      #expect(entity.attributes == other.attributes)
      #expect(entity.relationships == other.relationships)
      #expect(entity.uniquenessConstraints == other.uniquenessConstraints)
      #expect(entity.uniqueSlots == other.uniqueSlots)
      #expect(entity.indexes == other.indexes)
      #expect(entity.fullTextIndex == other.fullTextIndex)
      #expect(entity.renamingIdentifier == other.renamingIdentifier)
      #expect(entity.versionHashModifier == other.versionHashModifier)
      #expect(entity.userInfo == other.userInfo)
      #expect(entity.fetchedProperties == other.fetchedProperties)
    }
    #expect(model.storedEntities.count == read.storedEntities.count)
  }

  @Test(
    "Requests that can never be fetched are left out of a document, which earlier versions wrote with them")
  func unfitRequests() throws {
    let model = try Everything.model()
    let property = "title == $FETCH_SOURCE.title"
    let formats = [
      ("title == $title", ["titel == $title", "title =="]),
      (
        property,
        ["titel == $FETCH_SOURCE.title", "SUBQUERY($FETCH_SOURCE.friends, $x, $x.size > 1).@count > 0"]
      ),
    ]
    for (format, unfit) in formats {
      for unfit in unfit {
        let document = model.document.replacing(format, with: unfit)
        #expect(document != model.document)
        let read = try ManagedObjectModel.described(by: document) { _ in nil }
        #expect(read.versionHashes == model.versionHashes)
        #expect(read.templates.map(\.name) == (format == property ? ["any", "named"] : ["any"]))
        let fetched = ["Node", "Leaf"].map { read.entity(named: $0)?.fetchedProperties.map(\.name) }
        #expect(fetched == (format == property ? [[], ["all"]] : [["same"], ["same", "all"]]))
      }
    }
  }

  @Test("A store is read with nothing but itself", arguments: StoreKind.lasting)
  @MainActor func generic(kind: StoreKind) async throws {
    let shop = try PersistentContainer(store: try kind.open(in: folder, model: try Bookshop.model()))
    let context = shop.viewContext
    let rack = try context.insert(Rack.self)
    rack.label = "window"
    for (name, pieces) in [("sky", 500), ("sea", 1000)] {
      let puzzle = try context.insert(Puzzle.self)
      (puzzle.name, puzzle.pieces, puzzle.code) = (name, pieces, name)
      puzzle.tags.insert(try context.insert(Topic.self))
      rack.items.append(puzzle)
    }
    try context.save()

    let model = try model(kind)
    #expect(try model.versionHashes == Bookshop.model().versionHashes)
    let store = try kind.open(in: folder, model: model, options: StoreOptions(isReadOnly: true))
    let copy = try PersistentContainer(store: store).viewContext
    let racks = try copy.fetch(FetchRequest<ManagedObject>(entity: "Rack"))
    #expect(racks.map { $0.value(forKey: "label") } == [.string("window")])
    let items = racks.first?.objects(forKey: "items") ?? []
    #expect(items.map { $0.value(forKey: "name") } == [.string("sky"), .string("sea")])
    #expect(items.map(\.entity.name) == ["Puzzle", "Puzzle"])
    #expect(items.map { $0.value(forKeyPath: "tags.@count") } == [.integer(1), .integer(1)])
    let large = try FetchPredicate("pieces > 600 AND rack.label == 'window'")
    #expect(try copy.fetch(FetchRequest<ManagedObject>(entity: "Puzzle", where: large)) == [items[1]])
  }

  @Test("Who has classes for some entities gets objects of these")
  @MainActor func classes() throws {
    _ = try StoreKind.sqlite.open(in: folder, model: try Bookshop.model())
    let path = folder.path("store.sqlite")
    let model = try SQLiteStore.model(at: path) { ["Item": Stock.self, "Game": Play.self][$0] }
    let found = model.entities.map { "\($0.name) \($0.managedObjectClass)" }
    #expect(
      found == [
        "Customer ManagedObject", "Item Stock", "Game Play", "Puzzle Play", "Volume Stock",
        "Rack ManagedObject", "Topic ManagedObject",
      ])
  }

  private class Stock: ManagedObject {
    @Attribute("name") var name: String
  }

  private final class Play: Stock {
    @Attribute("players") var players: Int
  }

  @Test("A class that does not fit the model of a sound store is not reported as damage of the store")
  @MainActor func unfitClass() throws {
    for kind in StoreKind.lasting { _ = try kind.open(in: folder, model: try Bookshop.model()) }
    let classes: (String) -> ManagedObject.Type? = { ["Item": Play.self][$0] }
    let errors = [
      #expect(throws: ModelError.self) {
        try SQLiteStore.model(at: folder.path("store.sqlite"), classes: classes)
      },
      #expect(throws: ModelError.self) {
        try AtomicStore.model(at: folder.path("store.xml"), format: .xml, classes: classes)
      },
    ]
    for error in errors {
      #expect(error?.description.contains("the entity Item has no property players") == true)
    }
  }

  @Test("A change that leaves the layout as it is is kept, too", arguments: StoreKind.lasting)
  func facts(kind: StoreKind) throws {
    func model(_ text: String) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          ManagedObject.self, name: "Note",
          attributes: [.init("text", .string, default: .string(text))])
      ])
    }
    _ = try kind.open(in: folder, model: try model("old"))
    let store = try kind.open(in: folder, model: try model("new"))
    try store.makeWriter().transaction(.normal) { transaction in
      _ = try transaction.insert(
        Row(id: ManagedObjectID(entity: 1, key: 1), version: 0, values: [.string("x")]))
    }
    let kept = try self.model(kind).entity(named: "Note")?.attributes.first?.defaultValue
    #expect(kept == .string("new"))
  }

  @Test("A file that is not there, is no store, or does not know its model is refused with the reason")
  func refusals() throws {
    let path = folder.path("store.sqlite")
    #expect(throws: StoreError.notFound(path: path)) { try SQLiteStore.model(at: path) }
    try Data("no database".utf8).write(to: URL(filePath: path))
    #expect(throws: StoreError.notADatabase(path: path)) { try SQLiteStore.model(at: path) }
    let xml = folder.url.resolvingSymlinksInPath().appending(path: "old.xml").path
    #expect(throws: StoreError.notFound(path: xml)) { try AtomicStore.model(at: xml, format: .xml) }
    var contents = AtomicStoreContents(identifier: UUID())
    try XMLStoreFormat().encode(contents).write(to: URL(filePath: xml))
    #expect(throws: StoreError.noModel(path: xml)) { try AtomicStore.model(at: xml, format: .xml) }
    contents.metadata = ["ObjectGraphModel": "{\"entities\":[{\"name\":\"a b\"}]}"]
    try XMLStoreFormat().encode(contents).write(to: URL(filePath: xml))
    let error = #expect(throws: StoreError.self) { try AtomicStore.model(at: xml, format: .xml) }
    #expect(error?.description.contains("\"a b\" cannot be the name of an entity") == true)
  }

  @Test("A damaged document makes a model or an error, and traps nothing")
  func damage() throws {
    let bytes = Array(try Everything.model().document.utf8)
    var random = SeededGenerator(seed: 20_261_121)
    var refused = 0
    for _ in 0..<1_000 {
      var damaged = bytes
      for _ in 0...Int.random(in: 0..<3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged[place] = UInt8.random(in: 32..<127, using: &random)
        case 1: damaged.remove(at: place)
        default: damaged.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
        }
      }
      let text = String(decoding: damaged, as: UTF8.self)
      do {
        _ = try ManagedObjectModel.described(by: text) { _ in nil }.versionHashes
      } catch {
        #expect(!error.description.isEmpty)
        refused += 1
      }
    }
    #expect(refused > 500)
  }
}
