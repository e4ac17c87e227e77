import Foundation
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
      store.recordCommit()
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
      store.recordCommit()
      try await container.coordinator.mergeExternalChanges()
      #expect(store.looksBeforePreparation != nil)
      withExtendedLifetime(folder) {}
    }
  }
}

/// A shared store that records when its reader of external changes is prepared.
private final class PreparedStore: SharedStore {
  private struct State {
    var looks = 0
    var looksBeforePreparation: Int?
    var hasOwnWork = false
  }

  private let store: any SharedStore
  private let state = Mutex(State())

  var model: ManagedObjectModel { store.model }
  var identifier: UUID { store.identifier }
  var isRemote: Bool { store.isRemote }

  /// The number of looks from the last commit to the first preparation; `nil` before it.
  var looksBeforePreparation: Int? { state.withLock { $0.looksBeforePreparation } }

  /// A Boolean value that indicates whether the writer says that it committed work of its own.
  var hasOwnWork: Bool {
    get { state.withLock { $0.hasOwnWork } }
    set { state.withLock { $0.hasOwnWork = newValue } }
  }

  init(_ store: any SharedStore) { self.store = store }

  /// Counts looks from now on.
  func recordCommit() { state.withLock { $0.looks = 0 } }

  func makeReader() throws -> any StoreReader { try store.makeReader() }

  func makeWriter() throws -> any StoreWriter {
    guard let writer = try store.makeWriter() as? any SharedStoreWriter else {
      throw StoreError.readOnly(path: "prepared")
    }
    return Writer(writer, self)
  }

  func makeExternalChangeReader(for detector: any CommitDetector) throws -> sending any ExternalChangeReader {
    Reader(try store.makeExternalChangeReader(for: (detector as? Writer)?.detector ?? detector), self)
  }

  private final class Writer: ForwardingWriter, SharedStoreWriter {
    let detector: any SharedStoreWriter
    private let store: PreparedStore

    init(_ writer: any SharedStoreWriter, _ store: PreparedStore) {
      (detector, self.store) = (writer, store)
      super.init(writer)
    }

    func committedOwnWork() -> Bool { store.hasOwnWork }

    func otherWritersCommitted() throws -> Bool {
      store.state.withLock { $0.looks += 1 }
      return try detector.otherWritersCommitted()
    }
  }

  private final class Reader: ExternalChangeReader {
    private let reader: any ExternalChangeReader
    private let store: PreparedStore

    init(_ reader: sending any ExternalChangeReader, _ store: PreparedStore) {
      (self.reader, self.store) = (reader, store)
    }

    func prepare() throws {
      store.state.withLock { if $0.looksBeforePreparation == nil { $0.looksBeforePreparation = $0.looks } }
      try reader.prepare()
    }

    func beginLook() { reader.beginLook() }
    func endLook() -> Bool { reader.endLook() }
    func record(_ report: CommitReport) { reader.record(report) }
    func advance() throws { try reader.advance() }
    func changes() throws -> ExternalChanges { try reader.changes() }
  }
}
