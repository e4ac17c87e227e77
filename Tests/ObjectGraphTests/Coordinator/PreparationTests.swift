import ObjectGraph
import Synchronization
import TestSupport
import Testing

/// The reader of what other programs commit is prepared, which takes a while for a large store, when its own program rests.
@MainActor
@Suite("The preparation for the commits of others", .timeLimit(.minutes(10)))
struct PreparationTests {
  private func container() throws -> (PersistentContainer, PreparedStore, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let shared = try StoreKind.sqlite.open(in: folder, model: Shelf.model()) as? any SharedStore
    let store = PreparedStore(try #require(shared))
    return (try PersistentContainer(store: store, followsExternalChanges: true), store, folder)
  }

  @Test("It waits until a few commits are followed by ten looks without one")
  func fewCommits() async throws {
    let (container, store, folder) = try container()
    for number in 0..<5 {
      try container.viewContext.insert(Author.self).name = "\(number)"
      try container.viewContext.save()
      await container.coordinator.drain()
      try await container.coordinator.mergeExternalChanges()
    }
    while store.looksBeforePreparation == nil { try await container.coordinator.mergeExternalChanges() }
    // One look can have been under way.
    #expect(try #require(store.looksBeforePreparation) >= 9)
    withExtendedLifetime(folder) {}
  }

  @Test("It does not wait once a thousand rows were committed, or after much work of the writer itself")
  func manyRows() async throws {
    for hasOwnWork in [false, true] {
      let (container, store, folder) = try container()
      for number in 0..<(hasOwnWork ? 1 : 1_000) {
        try container.viewContext.insert(Author.self).name = "\(number)"
      }
      try container.viewContext.save()
      await container.coordinator.drain()
      store.hasOwnWork = hasOwnWork
      try await container.coordinator.mergeExternalChanges()
      #expect(store.looksBeforePreparation != nil)
      withExtendedLifetime(folder) {}
    }
  }
}

extension PreparationTests {
  @Test("One that fails is tried again by the next look")
  func failure() async throws {
    let (container, store, folder) = try container()
    store.refusesNextPreparation = true
    store.hasOwnWork = true
    // The first look fails; nothing was committed for which another one would prepare.
    while store.refusesNextPreparation { try? await container.coordinator.mergeExternalChanges() }
    while store.looksBeforePreparation == nil { try await container.coordinator.mergeExternalChanges() }
    withExtendedLifetime(folder) {}
  }
}

/// A shared store that records when its reader of external changes is prepared.
private final class PreparedStore: ForwardingStore {
  private struct State {
    var looks = 0
    var looksBeforePreparation: Int?
    var hasOwnWork = false
    var refusesNextPreparation = false
  }

  let store: any SharedStore
  private let state = Mutex(State())

  /// The number of looks from the last recorded commit to the first preparation; `nil` before it.
  var looksBeforePreparation: Int? { state.withLock { $0.looksBeforePreparation } }

  /// A Boolean value that indicates whether the writer says that it committed work of its own.
  var hasOwnWork: Bool {
    get { state.withLock { $0.hasOwnWork } }
    set { state.withLock { $0.hasOwnWork = newValue } }
  }

  /// A Boolean value that indicates whether the next preparation fails.
  var refusesNextPreparation: Bool {
    get { state.withLock { $0.refusesNextPreparation } }
    set { state.withLock { $0.refusesNextPreparation = newValue } }
  }

  init(_ store: any SharedStore) { self.store = store }

  func makeWriter() throws -> any StoreWriter { Writer(try makeSharedWriter(), self) }

  func makeExternalChangeReader(for detector: any CommitDetector) throws -> sending any ExternalChangeReader {
    Reader(try makeSharedReader(for: detector), self)
  }

  private final class Writer: ForwardingSharedWriter {
    private let store: PreparedStore

    init(_ writer: any SharedStoreWriter, _ store: PreparedStore) {
      self.store = store
      super.init(writer)
    }

    override func committedOwnWork() -> Bool {
      store.state.withLock { state in
        defer { state.hasOwnWork = false }
        return state.hasOwnWork
      }
    }

    override func otherWritersCommitted() throws -> Bool {
      store.state.withLock { $0.looks += 1 }
      return try super.otherWritersCommitted()
    }
  }

  private final class Reader: ExternalChangeReader {
    private let reader: any ExternalChangeReader
    private let store: PreparedStore

    init(_ reader: sending any ExternalChangeReader, _ store: PreparedStore) {
      (self.reader, self.store) = (reader, store)
    }

    func prepare() throws {
      try store.state.withLock { state in
        guard !state.refusesNextPreparation else {
          state.refusesNextPreparation = false
          throw StoreError.readOnly(path: "refusing")
        }
        if state.looksBeforePreparation == nil { state.looksBeforePreparation = state.looks }
      }
      try reader.prepare()
    }

    func beginLook() { reader.beginLook() }
    func endLook() -> Bool { reader.endLook() }

    func record(_ report: CommitReport) {
      store.state.withLock { $0.looks = 0 }
      reader.record(report)
    }

    func advance() throws { try reader.advance() }
    func changes() throws -> ExternalChanges { try reader.changes() }
  }
}
