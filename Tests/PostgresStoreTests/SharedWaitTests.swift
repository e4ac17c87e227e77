#if PostgreSQL
  import Foundation
  import ObjectGraph
  import Synchronization
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A wait for the lock of the writers")
  struct SharedWaitTests {
    @Test("Operations that follow at once do not wait again, until one gets the lock or fails otherwise")
    func states() {
      func error(_ kind: PostgresError.Kind) -> PostgresError {
        PostgresError(kind, place: "db", reason: "a reason")
      }
      let start = ContinuousClock.now
      var wait = SharedWait()
      #expect(!wait.isOver(at: start))
      wait.record(error(.lockTimeout), at: start)
      #expect(wait.isOver(at: start + SharedWait.pause))
      #expect(!wait.isOver(at: start + SharedWait.pause + .milliseconds(1)))
      wait.record(error(.lockTimeout), at: start + SharedWait.pause / 2)
      #expect(!wait.isOver(at: start + SharedWait.pause + .milliseconds(1)))
      wait.record(error(.connectionLost), at: start)
      #expect(!wait.isOver(at: start))
      wait.record(error(.lockTimeout), at: start)
      wait.record(nil, at: start)
      #expect(!wait.isOver(at: start))
    }

    @Test(
      "A writer asks the server for the lock without a wait after one that timed out, also for commits",
      .enabled(if: PostgresServer.isKnown), arguments: [false, true])
    func queued(areCommits: Bool) throws {
      let sent = Mutex<[UInt8]>([])
      let schema = PostgresSchema()
      _ = try schema.store(Tree.model())
      let server = try RelayedServer(observer: { _, bytes in sent.withLock { $0 += bytes } })
      let store = try PostgresStore(
        connection: server.connection, schema: schema.name, model: Tree.model(),
        locking: LockPolicy(timeout: .milliseconds(50)))
      let writer = try store.makeWriter()
      func write(_ key: Int64) throws {
        let id = ManagedObjectID(entity: Tree.branch, key: key, in: StoreIdentity(store.identifier))
        let row = Row(id: id, version: 0, values: [.string("b"), .integer(key), .null, .null])
        if areCommits {
          _ = try writer.commit(.full) { transaction in
            _ = try transaction.write([.insert(row)])
            return CommitReport()
          }
        } else {
          try writer.transaction(.full) { _ = try $0.insert(row) }
        }
      }
      let short = Array("SET LOCAL lock_timeout = 1\0".utf8)
      func isShort() -> Bool { sent.withLock { $0.firstRange(of: short) != nil } }
      try write(1)
      let other = try schema.administrator()
      try other.begin("BEGIN; \(other.server.lock.sql)")
      func expectTimeout() {
        let error = #expect(throws: PostgresError.self) { try write(2) }
        #expect(error?.kind == .lockTimeout)
      }
      expectTimeout()
      #expect(!isShort())
      // Usually the second one, unless this thread has to wait for long.
      while !isShort() { expectTimeout() }
      other.rollBack()
      try write(2)
      #expect(try store.makeReader().count(StoreQuery(entity: Tree.branch)) == 2)
      withExtendedLifetime(server) {}
    }
  }
#endif
