import ObjectGraph
import TestSupport
import Testing

@Suite("Functions of a context by key paths")
@MainActor
struct KeyPathHelperTests {
  typealias Painting = Gallery.Painting
  typealias Painter = Gallery.Painter

  private let container: PersistentContainer
  private var context: ManagedObjectContext { container.viewContext }

  init() throws { container = try Gallery.container() }

  @Test("Fetching, the first object, and the number agree with a request")
  func fetching() throws {
    #expect(try context.fetch(Painting.self).count == 3)
    #expect(
      try context.fetch(
        Painting.self, where: \.width >= 100, order: [.by(\.width, ascending: false)], limit: 2
      )
      .map(\.number) == [3, 2])
    #expect(try context.first(Painting.self, order: [.by(\.width, ascending: false)])?.number == 3)
    #expect(try context.first(Painting.self, where: \.width > 1000) == nil)
    #expect(try context.count(Painting.self) == 3)
    #expect(try context.count(Painting.self, where: \.title != nil) == 2)
  }

  @Test("An object by its ID is of the class, or nil")
  func byID() throws {
    let painting = try #require(try context.first(Painting.self))
    #expect(try context.object(Painting.self, with: painting.objectID) === painting)
    #expect(try context.object(Painter.self, with: painting.objectID) == nil)
    context.delete(painting)
    #expect(try context.object(Painting.self, with: painting.objectID) == nil)
  }

  @Test("A key finds a stored and an unsaved object, and is set in a new one, which is prepared once")
  func findOrInsert() throws {
    var prepared = 0
    let find = { (number: Int) in
      try context.findOrInsert(Painting.self, where: \.number == number) { _ in prepared += 1 }
    }
    #expect(try find(2).title == "Seaside" && prepared == 0)
    let new = try find(9)
    #expect(new.number == 9 && new.isInserted && prepared == 1)
    #expect(try find(9) === new && prepared == 1)
    let carl = try context.findOrInsert(Painter.self, where: \.name == "Carl" && \.country == "DE")
    #expect((carl.name, carl.country) == ("Carl", "DE"))
    #expect(try context.findOrInsert(Painter.self, where: \.country == "DE" && \.name == "Carl") === carl)
    #expect(try context.findOrInsert(Painting.self, where: \.number == 2 && \.painter == nil) !== find(2))
  }

  @Test("An object whose preparation fails is deleted again")
  func failedPreparation() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      _ = try context.findOrInsert(Painting.self, where: \.number == 7) { _ in throw Refusal() }
    }
    #expect(try context.count(Painting.self, where: \.number == 7) == 0)
    #expect(!context.hasChanges)
  }

  @Test("All matching objects are deleted by the delete rules")
  func deleteAll() throws {
    #expect(try context.deleteAll(Painter.self, where: \.name == "Bob") == 1)
    #expect(try context.fetch(Painting.self, order: [.by(\.number)]).map(\.number) == [1, 3])
    #expect(throws: FetchError.self) {
      try context.deleteAll(Painting.self, where: .init(try FetchPredicate("length == 1")))
    }
    #expect(try context.deleteAll(Painting.self) == 2)
    try context.save()
    #expect(try context.count(Painting.self) == 0)
  }

  @Test("A background context counts, deletes, and returns values and IDs")
  func background() async throws {
    let worker = try container.makeBackgroundContext()
    #expect(try await worker.count(Painting.self, where: \.width > 100) == 2)
    let values = try await worker.fetchValues(Painting.self, order: [.by(\.number)], limit: 2)
    #expect(values.map { $0[Painting.width] } == [100, 200])
    #expect(
      try await worker.fetchIDs(Painting.self, where: \.number == 1)
        == [try #require(try context.first(Painting.self, where: \.number == 1)).objectID])
    #expect(try await worker.deleteAll(Painting.self, where: \.width > 100) == 2)
    try await worker.save()
    #expect(try context.fetch(Painting.self).map(\.number) == [1])
    let count = try await worker.perform { context in
      _ = try context.findOrInsert(Painting.self, where: \.number == 5)
      return try context.count(Painting.self)
    }
    #expect(count == 2)
  }
}
