import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("Children in isolations of their own")
struct DistantChildTests {
  private func titles(_ context: ManagedObjectContext) throws -> [String] {
    try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
  }

  private nonisolated func titles(_ context: BackgroundContext) async throws -> [String] {
    try await context.perform { context in
      try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")])).map(\.title)
    }
  }

  @Test("A child sees what the main context had not saved when it was opened, and again when it is refreshed")
  func snapshot() async throws {
    let library = try Library()
    let (book, gone) = (try library.book("Comet"), try library.book("Gone"))
    try library.context.save()
    book.title = "Moon"
    library.context.delete(gone)
    let author = try library.author("Tove")
    try library.book("New", by: author)
    let child = try await library.container.makeChild()
    let (id, owner) = (book.objectID, author.objectID)
    #expect(try await titles(child) == ["Moon", "New"])
    book.title = "Sun"
    try library.book("Later", by: author)
    await child.perform { context in
      #expect((context.object(with: id) as? Book)?.title == "Moon")
      #expect((context.object(with: owner) as? Author)?.books.count == 1)
      (context.object(with: id) as? Book)?.pages = 7
    }
    try await child.refresh()
    #expect(try await titles(child) == ["Later", "New", "Sun"])
    await child.perform { context in
      #expect((context.object(with: owner) as? Author)?.books.count == 2)
      #expect((context.object(with: id) as? Book)?.pages == 7)
    }
    #expect(book.pages == 0)
  }

  @Test("A save hands the changes to the main context, as one event that it can undo and has yet to save")
  func saves() async throws {
    let library = try Library(books: .cascade)
    let author = try library.author("Tove")
    let (book, gone) = (try library.book("Comet", by: author), try library.book("Gone", by: author))
    let child = try await library.container.makeChild()
    let (id, other, owner) = (book.objectID, gone.objectID, author.objectID)
    try await child.perform { context in
      (context.object(with: id) as? Book)?.title = "Moon"
      context.delete(context.object(with: other))
      let new = try context.insert(Book.self)
      (new.title, new.author) = ("New", context.object(with: owner) as? Author)
    }
    #expect(try titles(library.context) == ["Comet", "Gone"])
    try await child.save()
    #expect(try titles(library.context) == ["Moon", "New"] && author.books.count == 2)
    #expect(try await titles(child) == ["Moon", "New"])
    #expect(try await library.stored(Book.self, "title").isEmpty)
    library.context.undo()
    #expect(try titles(library.context) == ["Comet", "Gone"])
    try await child.refresh()
    #expect(try await titles(child) == ["Comet", "Gone"])
    library.context.redo()
    try library.context.save()
    #expect(try await library.stored(Book.self, "title").strings == ["Moon", "New"])
  }

  @Test("What a closure saves is handed over too, in its order")
  func savesWithinPerform() async throws {
    let library = try Library()
    let child = try await library.container.makeChild()
    try await child.perform { context in
      let book = try context.insert(Book.self)
      for number in 1...3 {
        book.title = "\(number)"
        try context.save()
      }
    }
    try await child.save()
    #expect(try titles(library.context) == ["3"])
  }

  @Test("Children of children hand their saves up one by one")
  func depth() async throws {
    let library = try Library()
    try library.book("Comet")
    let child = try await library.container.makeChild(name: "child")
    try await child.perform { try $0.insert(Book.self).title = "Moon" }
    let grandchild = try await child.makeChild(name: "grandchild")
    #expect(try await titles(grandchild) == ["Comet", "Moon"])
    try await grandchild.perform { context in
      let pad = ManagedObjectContext(parent: context)
      try pad.insert(Book.self).title = "Sun"
      try pad.save()
    }
    try await grandchild.save()
    #expect(try await titles(child) == ["Comet", "Moon", "Sun"])
    #expect(try titles(library.context) == ["Comet"])
    try await child.save()
    #expect(try titles(library.context) == ["Comet", "Moon", "Sun"])
    let worker = try library.container.makeBackgroundContext()
    let onStore = try await worker.makeChild()
    try await onStore.perform { try $0.insert(Book.self).title = "Stored" }
    try await onStore.save()
    try await worker.save()
    #expect(try await library.stored(Book.self, "title").strings == ["Stored"])
  }

  @Test("A new object with the unique values of one that came to the parent meanwhile becomes that one")
  func uniqueness() async throws {
    let library = try Library(policy: .objectTrumps)
    let child = try await library.container.makeChild(mergePolicy: .objectTrumps)
    let author = try await child.perform { context in
      let author = try context.insert(Author.self)
      (author.key, author.name) = ("t", "Tove J.")
      try context.insert(Book.self).author = author
      return author.objectID
    }
    let known = try library.author("Tove", key: "t")
    try await child.save()
    #expect(try library.context.count(FetchRequest<Author>()) == 1)
    #expect(known.name == "Tove J." && known.books.count == 1)
    #expect(try library.context.existingObject(with: author) === known)
    try await child.perform { context in
      (context.object(with: author) as? Author)?.name = "Tove Jansson"
      try context.save()
    }
    try await child.refresh()
    #expect(known.name == "Tove Jansson")
    let id = known.objectID
    #expect(try await child.perform { try $0.existingObject(with: author)?.objectID } == id)
    try library.context.save()
    #expect(try await library.stored(Author.self, "name").strings == ["Tove Jansson"])
  }

  @Test("Many rows reach the main context in slices, whole with all that they refer to")
  func slices() async throws {
    let library = try Library()
    final class Log {
      var largest = 0
      var dangling = 0
      var events = 0
    }
    let log = Log()
    let context = library.context
    let observation = context.observe { changes in
      log.events += 1
      log.largest = max(log.largest, changes.inserted.count)
      for case let book as Book in changes.inserted.map(context.object) where book.author == nil {
        log.dangling += 1
      }
    }
    let child = try await library.container.makeChild()
    try await child.perform { context in
      for number in 0..<200 {
        let book = try context.insert(Book.self)
        book.title = "\(number)"
        let author = try context.insert(Author.self)
        book.author = author
        author.portrait = try context.insert(Portrait.self)
      }
    }
    try await child.save()
    #expect(log.events > 2 && log.largest <= 16 && log.dangling == 0)
    let authors = try context.fetch(FetchRequest<Author>())
    #expect(authors.count == 200 && authors.allSatisfy { $0.portrait?.sitter === $0 && $0.books.count == 1 })
    context.undo()
    #expect(try context.count(FetchRequest<Author>()) == 0 && context.undoHistory?.canUndo == false)
    context.redo()
    #expect(try context.count(FetchRequest<Portrait>()) == 200)
    withExtendedLifetime(observation) {}
  }
}
