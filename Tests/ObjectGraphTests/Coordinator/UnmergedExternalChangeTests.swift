import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("A row that is changed here before the change of another program is merged", .timeLimit(.minutes(10)))
struct UnmergedExternalChangeTests {
  /// Two programs that know two authors and a book of the first one.
  @MainActor
  private struct Scene {
    let pair: ExternalChangeTests.Pair
    /// The authors of the other program.
    let authors: [Author]
    /// The book of the other program.
    let book: Book
    /// The authors here, whose books have been read.
    let shown: [Author]

    init(sharing: ExternalChangeTests.Sharing) async throws {
      pair = try ExternalChangeTests.Pair(Shelf.model(), sharing: sharing)
      let context = pair.there.viewContext
      authors = try (0..<2).map { _ in try context.insert(Author.self) }
      book = try context.insert(Book.self)
      book.author = authors[0]
      try await pair.save()
      // From the first own commit on, versions of rows are compared.
      let here = pair.here.viewContext
      _ = try here.insert(Author.self)
      try here.save()
      try await pair.here.coordinator.mergeExternalChanges()
      shown = authors.compactMap { here.object(with: $0.objectID) as? Author }
      #expect(shown.map(\.books.count) == [1, 0])
    }

    /// Changes a book here in a worker, which reads what the other program has committed, and merges everything.
    func change(_ id: ManagedObjectID, _ body: @escaping @Sendable (Book) -> Void) async throws {
      let worker = try pair.here.makeBackgroundContext()
      try await worker.perform { context in
        let book = try #require(try context.existingObject(with: id) as? Book)
        body(book)
      }
      try await worker.save()
      try await pair.here.coordinator.mergeExternalChanges()
    }
  }

  @Test("A new row becomes a member of its owner", arguments: ExternalChangeTests.Sharing.allCases)
  func inserted(sharing: ExternalChangeTests.Sharing) async throws {
    let scene = try await Scene(sharing: sharing)
    let book = try scene.pair.there.viewContext.insert(Book.self)
    book.author = scene.authors[1]
    let commits = try await scene.pair.withoutLooks {
      try scene.pair.there.viewContext.save()
      return scene.pair.here.coordinator.commits
    }
    try await scene.change(book.objectID) { $0.pages = 7 }
    #expect(scene.shown[1].books.map(\.pages) == [7])
    // The own commit is reported first: an update of a row that no context here knew.
    for await report in commits where report.isExternal {
      #expect(report.inserted.map(\.id) == [book.objectID])
      break
    }
  }

  @Test(
    "A commit is reported with the former owner of a row", arguments: ExternalChangeTests.Sharing.allCases)
  func reported(sharing: ExternalChangeTests.Sharing) async throws {
    let scene = try await Scene(sharing: sharing)
    scene.book.author = scene.authors[1]
    let commits = try await scene.pair.withoutLooks {
      try scene.pair.there.viewContext.save()
      return scene.pair.here.coordinator.commits
    }
    try await scene.change(scene.book.objectID) { $0.pages = 7 }
    for await report in commits where report.isExternal {
      let update = try #require(report.updated.first)
      #expect(update.row.id == scene.book.objectID)
      #expect(update.before.compactMap(\.reference) == [scene.authors[0].objectID])
      break
    }
  }

  @Test("A row that was moved leaves its former owner", arguments: ExternalChangeTests.Sharing.allCases)
  func moved(sharing: ExternalChangeTests.Sharing) async throws {
    let scene = try await Scene(sharing: sharing)
    scene.book.author = scene.authors[1]
    try scene.pair.there.viewContext.save()
    try await scene.change(scene.book.objectID) { $0.pages = 7 }
    #expect(scene.shown.map(\.books.count) == [0, 1])
    #expect(scene.shown[1].books.map(\.pages) == [7])
  }

  @Test(
    "A row that was moved and is deleted here leaves its former owner",
    arguments: ExternalChangeTests.Sharing.allCases)
  func deleted(sharing: ExternalChangeTests.Sharing) async throws {
    let scene = try await Scene(sharing: sharing)
    scene.book.author = scene.authors[1]
    try scene.pair.there.viewContext.save()
    try await scene.change(scene.book.objectID) { $0.managedObjectContext?.delete($0) }
    #expect(scene.shown.map(\.books.count) == [0, 0])
  }
}
