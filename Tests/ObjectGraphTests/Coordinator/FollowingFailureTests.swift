import ObjectGraph
import SQLiteStore
import Synchronization
import TestSupport
import Testing

@Suite("A failure of following other programs")
struct FollowingFailureTests {
  private struct Failure: ConnectionError {
    let isOutage: Bool
  }

  /// Returns whether a state is the failure of an outage; nil for one that is no failure.
  private func isOutage(_ state: FollowingState?) -> Bool? {
    guard case .failed(let error) = state else { return nil }
    return (error as? Failure)?.isOutage
  }

  @Test("is posted again when an outage turns into one of another kind", .timeLimit(.minutes(10)))
  func kinds() async throws {
    let folder = try TemporaryFolder()
    let store = FailingLooksStore(try SQLiteStore(path: folder.path("shelf.store"), model: Shelf.model()))
    store.fail(Failure(isOutage: true))
    let coordinator = PersistentStoreCoordinator(store: store, followsExternalChanges: true)
    var states = coordinator.followingStates.makeAsyncIterator()
    let outage = await states.next()
    #expect(isOutage(outage) == true)
    store.fail(Failure(isOutage: false))
    let other = await states.next()
    #expect(isOutage(other) == false)
    store.fail(nil)
    guard case .current = await states.next() else {
      Issue.record("no success")
      return
    }
    await coordinator.close()
  }
}

/// A shared store whose looks for the commits of others fail as a test says.
private final class FailingLooksStore: ForwardingStore {
  let store: any SharedStore
  private let failure = Mutex<(any Error)?>(nil)

  init(_ store: any SharedStore) { self.store = store }

  /// Has the looks from now on fail with an error, or succeed.
  func fail(_ error: (any Error)?) { failure.withLock { $0 = error } }

  private func check() throws {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  func makeWriter() throws -> any StoreWriter { Writer(try makeSharedWriter(), self) }

  private final class Writer: ForwardingSharedWriter {
    private let store: FailingLooksStore

    init(_ writer: any SharedStoreWriter, _ store: FailingLooksStore) {
      self.store = store
      super.init(writer)
    }

    override func otherWritersCommitted() throws -> Bool {
      try store.check()
      return try super.otherWritersCommitted()
    }

    override func announcedCommit() throws -> Bool {
      try store.check()
      return try super.announcedCommit()
    }
  }
}
