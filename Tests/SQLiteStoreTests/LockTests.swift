import Dispatch
import Foundation
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@testable import SQLiteStore

@Suite("Locks of other programs")
struct LockTests {
  private final class Phases: Sendable {
    private let phases = Mutex<[LockPolicy.Phase]>([])

    var all: [LockPolicy.Phase] { phases.withLock { $0 } }

    func append(_ phase: LockPolicy.Phase) { phases.withLock { $0.append(phase) } }
  }

  private func store(_ fixture: StoreFixture, timeout: Duration, _ phases: Phases) throws -> SQLiteStore {
    let policy = LockPolicy(timeout: timeout, noticeDelay: .milliseconds(1)) { phases.append($0) }
    return try SQLiteStore(path: fixture.path, model: fixture.model, locking: policy)
  }

  @Test("A write that does not get the lock in time says that another program holds it")
  func timeout() throws {
    let (fixture, phases) = (try StoreFixture(), Phases())
    let writer = try store(fixture, timeout: .milliseconds(50), phases).makeWriter()
    let other = try fixture.connection()
    try other.run("BEGIN IMMEDIATE", [])
    #expect(throws: StoreError.locked(path: fixture.path)) { try writer.insert([StoreFixture.row(1)]) }
    #expect(phases.all == [.waiting, .gaveUp])
    try other.run("COMMIT", [])
    try writer.insert([StoreFixture.row(1)])
    #expect(phases.all == [.waiting, .gaveUp])
  }

  @Test("A write that gets the lock after a wait reports both")
  func release() async throws {
    let (fixture, phases) = (try StoreFixture(), Phases())
    let store = try store(fixture, timeout: .seconds(600), phases)
    let other = try fixture.connection()
    try other.run("BEGIN IMMEDIATE", [])
    // On a queue of its own: the threads of tasks are few, and others need them.
    let queue = DispatchQueue(label: "writer")
    let (ends, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
    queue.async {
      continuation.yield(with: Result { try store.makeWriter().insert([StoreFixture.row(1)]) })
      continuation.finish()
    }
    try await until { !phases.all.isEmpty }
    try other.run("COMMIT", [])
    for try await _ in ends {}
    #expect(phases.all == [.waiting, .acquired])
  }

  @Test("The completion of full-text indexes waits for another program as a write does")
  func indexing() async throws {
    let (fixture, phases) = (try StoreFixture(Notes.model()), Phases())
    let store = try store(fixture, timeout: .seconds(600), phases)
    try store.makeWriter().insert([Notes.row(1, "a heron")])
    let other = try fixture.connection()
    // No indexer runs at this time.
    try other.execute("UPDATE ZNOTE SET ZTITLE = 'a wren'")
    try other.run("BEGIN IMMEDIATE", [])
    let queue = DispatchQueue(label: "indexing")
    let (ends, continuation) = AsyncThrowingStream<Void, any Error>.makeStream()
    queue.async {
      continuation.yield(
        with: Result {
          let writer = try #require(store.makeWriter() as? SQLiteWriter)
          try writer.finishIndexing()
        })
      continuation.finish()
    }
    try await until { !phases.all.isEmpty }
    try other.run("COMMIT", [])
    for try await _ in ends {}
    #expect(phases.all == [.waiting, .acquired])
    #expect(try store.rowsToIndex() == 0)
  }

  @Test("Operations that queue behind a wait share its time")
  func sharedTime() {
    let policy = LockPolicy(timeout: .seconds(10), noticeDelay: .milliseconds(500))
    var wait = LockWait.State()
    let begin = ContinuousClock.now
    func attempt(after milliseconds: Int) -> (goesOn: Bool, notice: LockPolicy.Phase?) {
      wait.attempt(at: begin + .milliseconds(milliseconds), policy)
    }
    #expect(attempt(after: 0) == (true, nil))
    #expect(attempt(after: 400) == (true, nil))
    #expect(attempt(after: 500) == (true, .waiting))
    for time in stride(from: 600, to: 10_000, by: 100) { #expect(attempt(after: time) == (true, nil)) }
    #expect(attempt(after: 10_000) == (false, .gaveUp))
    // The next operation in the queue.
    #expect(attempt(after: 10_001) == (false, nil))
    // An operation that begins later waits for the full time again.
    #expect(attempt(after: 12_000) == (true, nil))
    #expect(attempt(after: 12_500) == (true, .waiting))
  }

  @Test("A query between two writes does not give the second one the full time to wait again")
  func queryBetween() throws {
    let fixture = try StoreFixture()
    _ = try fixture.store()
    let other = try fixture.connection()
    try other.run("BEGIN IMMEDIATE", [])
    var phases: [LockPolicy.Phase] = []
    // On a busy machine the second write may begin so late that it rightly waits again.
    repeat {
      let observed = Phases()
      let policy = LockPolicy(timeout: .milliseconds(20), noticeDelay: .milliseconds(1)) {
        observed.append($0)
      }
      let connection = try Connection(path: fixture.path, access: .readWrite, lockWait: LockWait(policy))
      #expect(throws: SQLiteError.self) { try connection.write {} }
      let firstEnd = ContinuousClock.now
      try connection.run("SELECT count(*) FROM Z_METADATA", [])
      #expect(throws: SQLiteError.self) { try connection.write {} }
      if ContinuousClock.now - firstEnd < LockWait.State.pause { phases = observed.all }
    } while phases.isEmpty
    #expect(phases == [.waiting, .gaveUp])
  }

  @Test("A write that gets the lock without waiting ends a wait that was given up")
  func successBetween() throws {
    let (fixture, phases) = (try StoreFixture(), Phases())
    _ = try fixture.store()
    let other = try fixture.connection()
    let policy = LockPolicy(timeout: .milliseconds(20), noticeDelay: .zero) { phases.append($0) }
    let connection = try Connection(path: fixture.path, access: .readWrite, lockWait: LockWait(policy))
    for _ in 0..<2 {
      try other.run("BEGIN IMMEDIATE", [])
      #expect(throws: SQLiteError.self) { try connection.write {} }
      try other.run("COMMIT", [])
      try connection.write {}
    }
    // A slow machine may begin a wait again meanwhile, but each one is given up once.
    #expect(phases.all.count { $0 == .gaveUp } == 2)
  }

  /// `F_OFD_GETLK` of `asm-generic/fcntl.h`, which Glibc's module lacks.
  private static let queryLock: Int32 = 36

  /// Returns a Boolean value that indicates whether a connection holds a lock on the file itself.
  ///
  /// The lock of an open file description conflicts with those of this process, too (fcntl(2)).
  private func isLocked(_ descriptor: Int32) -> Bool {
    var lock = flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
    return fcntl(descriptor, Self.queryLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
  }

  @Test("Opening a store again in the same process keeps the locks of its connections")
  func openingAgain() throws {
    let fixture = try StoreFixture()
    let store = try fixture.store()
    let reader = try store.makeReader()
    _ = try reader.fetch(StoreQuery(entity: 1))
    // Closed at the end: closing any descriptor of a file ends all locks that the process has on it.
    let descriptor = open(fixture.path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(isLocked(descriptor))
    let again = try fixture.store()
    #expect(isLocked(descriptor))
    _ = try SQLiteStore.model(at: fixture.path)
    #expect(isLocked(descriptor))
    withExtendedLifetime((store, reader, again)) {}
  }
}
