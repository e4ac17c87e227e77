import ObjectGraph
import Observation
import Synchronization
import TestSupport
import Testing

/// A counter of change notifications.
final class Bell: Sendable {
  private let rings = Mutex(0)

  var count: Int { rings.withLock { $0 } }
  func ring() { rings.withLock { $0 += 1 } }

  /// Tracks the properties that `body` reads.
  static func tracking(_ body: () -> Void) -> Bell {
    let bell = Bell()
    withObservationTracking(body) { bell.ring() }
    return bell
  }
}

@MainActor
@Suite("Observation")
struct ObservationTests {
  let library: Library
  let comet: Book
  var context: ManagedObjectContext { library.context }

  init() throws {
    library = try Library(inMemory: true)
    library.context.isObservable = true
    comet = try library.book("Comet", by: library.author("Tove"))
  }

  @Test("An observer of a property is notified of its change, and of no other")
  func setter() {
    let bell = Bell.tracking { _ = comet.title }
    comet.pages = 3
    comet.title = "Comet"
    #expect(bell.count == 0)
    comet.title = "Moon"
    comet.title = "Sun"
    #expect(bell.count == 1)
    let byName = Bell.tracking { _ = comet.value(forKey: "pages") }
    comet.setValue(.integer(4), forKey: "pages")
    #expect(byName.count == 1)
  }

  @Test("A primitive value is read without being observed, and its setter is tracked like every other one")
  func primitiveValues() throws {
    try context.save()
    let bell = Bell.tracking { _ = comet.primitiveValue(forKey: "title") }
    comet.setPrimitiveValue(.string("Moon"), forKey: "title")
    #expect(bell.count == 0 && comet.title == "Moon" && comet.hasChanges)
    context.undo()
    #expect(comet.primitiveValue(forKey: "title") == .string("Comet"))
  }

  @Test("Undo, redo, rollback, refresh and a fulfilled fault notify observers")
  func undo() async throws {
    try context.save()
    comet.title = "Moon"
    let undone = Bell.tracking { _ = comet.title }
    context.undo()
    #expect(undone.count == 1)
    let redone = Bell.tracking { _ = comet.title }
    context.redo()
    #expect(redone.count == 1)
    let rolledBack = Bell.tracking { _ = comet.title }
    context.rollback()
    #expect(rolledBack.count == 1)
    let refreshed = Bell.tracking { _ = comet.title }
    context.refresh(comet)
    #expect(refreshed.count == 1)
    let read = Bell.tracking { _ = comet.title }
    #expect(read.count == 0)
    comet.title = "Sun"
    #expect(read.count == 1)
  }

  @Test("Changes that another context saved notify observers, property by property")
  func merging() async throws {
    try context.save()
    let (title, pages) = (Bell.tracking { _ = comet.title }, Bell.tracking { _ = comet.pages })
    let (id, worker) = (comet.objectID, try library.container.makeBackgroundContext())
    try await worker.perform { context in
      (try context.existingObject(with: id) as? Book)?.title = "Moon"
      try context.save()
    }
    await library.container.coordinator.drain()
    #expect(title.count == 1 && pages.count == 0 && comet.title == "Moon")
  }

  @Test("Relationships are followed at both ends, whether members are known or only counted")
  func relationships() async throws {
    try context.save()
    let tove = try #require(comet.author)
    context.refresh(tove)
    let counted = Bell.tracking { _ = tove.books.count }
    let author = Bell.tracking { _ = comet.author }
    comet.author = nil
    #expect(author.count == 1 && counted.count == 1)
    #expect(tove.books.ids.isEmpty)
    let known = Bell.tracking { _ = tove.books.isEmpty }
    let byName = Bell.tracking { _ = tove.ids(forKey: "books") }
    comet.author = tove
    #expect(known.count == 1 && byName.count == 1)
  }

  @Test("A context of a worker is followed when it is asked to be, and not before")
  func worker() async throws {
    try await library.container.makeBackgroundContext().perform { context in
      let book = try context.insert(Book.self)
      let deaf = Bell.tracking { _ = book.title }
      book.title = "a"
      #expect(deaf.count == 0)
      context.isObservable = true
      let bell = Bell.tracking { _ = book.title }
      book.title = "b"
      #expect(bell.count == 1)
      context.isObservable = false
    }
  }

  @Test("A sequence of a property's values begins with the present one and ends with the object")
  func values() async throws {
    var titles = comet.values(of: \.title).makeAsyncIterator()
    #expect(await titles.next() == "Comet")
    var authors = comet.values(of: \.author?.name).makeAsyncIterator()
    #expect(await authors.next() == "Tove")
    comet.title = "Moon"
    comet.author?.name = "Jansson"
    context.processPendingChanges()
    #expect(await titles.next() == "Moon")
    #expect(await authors.next() == "Jansson")
    comet.title = "Sun"
    context.processPendingChanges()
    comet.title = "Star"
    context.processPendingChanges()
    #expect(await titles.next() == "Star")
    context.delete(comet)
    context.processPendingChanges()
    #expect(await titles.next() == nil)
  }

  @Test("The changes of an object come event by event, members and deletion too")
  func changes() async throws {
    let tove = try #require(comet.author)
    context.processPendingChanges()
    var changes = tove.changes.makeAsyncIterator()
    (tove.name, tove.key) = ("Jansson", "j")
    context.processPendingChanges()
    comet.author = nil
    context.processPendingChanges()
    context.delete(tove)
    context.processPendingChanges()
    #expect(
      await changes.next() == ObjectChange(values: ["name": .string("Jansson"), "key": .string("j")]))
    #expect(await changes.next() == ObjectChange(changesMembers: true))
    #expect(await changes.next() == ObjectChange(isDeleted: true))
    #expect(await changes.next() == nil)
  }

  @Test("Values of an object of a worker cross to where they are read")
  func crossing() async throws {
    let worker = try library.container.makeBackgroundContext()
    let pages = try await worker.perform { context in
      let book = try context.insert(Book.self)
      let pages = book.values(of: \.pages)
      try context.save()
      return pages
    }
    var iterator = pages.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    try await worker.perform { context in
      try context.fetch(FetchRequest<Book>()).first { $0.title == "" }?.pages = 12
    }
    #expect(await iterator.next() == 12)
  }

  @Test("The sequences of an object end when its context is reset or gone", .timeLimit(.minutes(10)))
  func endOfContext() async throws {
    var titles = comet.values(of: \.title).makeAsyncIterator()
    var changes = comet.changes.makeAsyncIterator()
    #expect(await titles.next() == "Comet")
    context.reset()
    #expect(await titles.next() == nil)
    #expect(await changes.next() == nil)
    var worker: BackgroundContext? = try library.container.makeBackgroundContext()
    let pages = try #require(try await worker?.perform { try $0.insert(Book.self).values(of: \.pages) })
    worker = nil
    var iterator = pages.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    #expect(await iterator.next() == nil)
  }

  @Test("A sequence that is no longer read releases its object")
  func release() throws {
    weak var object: Book?
    do {
      let book = try context.insert(Book.self)
      object = book
      _ = book.values(of: \.title)
      context.rollback()
    }
    try library.book("another")
    context.processPendingChanges()
    #expect(object == nil)
  }
}
