import Foundation
import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Dictionaries")
struct DictionaryTests {
  /// Returns a library with three authors, one of them without books, and a book without an author.
  private func library(inMemory: Bool) async throws -> Library {
    let library = try Library(inMemory: inMemory)
    let tove = try library.author("Tove")
    let astrid = try library.author("Astrid")
    _ = try library.author("Selma")
    for (title, pages, author) in [
      ("Comet", 190, tove), ("Moominsummer", 150, tove), ("Pippi", 160, astrid), ("Beowulf", 100, nil),
    ] as [(String, Int, Author?)] {
      try library.book(title, by: author).pages = pages
    }
    try library.context.save()
    return library
  }

  private func byAuthor() throws -> DictionaryRequest<Book> {
    var request = DictionaryRequest<Book>([
      FetchedColumn("author.name"), FetchedColumn("books", .count),
      FetchedColumn("pages", .sum, of: .path("pages")),
      FetchedColumn("longest", .max, of: .path("pages")),
    ])
    request.groupBy = [.path("author.name")]
    request.order = [FetchOrder("pages", ascending: false)]
    return request
  }

  @Test("Rows are grouped, chosen by what the groups have, and ordered by it", arguments: [false, true])
  func groups(inMemory: Bool) async throws {
    let library = try await library(inMemory: inMemory)
    var request = try byAuthor()
    #expect(
      try library.context.fetchDictionaries(request) == [
        [
          "author.name": .string("Tove"), "books": .integer(2), "pages": .integer(340),
          "longest": .integer(190),
        ],
        [
          "author.name": .string("Astrid"), "books": .integer(1), "pages": .integer(160),
          "longest": .integer(160),
        ],
        ["author.name": .null, "books": .integer(1), "pages": .integer(100), "longest": .integer(100)],
      ])
    request.having = try FetchPredicate("books < 2 AND pages > 100")
    #expect(try library.context.fetchDictionaries(request).map { $0["author.name"] } == [.string("Astrid")])
    request.having = nil
    request.limit = 1
    request.offset = 2
    #expect(try library.context.fetchDictionaries(request).map { $0["author.name"] } == [.null])
  }

  @Test("Key path operators and fetches follow one rule for sums", arguments: [false, true])
  func sums(inMemory: Bool) async throws {
    let library = try Library(inMemory: inMemory)
    let tove = try library.author("Tove")
    let pages: [Int] = [.max, .max, -1, 0]
    for (index, count) in pages.enumerated() { try library.book("\(index)", by: tove).pages = count }
    _ = try library.author("Selma")
    try library.context.save()
    for (condition, sum) in [
      ("pages != 0", PropertyValue.real(0x1p64)), ("pages < 0", .integer(-1)), ("pages == 1", .integer(0)),
    ] {
      let request = DictionaryRequest<Book>(
        [FetchedColumn("sum", .sum, of: .path("pages"))], where: try FetchPredicate(condition))
      #expect(try library.context.fetchDictionaries(request) == [["sum": sum]], "\(condition)")
    }
    #expect(tove.value(forKeyPath: "books.@sum.pages") == .real(0x1p64))
    #expect(tove.value(forKeyPath: "books.@avg.pages") == .real(0x1p62))
    let predicate = try FetchPredicate("books.@sum.pages == 18446744073709551616.0")
    #expect(try library.context.fetch(FetchRequest<Author>(where: predicate)) == [tove])
  }

  @Test("Changes that were not saved are counted", arguments: [false, true])
  func pending(inMemory: Bool) async throws {
    let library = try await library(inMemory: inMemory)
    let tove = try #require(
      try library.context.fetch(FetchRequest<Author>(where: FetchPredicate("name == 'Tove'"))).first)
    tove.name = "Jansson"
    try library.book("Midwinter", by: tove).pages = 10
    let found = try library.context.fetchDictionaries(try byAuthor())
    #expect(
      found.first == [
        "author.name": .string("Jansson"), "books": .integer(3), "pages": .integer(350),
        "longest": .integer(190),
      ])
    #expect(found.count == 3)
  }

  @Test(
    "Without groups there is one dictionary for each row, or one of functions of all",
    arguments: [false, true])
  func rows(inMemory: Bool) async throws {
    let library = try await library(inMemory: inMemory)
    var request = DictionaryRequest<Book>(
      [
        FetchedColumn("title"),
        FetchedColumn("sheets", .arithmetic(.divide, .path("pages"), .value(.integer(2)))),
      ],
      where: try FetchPredicate("author != NIL"))
    request.order = [FetchOrder("sheets")]
    #expect(
      try library.context.fetchDictionaries(request).map { $0["title"] } == [
        .string("Moominsummer"), .string("Pippi"), .string("Comet"),
      ])
    let all = DictionaryRequest<Book>(
      [FetchedColumn("n", .count), FetchedColumn("mean", .average, of: .path("pages"))],
      where: try FetchPredicate("pages > 1000"))
    #expect(try library.context.fetchDictionaries(all) == [["n": .integer(0), "mean": .null]])
    var authors = DictionaryRequest<Book>([FetchedColumn("author")])
    authors.isDistinct = true
    #expect(try library.context.fetchDictionaries(authors).count == 3)
  }

  @Test(
    "Without columns a dictionary has all attributes of the entity, inherited ones too, and no transient ones",
    arguments: [false, true], [false, true])
  func allAttributes(inMemory: Bool, isSaved: Bool) async throws {
    let types = Cabinet.types.map { AttributeDescription($0.name, $0.type, isOptional: true) }
    let model = try ManagedObjectModel([
      EntityDescription(ManagedObject.self, name: "Thing", attributes: types),
      EntityDescription(
        ManagedObject.self, name: "Box", parent: "Thing",
        attributes: [
          .init("plan", .transformable, isOptional: true, transformer: .codable([Int].self)),
          .init("photo", .binary, isOptional: true, allowsExternalStorage: true),
          .init("mood", .string, isOptional: true, isTransient: true),
        ],
        relationships: [.toOne("inside", "Thing")]),
    ])
    let cabinet = try Cabinet(inMemory: inMemory, model: model)
    let box = try cabinet.context.insert(entityNamed: "Box")
    for (name, value, _) in AttributeTypeTests.examples where name != "weight" {
      box.setValue(value, forKey: name)
    }
    box.setTransformedValue([1, 2], forKey: "plan")
    box.setValue(.data(Data(repeating: 7, count: 200_000)), forKey: "photo")
    box.setValue(.string("good"), forKey: "mood")
    box.setValue(.reference(box.objectID), forKey: "inside")
    if isSaved { try cabinet.context.save() }
    let names = Cabinet.types.map(\.name)
    let boxes = try cabinet.context.fetchDictionaries(DictionaryRequest<ManagedObject>(entity: "Box"))
    #expect(boxes == [box.dictionaryWithValues(forKeys: names + ["plan", "photo"])])
    let things = try cabinet.context.fetchDictionaries(DictionaryRequest<ManagedObject>(entity: "Thing"))
    #expect(things == [box.dictionaryWithValues(forKeys: names)])
  }

  @Test(
    "An object in a dictionary is of its own entity, also where the relationship leads to a parent entity",
    arguments: [false, true], [false, true])
  func subentities(inMemory: Bool, isSaved: Bool) async throws {
    let model = try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Thing", attributes: [.init("mark", .integer64, isOptional: true)]),
      EntityDescription(
        ManagedObject.self, name: "Box", parent: "Thing", relationships: [.toOne("inside", "Thing")]),
    ])
    let cabinet = try Cabinet(inMemory: inMemory, model: model)
    let (outer, inner) = try (
      cabinet.context.insert(entityNamed: "Box"), cabinet.context.insert(entityNamed: "Box")
    )
    let thing = try cabinet.context.insert(entityNamed: "Thing")
    inner.setValue(.reference(outer.objectID), forKey: "inside")
    outer.setValue(.reference(thing.objectID), forKey: "inside")
    for (index, object) in [outer, inner, thing].enumerated() {
      object.setValue(.integer(Int64(index)), forKey: "mark")
    }
    if isSaved { try cabinet.context.save() }
    var request = DictionaryRequest<ManagedObject>(
      [FetchedColumn("SELF_", .path("SELF")), FetchedColumn("inside"), FetchedColumn("mark")], entity: "Box")
    request.order = [FetchOrder("mark")]
    #expect(
      try cabinet.context.fetchDictionaries(request) == [
        ["SELF_": .reference(outer.objectID), "inside": .reference(thing.objectID), "mark": .integer(0)],
        ["SELF_": .reference(inner.objectID), "inside": .reference(outer.objectID), "mark": .integer(1)],
      ])
    var groups = DictionaryRequest<ManagedObject>(
      [FetchedColumn("inside"), FetchedColumn("boxes", .count)], entity: "Box")
    groups.groupBy = [.path("inside")]
    let found = Set(try cabinet.context.fetchDictionaries(groups).compactMap { $0["inside"] })
    #expect(found == [.reference(outer.objectID), .reference(thing.objectID)])
    let things = DictionaryRequest<ManagedObject>([FetchedColumn("it", .path("SELF"))], entity: "Thing")
    let all = Set(try cabinet.context.fetchDictionaries(things).compactMap { $0["it"] })
    #expect(all == Set([outer, inner, thing].map { PropertyValue.reference($0.objectID) }))
    let chosen = FetchExpression.conditional(
      .comparison(.init("mark", .equal, .value(.integer(0)))), .path("inside"), .path("SELF"))
    let choices = DictionaryRequest<ManagedObject>([FetchedColumn("it", chosen)], entity: "Box")
    let results = Set(try cabinet.context.fetchDictionaries(choices).compactMap { $0["it"] })
    #expect(results == [.reference(thing.objectID), .reference(inner.objectID)])
  }

  @Test("Dictionaries have the order of the objects of a list, unless they stand for several objects")
  func listed() async throws {
    for inMemory in [false, true] {
      let library = try await library(inMemory: inMemory)
      let books = try library.context.fetch(FetchRequest<Book>(order: [FetchOrder("title")]))
      #expect(books.map(\.title) == ["Beowulf", "Comet", "Moominsummer", "Pippi"])
      var request = DictionaryRequest<Book>([FetchedColumn("title")])
      request.order = [.listed([books[2], books[0], books[3], books[1]].map(\.objectID))]
      let titles = try library.context.fetchDictionaries(request).map { $0["title"] }
      #expect(titles == ["Moominsummer", "Beowulf", "Pippi", "Comet"].map { .string($0) })
      request.isDistinct = true
      #expect(throws: FetchError.notGrouped(name: "SELF")) { try library.context.fetchDictionaries(request) }
    }
  }

  @Test("A column without one value in a group, and names that clash, are refused")
  func refusals() async throws {
    let library = try await library(inMemory: true)
    var request = try byAuthor()
    request.columns.append(FetchedColumn("title"))
    #expect(throws: FetchError.notGrouped(name: "title")) { try library.context.fetchDictionaries(request) }
    request.columns = [FetchedColumn("title"), FetchedColumn("Title", .path("note"))]
    request.groupBy = []
    #expect(throws: FetchError.wrongName("Title")) { try library.context.fetchDictionaries(request) }
    for name in ["2024", "_title", "", "SELF"] {
      request.columns = [FetchedColumn(name, .path("title"))]
      #expect(throws: FetchError.wrongName(name)) { try library.context.fetchDictionaries(request) }
    }
    request.columns = [FetchedColumn("title")]
    request.having = try FetchPredicate("pages > 1")
    #expect(throws: FetchError.unknownProperty(entity: "Dictionary", name: "pages", path: "pages")) {
      try library.context.fetchDictionaries(request)
    }
  }
}
