import Foundation
import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Access by name")
struct KeyPathTests {
  let library: Library
  let tove: Author
  let comet: Book

  init() throws {
    library = try Library(inMemory: true)
    tove = try library.author("Tove")
    comet = try library.book("Comet", by: tove)
    comet.pages = 192
    for (title, pages) in [("Moon", 100), ("Winter", 141), ("Winter", 8)] {
      try library.book(title, by: tove).pages = pages
    }
  }

  nonisolated static let ones: [(path: String, value: PropertyValue)] = [
    ("title", .string("Comet")), ("author.name", .string("Tove")), ("author.born", .null),
    ("author.books.@count", .integer(4)), ("author.books.@sum.pages", .integer(441)),
    ("author.books.@avg.pages", .real(110.25)), ("author.books.@min.title", .string("Comet")),
    ("author.books.@max.pages", .integer(192)), ("author.books.@max.author.name", .string("Tove")),
    ("author.portrait", .null), ("author.portrait.title", .null),
    ("author.portrait.sitter.books.@count", .integer(0)), ("author.books.author.books.@count", .integer(16)),
  ]

  @Test("A key path leads to a value, through objects and operators", arguments: ones)
  func one(path: String, value: PropertyValue) {
    #expect(comet.value(forKeyPath: path) == value)
    #expect(comet.values(forKeyPath: path) == (value.isNull ? [] : [value]))
  }

  @Test("A key path through many objects leads to many values, in the order of their IDs")
  func many() {
    #expect(tove.values(forKeyPath: "books.title").strings == ["Comet", "Moon", "Winter", "Winter"])
    #expect(
      tove.values(forKeyPath: "books.@distinctUnionOfObjects.title").strings == ["Comet", "Moon", "Winter"])
    #expect(tove.values(forKeyPath: "books.@unionOfObjects.pages").count == 4)
    #expect(tove.values(forKeyPath: "books").contains(.reference(comet.objectID)))
    #expect(tove.values(forKeyPath: "books.note").isEmpty)
  }

  @Test("A key path goes on from an object with the properties of its own entity")
  func subentity() throws {
    let model = try ManagedObjectModel([
      EntityDescription(ManagedObject.self, name: "Thing", attributes: []),
      EntityDescription(
        ManagedObject.self, name: "Box", parent: "Thing",
        attributes: [.init("label", .string, isOptional: true)], relationships: [.toOne("inside", "Thing")]),
    ])
    let cabinet = try Cabinet(inMemory: true, model: model)
    let outer = try cabinet.context.insert(entityNamed: "Box")
    let inner = try cabinet.context.insert(entityNamed: "Box")
    outer.setValue(.reference(inner.objectID), forKey: "inside")
    outer.setValue(.string("tea"), forKeyPath: "inside.label")
    #expect(outer.value(forKeyPath: "inside.label") == .string("tea"))
    #expect(outer.value(forKeyPath: "inside.inside.label") == .null)
    #expect(outer.value(forKeyPath: "inside.inside.inside") == .null)
  }

  @Test("Several properties are read and set by name at once")
  func several() {
    comet.setValuesForKeys(["title": .string("Kometjakten"), "pages": .integer(160), "author": .null])
    #expect(comet.title == "Kometjakten" && comet.pages == 160 && comet.author == nil)
    #expect(
      comet.dictionaryWithValues(forKeys: ["title", "pages", "note"])
        == ["title": .string("Kometjakten"), "pages": .integer(160), "note": .null])
  }

  @Test("Operators of nothing are zero or null")
  func nothing() throws {
    let selma = try library.author("Selma")
    #expect(selma.value(forKeyPath: "books.@count") == .integer(0))
    #expect(selma.value(forKeyPath: "books.@sum.pages") == .integer(0))
    #expect(selma.value(forKeyPath: "books.@avg.pages").isNull)
    #expect(selma.value(forKeyPath: "books.@max.title").isNull)
    comet.author = nil
    #expect(comet.value(forKeyPath: "author.books.@count") == .integer(0))
    #expect(comet.values(forKeyPath: "author.books.title").isEmpty)
  }

  @Test("A sum that does not fit 64 bits is a real number, and values that are not numbers are ignored")
  func overflow() {
    comet.pages = .max
    #expect(tove.value(forKeyPath: "books.@sum.pages") == .real(0x1p63))
    comet.setValue(.string("many"), forKey: "pages")
    #expect(tove.value(forKeyPath: "books.@sum.pages") == .integer(249))
  }

  @Test("A key path sets what is at its end, if there is an object")
  func set() {
    comet.setValue(.string("Jansson"), forKeyPath: "author.name")
    #expect(tove.name == "Jansson")
    comet.setValue(.string("?"), forKeyPath: "author.portrait.title")
    comet.setValue(.null, forKeyPath: "author.portrait")
    #expect(tove.portrait == nil)
  }

  @Test("A to-many relationship by name is a set that changes both ends")
  func relationships() throws {
    let set = tove.mutableSetValue(forKey: "books")
    set.remove(comet)
    #expect(comet.author == nil && set.count == 3)
    set.insert(comet)
    #expect(comet.author === tove && tove.ids(forKey: "books").contains(comet.objectID))
    #expect(tove.objects(forKey: "books") == tove.books.sorted { $0.objectID < $1.objectID })
    #expect(try tove.objectIDs(forRelationshipNamed: "books") == tove.books.ids.sorted())
    #expect(comet.objects(forKey: "author") == [tove] && tove.ids(forKey: "portrait").isEmpty)
  }

  @Test("An object reports its changes since the last save, including changed members")
  func changes() async throws {
    try library.context.save()
    let moon = try #require(tove.books.first { $0.title == "Moon" })
    let new = try library.book("New", by: tove)
    library.context.delete(moon)
    comet.author = nil
    comet.pages = 7
    library.context.processPendingChanges()
    #expect(comet.changedValues() == ["author": .null, "pages": .integer(7)])
    #expect(
      comet.committedValues(forKeys: ["pages", "title"]) == [
        "pages": .integer(192), "title": .string("Comet"),
      ])
    let members = tove.changedMembers(forKey: "books")
    #expect(members.added == [new.objectID] && members.removed == [comet.objectID, moon.objectID])
    comet.pages = 8
    #expect(comet.changedValuesForCurrentEvent() == ["pages": .integer(8)])
    try library.context.save()
    #expect(comet.changedValues().isEmpty && tove.changedMembers(forKey: "books").removed.isEmpty)
  }

  @Test("A relationship is a fault until its destination is in memory")
  func faults() async throws {
    try library.context.save()
    let context = library.context
    let author = try #require(try context.fetch(FetchRequest<Author>()).first)
    context.refresh(author)
    context.refresh(comet)
    #expect(author.hasFault(forRelationshipNamed: "books"))
    _ = author.books.ids
    #expect(!author.hasFault(forRelationshipNamed: "books"))
    context.refresh(author)
    _ = comet.title
    #expect(comet.hasFault(forRelationshipNamed: "author"))
    _ = author.name
    #expect(!comet.hasFault(forRelationshipNamed: "author"))
    #expect(!author.hasFault(forRelationshipNamed: "portrait"))
  }
}
