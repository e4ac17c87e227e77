#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// Finds the rows that other writers changed in the history of the store.
  ///
  /// A position in the history is enough, whatever the size of the store. The transactions of its own coordinator are left
  /// out. Without a history, it reports that anything may have changed.
  final class PostgresChangeReader: ExternalChangeReader {
    private let connection: Connection
    private let layout: StoreLayout
    /// The history, and the number of the last transaction that has been read; nil without a history.
    private var position: Position?
    /// The coordinator's own transactions after the position.
    private var own: Set<Position> = []
    /// The state that the connection holds, as long as it has not been compared.
    private var ahead: Ahead?

    /// A state of the store.
    private struct Ahead {
      /// The extent of the history; nil without a history.
      let state: HistoryState?
      /// The first changes after the position, at most ``PostgresChangeReader/limit``; nil if they were not read.
      let changes: Answer?
    }

    /// The number of changes that are read while the writer waits.
    private static let limit: Int64 = 500

    private struct Position: Hashable {
      let history: UUID
      var number: Int64
    }

    /// Creates a reader that begins with the state that is committed now.
    init(_ connection: Connection, layout: StoreLayout) throws {
      self.connection = connection
      self.layout = layout
      position = try HistoryState(on: connection, layout: layout).map {
        Position(history: $0.identifier, number: $0.last)
      }
    }

    /// Does nothing: a position needs no other data.
    func prepare() {}

    func record(_ report: CommitReport) {
      if let token = report.historyToken {
        own.insert(Position(history: token.history, number: token.number))
      }
    }

    /// Goes on to the current state, and reads its changes in the same round trip if they are few.
    func advance() throws {
      connection.rollBack()
      ahead = nil
      do {
        ahead = try read(after: position?.number)
      } catch let error as PostgresError where error.kind == .server && position != nil {
        // Another program has removed the history: its tables are gone.
        ahead = try read(after: nil)
      }
    }

    private func read(after number: Int64?) throws -> Ahead {
      connection.begin([Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")])
      do {
        let answers = try connection.run(
          [layout.check, HistoryState.statement(layout)]
            + (number.map { [statement(after: $0, limit: Self.limit)] } ?? []))
        let found = Array(answers.dropFirst())
        return Ahead(
          state: found.first.flatMap { HistoryState($0, layout: layout) },
          changes: found.count > 1 ? found[1] : nil)
      } catch {
        connection.rollBack()
        throw error
      }
    }

    func changes() throws -> ExternalChanges {
      guard let ahead else { return ExternalChanges() }
      defer {
        connection.endReading()
        self.ahead = nil
      }
      guard let state = ahead.state else {
        position = nil
        return ExternalChanges(isReload: true)
      }
      // A server that has lost transactions has fewer, until the first writer notices that.
      guard let known = position, state.keeps(known.number, of: known.history),
        (state.purged...state.last).contains(known.number)
      else {
        advance(to: state)
        return ExternalChanges(isReload: true)
      }
      let read = ahead.changes.flatMap { $0.count < Self.limit ? $0 : nil }
      let changes = try changes(read ?? connection.run(statement(after: known.number)), in: state)
      advance(to: state)
      return changes
    }

    private func advance(to state: HistoryState) {
      position = Position(history: state.identifier, number: state.last)
      own = own.filter { $0.number > state.last }
    }

    // MARK: Reading

    /// Returns the statement for the changes of the transactions after a number.
    private func statement(after number: Int64, limit: Int64? = nil) -> Statement {
      let (changes, former) = (
        layout.server.name(HistorySchema.Table.changes), layout.server.name(HistorySchema.Table.former)
      )
      let links = layout.entities.filter { $0.entity.isLink }.map(\.storedNumber)
      return Statement(
        """
        SELECT c.transaction, c.entity, c.key, c.kind, f.former FROM \(changes) c LEFT JOIN \(former) f \
        ON f.transaction = c.transaction AND f.entity = c.entity AND f.key = c.key WHERE c.transaction > $1 \
        UNION ALL SELECT transaction, entity, key, kind, former FROM \(former) WHERE transaction > $1 \
        AND entity = ANY($2) ORDER BY 1 LIMIT $3
        """, [.integer(number), .integers(links), limit.map { .integer($0) } ?? .null(.integer)])
    }

    /// Returns the outcome of transactions.
    private func changes(_ answer: Answer, in state: HistoryState) throws -> ExternalChanges {
      // The server can give the number of a lost transaction to another one.
      let own = Set(own.lazy.filter { state.keeps($0.number, of: $0.history) }.map(\.number))
      var outcomes: [ManagedObjectID: RowOutcome] = [:]
      for row in 0..<answer.count {
        guard let transaction = answer.integer(row, 0), !own.contains(transaction) else { continue }
        guard let id = id(answer, row),
          let kind = answer.integer(row, 3).flatMap({ PersistentHistoryChange.Kind(rawValue: Int($0)) })
        else { throw damage(transaction) }
        var former: FormerReferences?
        if !answer.isNull(row, 4) {
          former = answer.withBytes(row, 4) {
            FormerReferences($0, of: id.entity, in: layout)
          }
          guard former != nil else { throw damage(transaction) }
        }
        outcomes[id, default: RowOutcome(first: kind)]
          .append(kind, former.map { ($0.version, $0.references) })
      }
      return ExternalChanges(outcomes) { layout[$0].entity.slotCount }
    }

    private func id(_ answer: Answer, _ row: Int) -> ManagedObjectID? {
      guard let entity = answer.integer(row, 1).flatMap({ layout.number(ofStored: $0) }),
        let key = answer.integer(row, 2)
      else { return nil }
      return ManagedObjectID(entity: entity, key: key, in: layout.store)
    }

    private func damage(_ transaction: Int64) -> StoreError {
      .damaged(path: layout.server.place, reason: "its history cannot be read at transaction \(transaction)")
    }
  }
#endif
