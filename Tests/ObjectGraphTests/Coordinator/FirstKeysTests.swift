import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("The keys that a container reserves ahead")
struct FirstKeysTests {
  @Test("An entity whose keys cannot be reserved does not keep the others from having theirs")
  func refusal() async throws {
    let model = try Shelf.model()
    let author = model.number(ofEntity: "Author", class: Author.self)
    let store = RefusingStore(InMemoryStore(model: model)) { $0 == author }
    let container = try PersistentContainer(store: store)
    // The reservations follow each other on the writer's queue.
    for _ in 0..<2 { await container.coordinator.drain() }
    let books = try #require(model.number(ofEntity: "Book"))
    let range = try #require(store.lastRange(of: books))
    let book = try container.viewContext.insert(Book.self)
    #expect(range.contains(book.objectID.key))
    #expect(throws: StoreError.self) { try container.viewContext.insert(Author.self) }
  }

  @Test("The failure of an insertion goes with the changes that are discarded", arguments: [false, true])
  func discarding(isReset: Bool) async throws {
    let model = try Bookshop.model()
    let roots = ["Item", "Topic"].compactMap { model.number(ofEntity: $0) }
    let store = RefusingStore(InMemoryStore(model: model)) { !roots.contains($0) }
    let container = try PersistentContainer(store: store)
    await container.coordinator.drain()
    let context = container.viewContext
    func tagGame() throws { try context.insert(Game.self).tags.insert(context.insert(Topic.self)) }
    try tagGame()
    #expect(throws: StoreError.self) { try context.save() }
    context.rollback()
    // The join row gets no key.
    try tagGame()
    if isReset { context.reset() } else { context.rollback() }
    try context.save()
    #expect(try context.count(FetchRequest<Game>()) == 0)
  }
}

/// A store that reserves no keys of some entities.
private final class RefusingStore: PersistentStore {
  private let base: any PersistentStore
  private let isRefused: @Sendable (EntityNumber) -> Bool
  private let last = Mutex<[EntityNumber: Range<Int64>]>([:])

  /// The keys that were reserved last of an entity.
  func lastRange(of entity: EntityNumber) -> Range<Int64>? { last.withLock { $0[entity] } }
  var identifier: UUID { base.identifier }
  var model: ManagedObjectModel { base.model }

  init(_ base: any PersistentStore, refusing isRefused: @escaping @Sendable (EntityNumber) -> Bool) {
    (self.base, self.isRefused) = (base, isRefused)
  }

  func makeReader() throws -> any StoreReader { try base.makeReader() }
  func makeWriter() throws -> any StoreWriter { Writer(try base.makeWriter(), self) }

  private final class Writer: ForwardingWriter {
    private let store: RefusingStore

    init(_ writer: any StoreWriter, _ store: RefusingStore) {
      self.store = store
      super.init(writer)
    }

    override func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
      guard !store.isRefused(entity) else { throw StoreError.readOnly(path: "refusing") }
      let range = try super.reserveKeys(count, entity: entity)
      store.last.withLock { $0[entity] = range }
      return range
    }
  }
}
