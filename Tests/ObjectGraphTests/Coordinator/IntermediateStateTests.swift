import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("A state of the store that was read, and was another one at the next look", .timeLimit(.minutes(10)))
struct IntermediateStateTests {
  private typealias Pair = ExternalChangeTests.Pair

  /// Three authors, of whom the first has a book.
  @MainActor
  private struct Scene {
    let pair: Pair
    let authors: [Author]
    let book: Book
    /// The authors here, whose books have been read.
    let shown: [Author]

    init(sharing: ExternalChangeTests.Sharing) async throws {
      pair = try Pair(Shelf.model(), sharing: sharing)
      let context = pair.there.viewContext
      authors = try (0..<3).map { _ in try context.insert(Author.self) }
      book = try context.insert(Book.self)
      book.author = authors[0]
      try await pair.save()
      let here = pair.here.viewContext
      shown = authors.compactMap { here.object(with: $0.objectID) as? Author }
      #expect(shown.map(\.books.count) == [1, 0, 0])
    }

    /// Commits another author of the book there, and reads that author's books here before it is merged.
    func moveAndRead() throws {
      book.author = authors[1]
      try pair.there.viewContext.save()
      pair.here.viewContext.refresh(shown[1], mergingChanges: false)
      #expect(shown[1].books.count == 1)
    }
  }

  @Test(
    "A row that moved on leaves all of its former owners", arguments: ExternalChangeTests.Sharing.allCases)
  func moved(sharing: ExternalChangeTests.Sharing) async throws {
    let scene = try await Scene(sharing: sharing)
    try scene.moveAndRead()
    scene.book.author = scene.authors[2]
    try await scene.pair.save()
    #expect(scene.shown.map(\.books.count) == [0, 0, 1])
  }

  @Test(
    "A row that was deleted leaves all of its former owners", arguments: ExternalChangeTests.Sharing.allCases)
  func deleted(sharing: ExternalChangeTests.Sharing) async throws {
    let scene = try await Scene(sharing: sharing)
    try scene.moveAndRead()
    scene.pair.there.viewContext.delete(scene.book)
    try await scene.pair.save()
    #expect(scene.shown.map(\.books.count) == [0, 0, 0])
  }

  @Test(
    "A row that was changed here afterwards leaves all of its former owners",
    arguments: ExternalChangeTests.Sharing.allCases)
  func changedHere(sharing: ExternalChangeTests.Sharing) async throws {
    let scene = try await Scene(sharing: sharing)
    try scene.moveAndRead()
    scene.book.author = scene.authors[2]
    try scene.pair.there.viewContext.save()
    let worker = try scene.pair.here.makeBackgroundContext()
    let id = scene.book.objectID
    try await worker.perform { context in
      try #require(try context.existingObject(with: id) as? Book).pages = 7
    }
    try await worker.save()
    try await scene.pair.here.coordinator.mergeExternalChanges()
    #expect(scene.shown.map(\.books.count) == [0, 0, 1])
    #expect(scene.shown[2].books.map(\.pages) == [7])
  }

  @Test(
    "A member that came and went is no member, in either direction",
    arguments: ExternalChangeTests.Sharing.allCases)
  func members(sharing: ExternalChangeTests.Sharing) async throws {
    let pair = try Pair(Bookshop.model(), sharing: sharing)
    let context = pair.there.viewContext
    let (volume, topic) = (try context.insert(Volume.self), try context.insert(Topic.self))
    volume.name = "a"
    try await pair.save()
    for round in 0..<2 {
      volume.tags.insert(topic)
      try context.save()
      let shown = try #require(pair.here.viewContext.object(with: volume.objectID) as? Volume)
      let tag = try #require(pair.here.viewContext.object(with: topic.objectID) as? Topic)
      for object in [shown, tag] as [ManagedObject] {
        pair.here.viewContext.refresh(object, mergingChanges: false)
      }
      #expect(shown.tags.count == 1 && tag.items.count == 1)
      volume.tags.remove(topic)
      try await pair.save()
      #expect(shown.tags.isEmpty && tag.items.isEmpty, "round \(round)")
    }
  }

  @Test("A reading that ends after the look makes everything be read again")
  func slowReading() async throws {
    let scene = try await Scene(sharing: .versions)
    let guest = try scene.pair.there.viewContext.insert(Book.self)
    try scene.pair.there.viewContext.save()
    let mayEnd = Gate()
    let (readings, continuation) = AsyncStream<Void>.makeStream()
    let coordinator = scene.pair.here.coordinator
    let query = StoreQuery(entity: guest.objectID.entity)
    let reading = Task {
      try await coordinator.read(isBulk: true) { reader in
        var ids: [ManagedObjectID] = []
        try reader.forEach(query, paths: []) { id, _ in
          ids.append(id)
          guard ids.count == 2 else { return }
          continuation.yield()
          mayEnd.wait()
        }
        return ids
      }
    }
    for await _ in readings { break }
    scene.pair.there.viewContext.delete(guest)
    try await scene.pair.save()
    let commits = coordinator.commits
    mayEnd.open()
    #expect(try await reading.value == [scene.book.objectID, guest.objectID])
    try await coordinator.mergeExternalChanges()
    for await report in commits where report.isExternal {
      #expect(report.isReload)
      break
    }
  }

  @Test("What was read of known states makes nothing be read again")
  func knownStates() async throws {
    let scene = try await Scene(sharing: .versions)
    let here = scene.pair.here
    var changes: [ContextChanges] = []
    let observation = here.viewContext.observe { changes.append($0) }
    for round in 0..<3 {
      here.viewContext.refreshAllObjects()
      #expect(try here.viewContext.fetch(FetchRequest<Book>()).count == round + 1)
      scene.book.author = scene.authors[1 + round % 2]
      try scene.pair.there.viewContext.insert(Book.self).title = "\(round)"
      try await scene.pair.save()
      #expect(try here.viewContext.fetch(FetchRequest<Book>()).count == round + 2)
      // A look without a commit.
      try await here.coordinator.mergeExternalChanges()
      try here.viewContext.insert(Author.self).name = "\(round)"
      try here.viewContext.save()
      try await here.coordinator.mergeExternalChanges()
      #expect(scene.shown.map(\.books.count)[1 + round % 2] == 1)
    }
    #expect(changes.allSatisfy { !$0.isReload })
    #expect(changes.reduce(into: Set()) { $0.formUnion($1.inserted) }.count == 6)
    withExtendedLifetime(observation) {}
  }
}
