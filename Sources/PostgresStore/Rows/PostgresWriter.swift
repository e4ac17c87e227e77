#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The writer of the store.
  final class PostgresWriter: StoreWriter {
    let connection: Connection
    let layout: StoreLayout
    private let application: String?
    /// The text of the writer's notifications and marks.
    private let signature = UUID().uuidString
    /// The number of transactions that were to be committed.
    private var commits: Int64 = 0
    /// The listener, which has a connection of its own: that of the writer is often busy.
    let listener: PostgresListener

    init(_ connection: Connection, layout: StoreLayout, application: String?) {
      self.connection = connection
      listener = PostgresListener(Connection(layout.server), ignoring: signature)
      self.layout = layout
      self.application = application
    }

    func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
      require(
        !connection.isInTransaction,
        "reserve keys before a transaction: rolled back, they would be given again")
      return try connection.takeKeys(count, entity: entity, layout: layout)
    }

    func transaction<Result>(
      _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
    ) throws -> Result {
      try change(durability) {
        let transaction = PostgresTransaction(connection, layout: layout, application: application)
        return (try body(transaction), transaction.ending)
      }
    }

    /// Runs `body` in a transaction that excludes other writers of the store.
    func change<Result>(_ body: () throws -> Result) throws -> Result {
      try change(.full) { (try body(), []) }
    }

    /// Runs `body` in a transaction that excludes other writers of the store.
    ///
    /// - Parameter body: Returns its result and the last statements of the transaction.
    private func change<Result>(
      _ durability: Durability, _ body: () throws -> (Result, ending: [Statement])
    ) throws -> Result {
      connection.begin(opening(durability))
      let (result, ending): (Result, [Statement])
      do {
        (result, ending) = try body()
      } catch {
        connection.rollBack()
        throw error
      }
      // A transaction that has sent nothing yet cannot have been committed.
      let isBegun = !connection.openingAnswers.isEmpty
      commits += 1
      let mark = CommitMark(writer: signature, number: commits, server: layout.server)
      do {
        try connection.commit(
          after: ending + mark.statements + [
            Statement("NOTIFY \(Server.quoted(layout.server.channel)), \(Server.literal(signature))")
          ])
      } catch let error as PostgresError where error.kind == .connectionLost {
        guard isBegun else { throw error }
        try confirm(mark, after: error)
      }
      return result
    }

    /// Returns the statements that begin a transaction.
    private func opening(_ durability: Durability) -> [Statement] {
      [
        Statement("BEGIN"), Statement("SET LOCAL synchronous_commit = \(durability == .full ? "on" : "off")"),
        Statement("SELECT pg_advisory_xact_lock(\(layout.server.lockKey))"),
        HistoryState.statement(layout),
      ]
    }

    /// Returns the extent of the history from the answers to the statements that began a transaction.
    static func historyState(in answers: [Answer], layout: StoreLayout) -> HistoryState? {
      answers.last.flatMap { HistoryState($0, layout: layout) }
    }

    /// Looks on a new connection for the mark of a transaction whose connection was cut during the commit.
    ///
    /// The number that the server gives a transaction is no evidence: a server that was killed gives it again to another
    /// one, if nothing of the first was on the disk.
    ///
    /// - Throws: `error` if the mark is missing, and a ``PostgresError`` of the kind ``PostgresError/Kind/unknownOutcome`` if
    ///   the server does not answer.
    private func confirm(_ mark: CommitMark, after error: PostgresError) throws {
      for attempt in 0..<Self.confirmations {
        if attempt > 0 { Thread.sleep(forTimeInterval: Self.pause * Double(1 << attempt)) }
        let isPresent: Bool
        do { isPresent = try mark.isPresent(on: connection) } catch let failure as PostgresError
          where failure.kind == .lockTimeout
        {
          // The server has not noticed for long that the connection was cut.
          break
        } catch {
          continue
        }
        if isPresent { return }
        throw error
      }
      throw PostgresError(.unknownOutcome, place: error.place, reason: error.reason)
    }

    /// The number of times that the server is asked, over about three seconds.
    private static let confirmations = 6
    private static let pause = 0.05
  }
#endif
