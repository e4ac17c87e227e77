import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Archives of objects")
@MainActor
struct ArchiveTests {
  typealias Painting = Gallery.Painting
  typealias Painter = Gallery.Painter

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func context(_ kind: StoreKind = .memory, filled: Bool = false) throws -> ManagedObjectContext {
    let context = try PersistentContainer(
      store: kind.open(in: folder, model: Gallery.model())
    ).viewContext
    if filled { try Gallery.fill(context) }
    return context
  }

  private func all(_ context: ManagedObjectContext) throws -> ObjectArchive {
    let painters: [ManagedObject] = try context.fetch(Painter.self)
    return try context.archive(painters + context.fetch(Painting.self))
  }

  @Test("An archive in JSON has the documented form")
  func form() throws {
    let context = try context(filled: true)
    let bob = try #require(try context.first(Painter.self, where: \.name == "Bob"))
    let sea = try #require(try context.first(Painting.self, where: \.number == 2))
    sea.painted = Date(timeIntervalSinceReferenceDate: 0.5)
    sea.price = .infinity
    let json = String(decoding: try context.archive([sea, bob]).json(), as: UTF8.self)
    #expect(
      json == """
        {
          "format" : 1,
          "objects" : [
            {
              "@entity" : "Painter",
              "@id" : 1,
              "country" : "",
              "name" : "Bob",
              "teacher" : {
                "country" : "NL",
                "name" : "Ann"
              }
            },
            {
              "@entity" : "Painting",
              "@id" : 2,
              "height" : 20,
              "number" : 2,
              "painted" : "2001-01-01T00:00:00.5Z",
              "painter" : 1,
              "price" : "inf",
              "title" : "Seaside",
              "width" : 200
            }
          ]
        }
        """)
  }

  @Test("Objects with their relationships come back in every kind of store", arguments: StoreKind.allCases)
  func roundTrip(kind: StoreKind) throws {
    let archive = try all(context(filled: true))
    let other = try context(kind)
    let imported = try other.importObjects(from: ObjectArchive(json: archive.json()))
    try other.save()
    #expect(imported.inserted.count == 5 && imported.found.isEmpty && imported.ids.count == 5)
    #expect(try all(other) == archive)
    let seaside = try #require(try other.first(Painting.self, where: \.number == 2))
    #expect(seaside.painter?.name == "Bob" && seaside.painter?.teacher?.name == "Ann")
    #expect(seaside.price == 9.5 && seaside.painted == nil)
  }

  @Test("A second import finds the objects by their keys, and changes what the archive has")
  func secondImport() throws {
    let context = try context(filled: true)
    var archive = try all(context)
    let position = try #require(archive.objects.firstIndex { $0.values["number"] == .integer(2) })
    archive.objects[position].values["title"] = .text("Seaside, later")
    archive.objects[position].values["width"] = nil
    let imported = try context.importObjects(from: archive)
    #expect(imported.inserted.isEmpty && imported.found.count == 5)
    let painting = try #require(try context.first(Painting.self, where: \.number == 2))
    #expect(painting.title == "Seaside, later" && painting.width == 200)
    #expect(context.updatedObjects == [painting])
    #expect(try context.count(Painting.self) == 3)
  }

  @Test("Objects that refer to each other in a circle are imported")
  func circle() throws {
    let context = try context()
    let json = """
      {"format": 1, "objects": [
        {"@entity": "Painter", "@id": 1, "name": "A", "teacher": 2},
        {"@entity": "Painter", "@id": 2, "name": "B", "teacher": 1}]}
      """
    let imported = try context.importObjects(from: ObjectArchive(json: Data(json.utf8)))
    try context.save()
    let id = try #require(imported.ids[1])
    let a = try #require(try context.object(Painter.self, with: id))
    #expect(a.teacher?.teacher == a && a.teacher?.name == "B" && a.pupils.map(\.name) == ["B"])
  }

  @Test("A to-many relationship gets just the members of the archive, by identifier or key")
  func members() throws {
    let context = try context(filled: true)
    let json = """
      {"format": 1, "objects": [
        {"@entity": "Painter", "@id": 7, "name": "Ann", "country": "NL", "paintings": [8, {"number": 3}]},
        {"@entity": "Painting", "@id": 8, "number": 40}]}
      """
    try context.importObjects(from: ObjectArchive(json: Data(json.utf8)))
    let ann = try #require(try context.first(Painter.self, where: \.name == "Ann"))
    #expect(ann.paintings.map(\.number).sorted() == [3, 40])
    #expect(try context.first(Painting.self, where: \.number == 1)?.painter == nil)
  }

  nonisolated static let faults: [(String, path: String, reason: String)] = [
    ("[]", "the archive", "cannot be read"),
    (#"{"objects": []}"#, "the archive", "has no “format”"),
    (#"{"format": 2, "objects": []}"#, "format", "reads 1"),
    (#"{"format": 1, "objects": [{"@entity": "Painter"}]}"#, "objects[0]", "has no “@id”"),
    (#"{"format": 1, "objects": [{"@entity": "Painter", "@id": "a"}]}"#, "objects[0].@id", "cannot be read"),
    (#"{"format": 1, "objects": [{"@entity": "Poem", "@id": 1}]}"#, "objects[0].@entity", "no entity “Poem”"),
    (#"{"format": 1, "objects": [{"@entity": "Work", "@id": 1}]}"#, "objects[0].@entity", "abstract"),
    (
      #"{"format": 1, "objects": [{"@entity": "Painter", "@id": 1}, {"@entity": "Painter", "@id": 1}]}"#,
      "objects[1].@id", "objects[0]"
    ),
    (#"{"format": 1, "objects": [{"@entity": "Painter", "@id": 1, "age": 3}]}"#, "objects[0].age", "no such"),
    (#"{"format": 1, "objects": [{"@entity": "Painter", "@id": 1, "name": 3}]}"#, "objects[0].name", "not 3"),
    (
      #"{"format": 1, "objects": [{"@entity": "Painting", "@id": 1, "width": "3"}]}"#, "objects[0].width",
      "whole number"
    ),
    (
      #"{"format": 1, "objects": [{"@entity": "Painting", "@id": 1, "painted": "May"}]}"#,
      "objects[0].painted", "a date, not the text “May”"
    ),
    (
      #"{"format": 1, "objects": [{"@entity": "Painting", "@id": 1, "painter": 9}]}"#, "objects[0].painter",
      "identifier 9"
    ),
    (
      #"{"format": 1, "objects": [{"@entity": "Painting", "@id": 1, "painter": 1}]}"#, "objects[0].painter",
      "must be of Painter"
    ),
    (
      #"{"format": 1, "objects": [{"@entity": "Painting", "@id": 1, "painter": {"name": "Zoe"}}]}"#,
      "objects[0].painter", "no object of Painter"
    ),
    (
      #"{"format": 1, "objects": [{"@entity": "Painter", "@id": 1, "paintings": 2}]}"#,
      "objects[0].paintings", "list"
    ),
    (
      #"{"format": 1, "objects": [{"@entity": "Painter", "@id": 1, "paintings": [1, true]}]}"#,
      "objects[0].paintings[0]", "must be of Painting"
    ),
    (
      #"""
      {"format": 1, "objects": [
        {"@entity": "Painting", "@id": 1, "number": 50}, {"@entity": "Painting", "@id": 2, "number": 50}]}
      """#, "objects[1]", "same number as objects[0]"
    ),
    (
      #"""
      {"format": 1, "objects": [
        {"@entity": "Painting", "@id": 1, "number": 2}, {"@entity": "Painting", "@id": 2, "number": 2}]}
      """#, "objects[1]", "same object as objects[0]"
    ),
  ]

  @Test("A fault is reported with its place, and nothing is changed", arguments: faults)
  func fault(_ json: String, path: String, reason: String) throws {
    let context = try context(filled: true)
    let before = try all(context)
    let error = #expect(throws: ArchiveError.self) {
      try context.importObjects(from: ObjectArchive(json: Data(json.utf8)))
    }
    #expect(error?.path == path)
    #expect(error?.reason.contains(reason) == true, "\(error?.description ?? "")")
    #expect(!context.hasChanges)
    #expect(try all(context) == before)
  }

  @Test("A reference to an object without a key is refused in an export, with the object")
  func unreachable() throws {
    let model = try Shelf.model()
    let context = try PersistentContainer(store: InMemoryStore(model: model)).viewContext
    let book = try context.insert(Book.self)
    book.author = try context.insert(Author.self)
    let error = #expect(throws: ArchiveError.self) { try context.archive([book]) }
    #expect(error?.path.contains("author") == true && error?.reason.contains("archive it too") == true)
    let author = try #require(book.author)
    #expect(try context.archive([author, book]).objects.count == 2)
    author.key = "tove"
    let values = try #require(try context.archive([book]).objects.first?.values)
    #expect(values["author"] == .key(["key": .text("tove")]))
  }

  @Test("Damaged archives are refused or imported, and never trap")
  func damage() throws {
    let json = Array(try all(context(filled: true)).json())
    for seed in Seeds.range(quick: 300, long: 5000) {
      var random = SeededGenerator(seed: seed)
      var bytes = json
      Damage.apply(to: &bytes, using: &random)
      let context = try context(filled: true)
      do {
        try context.importObjects(from: ObjectArchive(json: Data(bytes)))
      } catch let error as ArchiveError {
        #expect(!error.path.isEmpty && !context.hasChanges, "seed \(seed)")
      }
    }
  }
}
