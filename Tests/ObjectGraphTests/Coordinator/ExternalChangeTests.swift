import Foundation
import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("What another program commits")
struct ExternalChangeTests {
  /// The ways in which a store finds the commits of others.
  enum Sharing: String, CaseIterable, Sendable {
    /// A file whose versions of rows are compared.
    case versions
    /// A file with a history.
    case history
    /// A database with a history.
    case postgres

    static let allCases: [Sharing] = [.versions, .history] + (StoreKind.databases.isEmpty ? [] : [.postgres])

    func store(
      in folder: TemporaryFolder, _ model: ManagedObjectModel, isReadOnly: Bool = false,
      identifier: UUID = TestStores.identifier
    ) throws -> any PersistentStore {
      let kind: StoreKind = self == .postgres ? .postgres : .sqlite
      return try kind.open(
        in: folder, model: model,
        options: StoreOptions(isReadOnly: isReadOnly, keepsHistory: self != .versions), identifier: identifier
      )
    }
  }

  /// Two programs with the same store: two independent coordinators.
  struct Pair {
    let folder: TemporaryFolder
    let here: PersistentContainer
    let there: PersistentContainer
    private let store: HeldStore

    @MainActor
    init(_ model: ManagedObjectModel, policy: MergePolicy = .error, sharing: Sharing = .versions) throws {
      folder = try TemporaryFolder()
      let folder = folder
      func container(_ store: any PersistentStore) throws -> PersistentContainer {
        let container = try PersistentContainer(
          store: store, mergePolicy: policy, followsExternalChanges: true)
        container.viewContext.undoHistory = UndoHistory()
        return container
      }
      store = HeldStore(try #require(try sharing.store(in: folder, model) as? any SharedStore))
      (here, there) = (try container(store), try container(sharing.store(in: folder, model)))
    }

    /// Saves the changes of the other program, and merges them here.
    @MainActor
    func save() async throws {
      try there.viewContext.save()
      try await here.coordinator.mergeExternalChanges()
    }

    /// Runs `body`, whose commits of the other program are found by one look here, after it.
    @MainActor
    func withoutLooks<Result>(_ body: @MainActor () async throws -> Result) async throws -> Result {
      store.hold(true)
      defer { store.hold(false) }
      // A look that is under way would find the first commits.
      try await here.coordinator.mergeExternalChanges()
      return try await body()
    }
  }

  @Test("is shown by a store that was opened for reading only", arguments: Sharing.allCases)
  func readOnly(sharing: Sharing) async throws {
    let pair = try pair(sharing: sharing)
    let book = try pair.there.viewContext.insert(Book.self)
    book.title = "Dune"
    try pair.there.viewContext.save()
    func container(_ stores: [any PersistentStore]) throws -> PersistentContainer {
      let store =
        stores.count == 1 ? stores[0] : try CombinedStore(model: try Shelf.model(), stores: stores)
      return try PersistentContainer(store: store, followsExternalChanges: true)
    }
    let reading = try sharing.store(in: pair.folder, Shelf.model(), isReadOnly: true)
    let otherFolder = try TemporaryFolder()
    _ = try sharing.store(in: otherFolder, Shelf.model(), identifier: UUID())
    let alsoReading = try sharing.store(in: otherFolder, Shelf.model(), isReadOnly: true, identifier: UUID())
    for container in [try container([reading]), try container([reading, alsoReading])] {
      let context = container.viewContext
      let shown = try #require(try context.fetch(FetchRequest<Book>()).first)
      book.title = shown.title + "!"
      let (changes, continuation) = AsyncStream<ContextChanges>.makeStream()
      let observation = context.observe { continuation.yield($0) }
      try pair.there.viewContext.save()
      for await change in changes where change.updated == [shown.objectID] { break }
      #expect(shown.title == book.title)
      withExtendedLifetime(observation) {}
      shown.title = "refused"
      #expect(throws: (any Error).self) { try context.save() }
      context.rollback()
    }
  }

  private func pair(sharing: Sharing = .versions) throws -> Pair {
    try Pair(Shelf.model(), sharing: sharing)
  }

  /// Inserts an author with books in the other program, and merges them here.
  private func author(_ name: String, books: String..., in pair: Pair) async throws -> Author {
    let author = try pair.there.viewContext.insert(Author.self)
    author.name = name
    for title in books {
      let book = try pair.there.viewContext.insert(Book.self)
      (book.title, book.author) = (title, author)
    }
    try await pair.save()
    return try #require(pair.here.viewContext.existingObject(with: author.objectID) as? Author)
  }

  @Test("is shown within a second or so, without being asked for", arguments: Sharing.allCases)
  func byItself(sharing: Sharing) async throws {
    let pair = try pair(sharing: sharing)
    let (changes, continuation) = AsyncStream<ContextChanges>.makeStream()
    let observation = pair.here.viewContext.observe { continuation.yield($0) }
    let book = try pair.there.viewContext.insert(Book.self)
    try pair.there.viewContext.save()
    for await change in changes where change.inserted == [book.objectID] { break }
    book.title = "Comet"
    try pair.there.viewContext.save()
    for await change in changes where change.updated == [book.objectID] { break }
    #expect((pair.here.viewContext.object(with: book.objectID) as? Book)?.title == "Comet")
    pair.there.viewContext.delete(book)
    try pair.there.viewContext.save()
    for await change in changes where change.deleted == [book.objectID] { break }
    withExtendedLifetime(observation) {}
  }

  @Test(
    "An external commit is reported as insertions, updates and deletions of exactly those rows and their owners",
    arguments: Sharing.allCases)
  func exactChanges(sharing: Sharing) async throws {
    let pair = try pair(sharing: sharing)
    let tove = try await author("Tove", books: "Comet", "Moon", "Winter", in: pair)
    let astrid = try await author("Astrid", books: "Pippi", in: pair)
    var reported: [ContextChanges] = []
    let observation = pair.here.viewContext.observe { reported.append($0) }
    let context = pair.there.viewContext
    func book(_ title: String) throws -> Book {
      try #require(
        context.fetch(FetchRequest<Book>(where: .comparison(.init("title", .equal, .value(.string(title))))))
          .first)
    }
    let (comet, moon, winter) = (try book("Comet"), try book("Moon"), try book("Winter"))
    // No book is registered here; even so, the changes must contain the former authors.
    context.delete(comet)
    moon.author = context.object(with: astrid.objectID) as? Author
    winter.pages = 7
    let summer = try context.insert(Book.self)
    (summer.title, summer.author) = ("Summer", winter.author)
    try await pair.save()
    func all(_ set: KeyPath<ContextChanges, Set<ManagedObjectID>>) -> Set<ManagedObjectID> {
      reported.reduce(into: []) { $0.formUnion($1[keyPath: set]) }
    }
    #expect(all(\.inserted) == [summer.objectID])
    #expect(all(\.deleted) == [comet.objectID])
    #expect(all(\.updated) == [moon.objectID, winter.objectID, tove.objectID, astrid.objectID])
    #expect(Set(tove.books.map(\.title)) == ["Winter", "Summer"])
    #expect(Set(astrid.books.map(\.title)) == ["Pippi", "Moon"])
    withExtendedLifetime(observation) {}
  }

  @Test(
    "leaves unsaved changes, saves that are pending and the undo history as they are",
    arguments: Sharing.allCases)
  func unsaved(sharing: Sharing) async throws {
    let pair = try Pair(Shelf.model(), policy: .objectTrumps, sharing: sharing)
    let tove = try await author("Tove", books: "Comet", "Moon", in: pair)
    let context = pair.here.viewContext
    let books = tove.books.sorted { $0.title < $1.title }
    context.withUndoGroup(named: "rename") { books[0].title = "Mine" }
    try context.save()
    books[1].note = "mine"
    for id in books.map(\.objectID) { (pair.there.viewContext.object(with: id) as? Book)?.pages = 5 }
    pair.there.viewContext.mergePolicy = .objectTrumps
    try await pair.save()
    #expect(books.map(\.title) == ["Mine", "Moon"] && books.map(\.pages) == [5, 5])
    #expect(books[1].note == "mine" && context.updatedObjects == [books[1]])
    context.rollback()
    #expect(books[1].note == nil && books[1].pages == 5)
    try context.save()
    try await pair.there.coordinator.mergeExternalChanges()
    let theirs = pair.there.viewContext.object(with: books[0].objectID) as? Book
    #expect(theirs?.title == "Mine" && theirs?.pages == 5)
  }

  @Test("is undone there and shown here, again and again", arguments: Sharing.allCases)
  func undo(sharing: Sharing) async throws {
    let pair = try pair(sharing: sharing)
    let tove = try await author("Tove", books: "Comet", in: pair)
    let comet = try #require(Array(tove.books).first)
    pair.there.viewContext.undoHistory?.removeAll()
    let theirs = pair.there.viewContext.object(with: comet.objectID)
    pair.there.viewContext.delete(theirs)
    for _ in 0..<3 {
      try await pair.save()
      #expect(tove.books.isEmpty && comet.managedObjectContext == nil)
      pair.there.viewContext.undo()
      try await pair.save()
      #expect(tove.books.map(\.title) == ["Comet"])
      pair.there.viewContext.redo()
    }
  }

  @Test(
    "An external commit is reported once among the commits, and own commits are not reported again",
    arguments: Sharing.allCases)
  func commits(sharing: Sharing) async throws {
    let pair = try pair(sharing: sharing)
    var reports = pair.here.coordinator.commits.makeAsyncIterator()
    let mine = try pair.here.viewContext.insert(Book.self)
    try pair.here.viewContext.save()
    let theirs = try pair.there.viewContext.insert(Book.self)
    try await pair.save()
    mine.title = "mine"
    try pair.here.viewContext.save()
    theirs.title = "theirs"
    try await pair.save()
    var seen: [(Bool, ContextChanges)] = []
    for _ in 0..<4 {
      let report = try #require(await reports.next())
      seen.append((report.isExternal, report.changes))
    }
    #expect(seen.map(\.0) == [false, true, false, true])
    #expect(seen.map(\.1.inserted) == [[mine.objectID], [theirs.objectID], [], []])
    #expect(seen.map(\.1.updated) == [[], [], [mine.objectID], [theirs.objectID]])
  }

  @Test(
    "An external commit reaches workers that merge, and no context if it is not followed",
    arguments: Sharing.allCases)
  func workers(sharing: Sharing) async throws {
    let pair = try pair(sharing: sharing)
    let quiet = try PersistentContainer(
      store: sharing.store(in: pair.folder, Shelf.model()))
    let worker = try pair.here.makeBackgroundContext()
    await worker.perform { $0.automaticallyMergesChangesFromParent = true }
    let tove = try await author("Tove", books: "Comet", in: pair)
    let id = try #require(Array(tove.books).first?.objectID)
    await worker.perform { context in
      context.retainsRegisteredObjects = true
      #expect((context.object(with: id) as? Book)?.title == "Comet")
    }
    let kept = quiet.viewContext.object(with: id)
    #expect((kept as? Book)?.title == "Comet")
    (pair.there.viewContext.object(with: id) as? Book)?.title = "Moon"
    try await pair.save()
    try await until { await worker.perform { ($0.object(with: id) as? Book)?.title } == "Moon" }
    try await quiet.coordinator.mergeExternalChanges()
    #expect((kept as? Book)?.title == "Comet")
  }

  @Test(
    "and what is committed here at the same time come out the same in both and in the store",
    arguments: Sharing.allCases)
  func random(sharing: Sharing) async throws {
    for seed in Seeds.range(quick: 6, long: 300) {
      let pair = try Pair(
        Bookshop.model(), policy: seed.isMultiple(of: 2) ? .objectTrumps : .storeTrumps,
        sharing: sharing)
      var editors = [ShopEditor(seed: seed, prefix: "a"), ShopEditor(seed: seed &+ 1_000_000, prefix: "b")]
      let containers = [pair.here, pair.there]
      for round in 0..<12 {
        for _ in 0..<10 {
          let turn = Int.random(in: 0..<2, using: &editors[0].random)
          try editors[turn].edit(containers[turn].viewContext)
          if Int.random(in: 0..<3, using: &editors[0].random) == 0 {
            try saveOrGiveUp(containers[turn].viewContext)
          }
          if Int.random(in: 0..<6, using: &editors[0].random) == 0 {
            try await containers[turn].coordinator.mergeExternalChanges()
          }
          await Task.yield()
        }
        for container in containers {
          try saveOrGiveUp(container.viewContext)
          await container.coordinator.drain()
        }
        // The changes that were refused have been rolled back above.
        for container in containers { container.viewContext.rollback() }
        for container in containers { try await container.coordinator.mergeExternalChanges() }
        let stored = try await pair.here.makeBackgroundContext().perform(shopText)
        for (name, container) in zip(["here", "there"], containers) {
          let shown = try shopText(container.viewContext)
          let ids = Set(shown.keys).union(stored.keys).sorted().filter { shown[$0] != stored[$0] }
          let differences = ids.map { "\($0): \(shown[$0] ?? "none"), not \(stored[$0] ?? "none")" }
          try #require(differences.isEmpty, "seed \(seed), round \(round), \(name): \(differences)")
        }
      }
    }
  }
}
