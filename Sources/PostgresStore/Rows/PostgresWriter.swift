#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The writer of the store.
  final class PostgresWriter: StoreWriter {
    let connection: Connection
    /// The connection on which batches reserve keys, opened at the first of them.
    private let keyConnection: Connection
    let layout: StoreLayout
    private let application: String?
    /// The text of the writer's notifications and marks.
    private let signature = UUID().uuidString
    /// The number of transactions that were to be committed.
    private var commits: Int64 = 0
    /// The mark of the last transaction if it is unknown whether it was committed.
    private var openMark: CommitMark?
    private var growth = TableGrowth()
    private var wait = SharedWait()
    /// The extent of the history at the last transaction; nil before the first.
    private var knownHistory: HistoryState??
    /// The listener, which has a connection of its own: that of the writer is often busy.
    let listener: PostgresListener

    init(_ connection: Connection, layout: StoreLayout, application: String?) {
      self.connection = connection
      keyConnection = layout.makeConnection()
      listener = PostgresListener(layout.makeConnection(), ignoring: signature)
      self.layout = layout
      self.application = application
    }

    func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
      requireNoTransaction()
      return try connection.takeKeys(count, entity: entity, layout: layout)
    }

    func reserveKeys(_ counts: [EntityNumber: Int]) throws -> [EntityNumber: Range<Int64>] {
      requireNoTransaction()
      return try connection.takeKeys(counts, layout: layout)
    }

    private func requireNoTransaction() {
      require(
        !connection.isInTransaction,
        "reserve keys before a transaction: rolled back, they would be given again")
    }

    func transaction<Result>(
      _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
      try sharingWait {
        try change(durability) {
          let transaction = PostgresTransaction(
            connection, reservingOn: keyConnection, layout: layout, application: application)
          return (try body(transaction), transaction.ending.statements, transaction.insertedCounts)
        }
      }
    }

    /// Runs `body` in a transaction that excludes other writers of the store.
    func change<Result>(_ body: () throws -> Result) throws -> Result {
      try sharingWait { try change(.full) { (try body(), [], [:]) } }
    }

    /// Runs an operation, and records whether it has waited for the lock in vain.
    private func sharingWait<Result>(_ operation: () throws -> Result) throws -> Result {
      do {
        let result = try operation()
        wait.record(nil, at: .now)
        return result
      } catch {
        wait.record(error, at: .now)
        throw error
      }
    }

    /// Runs `body` in a transaction that excludes other writers of the store.
    ///
    /// - Parameter body: Returns its result, the last statements of the transaction, and the numbers of inserted rows.
    private func change<Result>(
      _ durability: Durability,
      _ body: () throws -> (Result, ending: [Statement], inserted: [EntityNumber: Int])
    ) throws -> Result {
      connection.begin(
        opening(
          durability, (layout.continuity.map { [$0.renewal] } ?? []) + [HistoryState.statement(layout)]))
      let (result, ending, inserted) = try rollingBack(body)
      // A transaction that has sent nothing yet cannot have been committed.
      let isBegun = !connection.openingAnswers.isEmpty
      let mark = nextMark()
      do {
        try connection.commit(after: ending + growth.add(inserted, layout: layout) + announced(mark))
      } catch let error as PostgresError where error.kind == .connectionLost {
        guard isBegun, try historyNumber(of: mark, after: error) != nil else { throw error }
      }
      knownHistory = .some(Self.historyState(in: connection.openingAnswers, layout: layout))
      return result
    }

    private func rollingBack<Result>(_ body: () throws -> Result) throws -> Result {
      do { return try body() } catch {
        connection.rollBack()
        throw error
      }
    }

    /// Returns the statements that begin a transaction.
    ///
    /// A commit with full durability waits for what the session waits for: the disk, or more.
    ///
    /// - Parameter history: The statements for the history, the last of which reads or checks its extent.
    private func opening(_ durability: Durability, _ history: [Statement]) -> [Statement] {
      var statements = [Statement("BEGIN")]
      if durability != .full { statements.append(Statement("SET LOCAL synchronous_commit = off")) }
      statements.append(IdleLimit(time: layout.server.settings.idleTimeout).statement)
      return statements + wait.statements(at: .now, layout.server) + [layout.check] + history
    }

    private func nextMark() -> CommitMark {
      commits += 1
      // The mark replaces the one before.
      openMark = nil
      return CommitMark(writer: signature, number: commits, server: layout.server)
    }

    /// Returns the last statements before a commit: its mark, and the notification of the others.
    private func announced(_ mark: CommitMark) -> [Statement] {
      mark.statements + [
        Statement("SELECT pg_notify($1, $2)", [.text(layout.server.channel), .text(mark.announcement)])
      ]
    }

    /// Returns the extent of the history from the answers to the statements that began a transaction.
    static func historyState(in answers: [Answer], layout: StoreLayout) -> HistoryState? {
      answers.last.flatMap { HistoryState($0, layout: layout) }
    }

    // MARK: Cut connections

    /// Looks on a new connection for the mark of a transaction whose connection was cut during the commit.
    ///
    /// The number that the server gives a transaction is no evidence: a server that was killed gives it again to another
    /// one, if nothing of the first was on the disk.
    ///
    /// - Returns: The number of the last transaction in the history at the commit; nil if the transaction was not committed.
    /// - Throws: A ``PostgresError`` of the kind ``PostgresError/Kind/unknownOutcome`` if no server that takes changes answers.
    private func historyNumber(of mark: CommitMark, after error: PostgresError) throws -> Int64? {
      let start = ContinuousClock.now
      var attempt = 0
      while let pause = Self.pause(before: attempt, after: .now - start) {
        if attempt > 0 { Thread.sleep(forTimeInterval: pause) }
        attempt += 1
        do { return try mark.historyNumber(on: connection) } catch let failure as PostgresError
          where failure.kind == .lockTimeout && !failure.isWaitLimitedByServer
        {
          // The server has not noticed for long that the connection was cut.
          break
        } catch let failure as PostgresError where failure.isStandby {
          // The next connection may lead to the server that has the commit.
          connection.close()
        } catch {
          continue
        }
      }
      listener.expect(mark)
      openMark = mark
      throw PostgresError(.unknownOutcome, place: error.place, reason: error.reason)
    }

    func outcomeOfLastTransaction() throws -> Bool? {
      guard let openMark else { return nil }
      let isCommitted = try openMark.historyNumber(on: connection) != nil
      self.openMark = nil
      return isCommitted
    }

    /// Returns the pause in seconds before an attempt to ask the server for a mark; nil if it is not asked any more.
    ///
    /// It is asked six times, over about three seconds: a server that refuses connections starts again. An attempt at a
    /// machine that does not answer takes as long as the timeout of connections, and none follows it: all others wait for
    /// the writer.
    ///
    /// - Parameters:
    ///   - attempt: The number of attempts before.
    ///   - elapsed: The time since the first one began.
    static func pause(before attempt: Int, after elapsed: Duration) -> TimeInterval? {
      guard attempt > 0 else { return 0 }
      return attempt < 6 && elapsed < .seconds(4) ? 0.05 * Double(1 << attempt) : nil
    }
  }

  // MARK: - Commits

  extension PostgresWriter {
    /// Runs `body` in a transaction that does not wait for its writes.
    ///
    /// A write that is refused ends the transaction, and everything runs again in one that waits: an update of the rows that
    /// another program has changed needs to know which ones.
    func commit(
      _ durability: Durability, _ body: (any StoreTransaction) throws -> CommitReport
    ) throws -> CommitReport {
      if let knownHistory, let report = try sharingWait({ try commitAhead(durability, knownHistory, body) }) {
        return report
      }
      return try recordedTransaction(durability, body)
    }

    /// Commits in as few round trips as the readings of `body` need, and one with the commit.
    ///
    /// - Returns: The report; nil if nothing was written, because a write was refused, because the history is another one, or
    ///   because the connection was cut.
    private func commitAhead(
      _ durability: Durability, _ history: HistoryState?,
      _ body: (any StoreTransaction) throws -> CommitReport
    ) throws -> CommitReport? {
      // Cut while it was idle, a connection would leave the outcome open.
      connection.closeIfCut()
      connection.begin(opening(durability, [HistoryState.certainty(history, layout: layout)]))
      let transaction = PostgresTransaction(
        connection, reservingOn: keyConnection, layout: layout, application: application, knowing: history)
      var report: CommitReport
      do {
        report = try rollingBack {
          var report = try body(transaction)
          try transaction.record(&report)
          return report
        }
      } catch is RefusedWrite {
        return nil
      } catch let error as PostgresError where error.kind == .connectionLost && !error.isTransactionTimeout {
        return nil
      }
      let (mark, ending) = (nextMark(), transaction.ending)
      let number: Int64?
      do {
        let last = growth.add(transaction.insertedCounts, layout: layout) + announced(mark)
        let answers = try connection.commit(after: ending.statements + last, canBeRepeated: false)
        number = ending.numbering.flatMap { answers[$0].integer(0, 0) }
      } catch let error as PostgresError where error.isUncertain {
        return nil
      } catch let error as PostgresError where error.kind == .connectionLost {
        guard let last = try historyNumber(of: mark, after: error) else {
          if error.isTransactionTimeout { throw error }
          return nil
        }
        number = ending.numbering == nil ? nil : last
      }
      report.historyToken = number.flatMap { history?.token($0, store: layout.store) }
      return report
    }
  }
#endif
