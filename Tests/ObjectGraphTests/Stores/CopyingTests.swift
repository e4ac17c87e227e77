import Foundation
import SQLiteStore
import TestSupport
import Testing

@testable import ObjectGraph
@testable import ObjectStore

@Suite("Copying a store")
struct CopyingTests {
  @Test(
    "Rows go from any kind of store to any other with their keys and versions, and back",
    arguments: StoreKind.allCases, StoreKind.allCases)
  func everyWay(from: StoreKind, to: StoreKind) throws {
    let rows = (Int64(1)...250).map { Samples.row($0 * 3, .string, .string("row \($0)"), in: $0 % 7) }
    let source = try StoreBench(
      from, rows + [Samples.groupRow(1, "a"), Samples.groupRow(4, "d", version: 8)])
    let destination = try StoreBench(to, identifier: UUID())
    let identity = StoreIdentity(destination.store.identifier)
    #expect(try PersistentStoreCoordinator.copyStore(from: source.store, to: destination.store) == 252)
    for entity in [Samples.group, Samples.sample] {
      #expect(try destination.reader.all(entity) == source.reader.all(entity).map { $0.moved(to: identity) })
    }
    #expect(destination.store.identifier != source.store.identifier)
    #expect(try destination.writer.reserveKeys(1, entity: Samples.sample).lowerBound > 750)
  }

  @Test("A store with rows, or of another model, is left as it is", arguments: StoreKind.allCases)
  func refusals(kind: StoreKind) throws {
    let source = try StoreBench(.memory, [Samples.row(1)])
    let full = try StoreBench(kind, [Samples.row(2)])
    #expect(throws: StoreCopyError.notEmpty(entity: "Sample")) {
      try PersistentStoreCoordinator.copyStore(from: source.store, to: full.store)
    }
    let folder = try TemporaryFolder()
    let other = try kind.open(
      in: folder, model: Samples.model(more: [AttributeDescription("more", .date, isOptional: true)]))
    #expect(throws: StoreCopyError.otherModel(reason: "they describe Sample differently")) {
      try PersistentStoreCoordinator.copyStore(from: source.store, to: other)
    }
    #expect(try full.keys(Samples.sample) == [2])
  }

  @Test(
    "A program that has the destination open shows the copied rows, and its new objects have other keys",
    arguments: [StoreKind.sqlite] + StoreKind.databases)
  @MainActor func openDestination(kind: StoreKind) async throws {
    let model = try Shelf.model()
    let source = InMemoryStore(model: model)
    let filled = try PersistentContainer(store: source).viewContext
    let author = try filled.insert(Author.self)
    author.name = "Tove"
    let copied = try filled.insert(Book.self)
    (copied.title, copied.author) = ("Comet", author)
    try filled.save()
    let folder = try TemporaryFolder()
    func open() throws -> any PersistentStore {
      try kind.open(in: folder, model: model, options: StoreOptions(keepsHistory: true))
    }
    let container = try PersistentContainer(store: open(), followsExternalChanges: true)
    var commits = container.coordinator.commits.makeAsyncIterator()
    let context = container.viewContext
    let book = try context.insert(Book.self)
    book.title = "Moominland"
    try #require(book.objectID.key == copied.objectID.key)
    try PersistentStoreCoordinator.copyStore(from: source, to: open(), onVerification: { _ in })
    try await container.coordinator.mergeExternalChanges()
    #expect(await commits.next()?.isReload == true)
    try context.save()
    let books = try context.fetch(FetchRequest<Book>(order: [FetchOrder("title")]))
    #expect(books.map(\.title) == ["Comet", "Moominland"])
    #expect(books.first?.author?.name == "Tove" && books.last?.author == nil)
    #expect(books.first.map { $0.objectID.key > book.objectID.key } == true)
    await container.coordinator.close()
  }

  @Test("Copying reports its progress in rows, from none to all", arguments: StoreKind.allCases)
  func progress(kind: StoreKind) throws {
    let source = try StoreBench(.memory, (Int64(1)...250).map { Samples.row($0) })
    let destination = try StoreBench(kind, identifier: UUID())
    var progress: [StoreProgress] = []
    try PersistentStoreCoordinator.copyStore(from: source.store, to: destination.store) {
      progress.append($0)
    }
    #expect(progress.map(\.completed) == [0, 100, 200, 250] && progress.allSatisfy { $0.total == 250 })
  }

  @Test("A copy that is canceled leaves the destination empty", arguments: StoreKind.allCases)
  func cancellation(kind: StoreKind) async throws {
    let source = try StoreBench(.memory, (Int64(1)...250).map { Samples.row($0) })
    let destination = try StoreBench(kind, identifier: UUID())
    let (from, to) = (source.store, destination.store)
    let task = Task {
      try PersistentStoreCoordinator.copyStore(from: from, to: to) { progress in
        if progress.completed == 100 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try destination.keys(Samples.sample).isEmpty)
  }

  @Test("Copied rows are read back and compared, and a copy that differs is discarded")
  func verification() throws {
    let source = try StoreBench(.memory, (Int64(1)...250).map { Samples.row($0) })
    for kind in StoreKind.allCases {
      let destination = try StoreBench(kind, identifier: UUID())
      var progress: [Int] = []
      try PersistentStoreCoordinator.copyStore(from: source.store, to: destination.store) {
        progress.append($0.completed)
      } onVerification: {
        progress.append($0.completed)
      }
      #expect(progress == [0, 100, 200, 250, 0, 100, 200, 250], "\(kind)")
    }
    // A column of SQLite has no value for what is not a number.
    let bad = try StoreBench(.memory, [Samples.row(1, .double, .real(.nan))])
    let destination = try StoreBench(.sqlite, identifier: UUID())
    #expect(throws: StoreCopyError.self) {
      try PersistentStoreCoordinator.copyStore(
        from: bad.store, to: destination.store, onVerification: { _ in })
    }
    #expect(try destination.keys(Samples.sample).isEmpty)
  }

  @Test("Properties that are described in another order find their places")
  func otherOrder() throws {
    func model(_ names: [String]) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(
          Group.self, attributes: names.map { AttributeDescription($0, .string, isOptional: true) })
      ])
    }
    let (source, destination) = (
      InMemoryStore(model: try model(["a", "b"]), identifier: TestStores.identifier),
      InMemoryStore(model: try model(["b", "a"]), identifier: TestStores.identifier)
    )
    let id = ManagedObjectID(entity: 1, key: 1)
    try source.makeWriter().insert([Row(id: id, version: 0, values: [.string("a"), .string("b")])])
    try PersistentStoreCoordinator.copyStore(from: source, to: destination)
    #expect(destination.rows.row(for: id)?.values == [.string("b"), .string("a")])
  }
}
