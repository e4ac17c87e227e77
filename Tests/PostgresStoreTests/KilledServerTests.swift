#if PostgreSQL
  import Dispatch
  import Foundation
  import ObjectGraph
  import Synchronization
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("A PostgreSQL server that is killed", .enabled(if: PostgresServer.isKnown))
  struct KilledServerTests {
    /// The keys of the transactions of one writer, which runs on a queue of its own.
    private final class Journal: Sendable {
      /// The transactions that were confirmed.
      let confirmed = Mutex<[Int64]>([])
      /// The transactions that failed, and of which it is known that they were not written.
      let failed = Mutex<[Int64]>([])
      let isDone = Mutex(false)
      /// A Boolean value that indicates whether the next transaction waits in its middle.
      let isHeld = Mutex(false)
      /// A signal for the transaction that waits.
      let end = DispatchSemaphore(value: 0)
    }

    private enum Progress {
      /// The number of transactions that were confirmed.
      case confirmed(Int)
      /// A transaction waits in its middle.
      case held

      /// Returns whether at least a number of transactions were confirmed.
      func has(_ count: Int) -> Bool {
        guard case .confirmed(let confirmed) = self else { return false }
        return confirmed >= count
      }

      var isHeld: Bool {
        guard case .held = self else { return false }
        return true
      }
    }

    /// Rows in each transaction.
    private static let rows: Int64 = 20

    @Test("Confirmed transactions are there as a whole, failed ones are not, and the writer goes on")
    func transactions() async throws {
      try await PrivateServer.with { server in
        let schema = PostgresSchema(server.connection)
        let store = try schema.store(Tree.model())
        let journal = Journal()
        let (progress, continuation) = AsyncStream<Progress>.makeStream()
        let writer = DispatchQueue(label: "writer")
        writer.async { Self.write(store, journal, continuation) }
        var next = progress.makeAsyncIterator()
        for round in 1...3 {
          // Some transactions after the last kill were confirmed.
          while let step = await next.next(), !step.has(round * 15) {}
          try await server.kill()
          try await server.start()
        }
        while let step = await next.next(), !step.has(60) {}
        // The others were most likely being committed.
        journal.isHeld.withLock { $0 = true }
        while let step = await next.next(), !step.isHeld {}
        try await server.kill()
        journal.end.signal()
        try await server.start()
        while let step = await next.next(), !step.has(75) {}
        journal.isDone.withLock { $0 = true }
        while await next.next() != nil {}
        try check(store, journal)
      }
    }

    @Test(
      "A transaction that was lost with the server is reported as such, though another has got its number")
    func lostTransaction() async throws {
      try await PrivateServer.with { server in
        // What is not committed is not on the disk when the server is killed.
        try await PostgresServer.run("ALTER SYSTEM SET wal_writer_delay = '10s'", on: server.connection)
        try await PostgresServer.run("SELECT pg_reload_conf()", on: server.connection)
        let schema = PostgresSchema(server.connection)
        let store = try schema.store(Tree.model())
        let (steps, continuation) = AsyncStream<(any Error)?>.makeStream()
        let end = DispatchSemaphore(value: 0)
        DispatchQueue(label: "writer").async {
          do {
            try store.makeWriter().transaction(.full) { transaction in
              _ = try transaction.insert(Self.row(1))
              continuation.yield(nil)
              end.wait()
            }
            continuation.yield(nil)
          } catch {
            continuation.yield(error)
          }
        }
        var next = steps.makeAsyncIterator()
        _ = await next.next()
        try await server.kill()
        try await server.start()
        let other = try store.makeWriter()
        for key: Int64 in 2...60 { try other.transaction(.full) { _ = try $0.insert(Self.row(key)) } }
        end.signal()
        let error = await next.next() as? PostgresError
        #expect(error?.kind == .connectionLost)
        #expect(try store.makeReader().fetchIDs(StoreQuery(entity: Tree.branch)).map(\.key) == Array(2...60))
      }
    }

    @Test(
      "A coordinator reports the outage of the server that it follows, and its end", .timeLimit(.minutes(10)))
    func following() async throws {
      try await PrivateServer.with { server in
        let schema = PostgresSchema(server.connection)
        let store = try schema.store(Tree.model(), options: StoreOptions(keepsHistory: true))
        let coordinator = PersistentStoreCoordinator(store: store, followsExternalChanges: true)
        var states = coordinator.followingStates.makeAsyncIterator()
        var commits = coordinator.commits.makeAsyncIterator()
        try await server.kill()
        guard case .failed(let error) = await states.next() else {
          Issue.record("no failure")
          return
        }
        #expect(error is PostgresError)
        try await server.start()
        guard case .current = await states.next() else {
          Issue.record("no success")
          return
        }
        #expect(await commits.next()?.isReload == true)
      }
    }

    /// Writes transactions of rows until the journal is done.
    private static func write(
      _ store: PostgresStore, _ journal: Journal, _ progress: AsyncStream<Progress>.Continuation
    ) {
      defer { progress.finish() }
      guard let writer = try? store.makeWriter() else { return }
      var number: Int64 = 0
      while !journal.isDone.withLock({ $0 }) {
        number += 1
        do {
          try writer.transaction(.full) { transaction in
            for row in 0..<rows {
              _ = try transaction.insert(Self.row(number * rows + row))
              guard row == rows / 2, journal.isHeld.withLock({ $0 }) else { continue }
              journal.isHeld.withLock { $0 = false }
              progress.yield(.held)
              journal.end.wait()
            }
          }
          let count = journal.confirmed.withLock {
            $0.append(number)
            return $0.count
          }
          progress.yield(.confirmed(count))
        } catch let error as PostgresError where error.kind == .unknownOutcome {
          // Written as a whole or not at all.
        } catch {
          journal.failed.withLock { $0.append(number) }
        }
      }
    }

    private static func row(_ key: Int64) -> Row {
      Row(
        id: ManagedObjectID(entity: Tree.branch, key: key, in: StoreIdentity(TestStores.identifier)),
        version: 0,
        values: [.string("branch \(key)"), .integer(key), .null, .null])
    }

    private func check(_ store: PostgresStore, _ journal: Journal) throws {
      let keys = try store.makeReader().fetchIDs(StoreQuery(entity: Tree.branch)).map(\.key)
      let found = Dictionary(grouping: keys) { $0 / Self.rows }
      #expect(found.values.allSatisfy { $0.count == Self.rows }, "each transaction is whole")
      let (confirmed, failed) = (journal.confirmed.withLock { $0 }, journal.failed.withLock { $0 })
      #expect(confirmed.count >= 75 && !failed.isEmpty)
      #expect(confirmed.filter { found[$0] == nil } == [], "confirmed and lost")
      #expect(failed.filter { found[$0] != nil } == [], "failed and written")
    }
  }
#endif
