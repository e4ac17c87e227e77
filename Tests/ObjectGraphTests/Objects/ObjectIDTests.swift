import Foundation
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing

@MainActor
@Suite("Object IDs and stores")
struct ObjectIDTests {
  /// Two libraries whose first books have the same entity and key.
  @MainActor private struct TwoLibraries {
    let own: Library
    let other: Library
    let book: Book
    let foreignBook: Book

    init() throws {
      own = try Library(inMemory: false)
      other = try Library(inMemory: true)
      book = try own.book("Comet")
      foreignBook = try other.book("Hat")
    }
  }

  @Test("An ID has 16 bytes")
  func size() {
    #expect(MemoryLayout<ManagedObjectID>.stride == 16)
  }

  @Test(
    "Keys at equal distances are spread over a dictionary as random numbers are",
    arguments: [1, 2, 1_000, 4_096, 65_536, 1 << 40])
  func spread(distance: Int64) {
    let ids = (1...3).flatMap { entity in
      (1...4_096).map { ManagedObjectID(entity: EntityNumber(entity), key: Int64($0) * distance) }
    }
    for seed in [0, 14, Int.max] {
      let places = Set(ids.map { $0._rawHashValue(seed: seed) & 0x3FFF })
      // 12,288 random numbers hit 8,645 of 16,384 places, give or take 50.
      #expect(abs(places.count - 8_645) < 250)
    }
    #expect(Set(ids).count == ids.count && Set(ids).isSuperset(of: ids))
  }

  @Test("IDs of two stores differ even if entity and key are equal")
  func different() throws {
    let libraries = try TwoLibraries()
    let (id, foreignID) = (libraries.book.objectID, libraries.foreignBook.objectID)
    #expect(id.entity == foreignID.entity && id.key == foreignID.key && id != foreignID)
    #expect(id.store == libraries.own.container.coordinator.identity && id.store != foreignID.store)
    #expect(id.store.identifier == libraries.own.container.coordinator.store.identifier)
    #expect(Set([id, foreignID]).count == 2 && (id < foreignID) != (foreignID < id))
    #expect(libraries.own.context.registeredObject(for: foreignID) == nil)
  }

  @Test("An ID keeps entity and key up to their limits")
  func limits() {
    let store = StoreIdentity(UUID())
    for entity in [0, 1, 4_711, EntityNumber(Int(UInt32.max))] {
      for key in [Int64.min, -1, 0, 1, 1 << 40, .max] {
        let id = ManagedObjectID(entity: entity, key: key, in: store)
        #expect(id.entity == entity && id.key == key && id.store == store)
      }
    }
    #expect(ManagedObjectID(entity: -1, key: 1, in: store).entity == 0)
    #expect(ManagedObjectID(entity: EntityNumber(.max), key: 1, in: store).entity.rawValue == Int(UInt32.max))
  }

  @Test("IDs are ordered by key, then by entity")
  func order() {
    let stores = [StoreIdentity(UUID()), StoreIdentity(UUID())]
    let ids = [(1, 1), (2, 1), (1, 2)].map { ManagedObjectID(entity: $0, key: $1, in: stores[0]) }
    #expect(ids.reversed().sorted() == ids)
    #expect(
      ManagedObjectID(entity: 1, key: 1, in: stores[1]) < ManagedObjectID(entity: 2, key: 1, in: stores[0]))
  }

  @Test("A file and its copy have the same identity")
  func copiedFile() throws {
    let folder = try TemporaryFolder()
    let model = try Shelf.model()
    let id: ManagedObjectID
    do {
      let container = try PersistentContainer(store: SQLiteStore(path: folder.path("a.sqlite"), model: model))
      id = try container.viewContext.insert(Book.self).objectID
      try container.viewContext.save()
    }
    try FileManager.default.copyItem(atPath: folder.path("a.sqlite"), toPath: folder.path("b.sqlite"))
    let container = try PersistentContainer(store: SQLiteStore(path: folder.path("b.sqlite"), model: model))
    #expect(try container.viewContext.existingObject(with: id)?.objectID == id)
  }

  @Test("Rows that are copied into another store, and their references, get IDs of that store")
  func copiedRows() throws {
    let library = try Library(inMemory: false)
    let author = try library.author("Tove")
    try library.book("Comet", by: author)
    try library.context.save()
    let target = InMemoryStore(model: library.container.coordinator.model)
    try PersistentStoreCoordinator.copyStore(from: library.container.coordinator.store, to: target)
    let context = try PersistentContainer(store: target).viewContext
    let book = try #require(try context.fetch(FetchRequest<Book>()).first)
    #expect(book.objectID.store == StoreIdentity(target.identifier))
    #expect(book.author?.name == "Tove" && book.author?.objectID != author.objectID)
  }

  @Test("A new store has the identifier that its options name, an existing store keeps its own")
  func chosenIdentifier() throws {
    let identifier = UUID()
    for kind in [StoreKind.binary, .xml, .sqlite] {
      let folder = try TemporaryFolder()
      let model = try Shelf.model()
      #expect(try kind.open(in: folder, model: model, identifier: identifier).identifier == identifier)
      #expect(try kind.open(in: folder, model: model, identifier: UUID()).identifier == identifier)
    }
  }

  // MARK: IDs of another store

  @Test("Functions that throw refuse an ID of another store")
  func refused() throws {
    let libraries = try TwoLibraries()
    let context = libraries.own.context
    let id = libraries.foreignBook.objectID
    let error = FetchError.objectOfOtherStore(id)
    #expect(
      error.description == "the object \(id) belongs to another store: use it with a context of that store")
    #expect(throws: error) { try context.existingObject(with: id) }
    #expect(throws: error) { try context.row(for: id) }
    #expect(
      libraries.own.container.coordinator.managedObjectID(
        forURIRepresentation: libraries.other.container.coordinator.uriRepresentation(of: id)) == nil)
  }

  @Test("A fetch refuses a predicate with an ID of another store, wherever it is")
  func refusedPredicates() async throws {
    let libraries = try TwoLibraries()
    let context = libraries.own.context
    let id = libraries.foreignBook.objectID
    let error = FetchError.objectOfOtherStore(id)
    let foreign = FetchExpression.value(.reference(id))
    let isForeign = FetchPredicate.comparison(.init("SELF", .equal, foreign))
    let predicates: [FetchPredicate] = [
      isForeign, .not(isForeign), .and([.constant(true), isForeign]), .or([.constant(true), isForeign]),
      .comparison(.init("SELF", .in, .values([.reference(libraries.book.objectID), .reference(id)]))),
      .comparison(.init("SELF", .in, .list([foreign, .value(.reference(libraries.book.objectID))]))),
      .comparison(
        .init(.conditional(isForeign, .path("pages"), .value(.integer(1))), .equal, .value(.integer(1)))),
      .comparison(
        .init(
          .arithmetic(
            .add, .path("pages"), .conditional(isForeign, .value(.integer(1)), .value(.integer(2)))),
          .equal, .value(.integer(1)))),
      .comparison(
        .init(
          .function(
            .count,
            [
              .subquery(
                .init("author.books", "book", where: .comparison(.init("$book", .equal, foreign))))
            ]), .greater, .value(.integer(0)))),
    ]
    for predicate in predicates {
      #expect(throws: error) { try context.fetch(FetchRequest<Book>(where: predicate)) }
      #expect(throws: error) { try context.count(FetchRequest<Book>(where: predicate)) }
      #expect(throws: error) {
        try context.fetchDictionaries(DictionaryRequest<Book>([FetchedColumn("title")], where: predicate))
      }
      await #expect(throws: error) {
        _ = try await context.fetchInBackground(FetchRequest<Book>(where: predicate))
      }
    }
  }

  @Test("Functions that do not throw end the program with a message for an ID of another store")
  func misused() async {
    let message = "belongs to another store: use it with a context of that store"
    let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let libraries = try TwoLibraries()
      _ = libraries.own.context.object(with: libraries.foreignBook.objectID)
    }
    #expect(object?.said(message) == true)
    let objects = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let libraries = try TwoLibraries()
      _ = libraries.own.context.readAhead([libraries.foreignBook.objectID])
    }
    #expect(objects?.said(message) == true)
    let uri = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let libraries = try TwoLibraries()
      _ = libraries.own.container.coordinator.uriRepresentation(of: libraries.foreignBook.objectID)
    }
    #expect(uri?.said(message) == true)
    let reference = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let libraries = try TwoLibraries()
      libraries.book.setValue(.reference(try libraries.other.author("Tove").objectID), forKey: "author")
    }
    #expect(reference?.said("cannot set Book.author") == true && reference?.said(message) == true)
    let report = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      let libraries = try TwoLibraries()
      let commits = libraries.other.container.coordinator.commits
      try libraries.other.context.save()
      for await report in commits { libraries.own.context.mergeChanges(from: report) }
    }
    #expect(report?.said(message) == true)
  }

  // MARK: Encoded IDs

  @Test("Decoding an encoded ID returns the same ID")
  func encoded() throws {
    let libraries = try TwoLibraries()
    let ids = [libraries.book.objectID, libraries.foreignBook.objectID]
    let data = try JSONEncoder().encode(ids)
    #expect(try JSONDecoder().decode([ManagedObjectID].self, from: data) == ids)
    let texts = try JSONDecoder().decode([String].self, from: data)
    #expect(texts[0] == "\(libraries.own.container.coordinator.uriRepresentation(of: ids[0]))")
  }

  @Test("An encoded ID stays valid when a model numbers its entity differently")
  func renumbered() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("shelf.sqlite")
    let book = EntityDescription(ManagedObject.self, name: "Book", attributes: [.init("title", .string)])
    let data: Data
    do {
      let container = try PersistentContainer(
        store: SQLiteStore(path: path, model: ManagedObjectModel([book])))
      let object = try container.viewContext.insert(entityNamed: "Book")
      object.setValue(.string("Comet"), forKey: "title")
      try container.viewContext.save()
      data = try JSONEncoder().encode(object.objectID)
    }
    let model = try ManagedObjectModel([EntityDescription(ManagedObject.self, name: "Author"), book])
    let context = try PersistentContainer(store: SQLiteStore(path: path, model: model)).viewContext
    let id = try JSONDecoder().decode(ManagedObjectID.self, from: data)
    #expect(id.entity == 2)
    #expect(try context.existingObject(with: id)?.value(forKey: "title") == .string("Comet"))
  }

  @Test("URI and encoded form take an entity whose name has letters outside of ASCII")
  func letters() throws {
    let model = try ManagedObjectModel([EntityDescription(ManagedObject.self, name: "Bücher")])
    let container = try PersistentContainer(store: InMemoryStore(model: model))
    let id = try container.viewContext.insert(entityNamed: "Bücher").objectID
    let uri = container.coordinator.uriRepresentation(of: id)
    #expect(uri.absoluteString.hasSuffix("/B%C3%BCcher/p\(id.key)"))
    #expect(container.coordinator.managedObjectID(forURIRepresentation: uri) == id)
    let data = try JSONEncoder().encode([id])
    #expect(try JSONDecoder().decode([ManagedObjectID].self, from: data) == [id])
  }

  @Test(
    "Text that is not the ID of an object in an open store is refused with a reason",
    arguments: [
      ("", "it is not the URI of an object"), ("x-coredata://", "it is not the URI of an object"),
      ("x-coredata://\(UUID())/Book/p1", "its store is not open"),
      ("STORE/Nothing/p1", "has no entity Nothing"), ("STORE/Book/p0", "it is not the URI of an object"),
      ("STORE/Book/1", "it is not the URI of an object"),
    ])
  func undecodable(text: String, reason: String) throws {
    let library = try Library(inMemory: true)
    let store = "x-coredata://\(library.container.coordinator.store.identifier)"
    let data = try JSONEncoder().encode([text.replacing("STORE", with: store)])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ManagedObjectID].self, from: data)
    }
    #expect(error.map { "\($0)".contains(reason) } == true)
  }

  @Test("An ID of a store that is not open cannot be encoded")
  func unencodable() {
    for store in [StoreIdentity.unbound, StoreIdentity(UUID())] {
      #expect(throws: EncodingError.self) {
        try JSONEncoder().encode([ManagedObjectID(entity: 1, key: 1, in: store)])
      }
    }
  }
}
