#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The tables of a store's history.
  struct HistorySchema {
    /// The names of the tables.
    enum Table {
      static let transactions = "_transactions"
      static let changes = "_changes"
      /// The join rows and the former references of rows, which followers need.
      static let former = "_former"
      static let all = [transactions, changes, former]
    }

    /// The expression for the server's time, which orders the commits of all computers, as dates are kept.
    static let now = "extract(epoch FROM clock_timestamp())::double precision - 978307200"

    let layout: StoreLayout
    let connection: Connection

    private var server: Server { layout.server }

    /// Returns whether ``update(begins:)`` has nothing to do.
    func isCurrent(begins: Bool) throws -> Bool {
      let answer = try connection.run("SELECT identifier, shape FROM \(server.name(Schema.Table.history))")
      guard answer.count > 0, !answer.isNull(0, 0) else { return !begins }
      return answer.text(0, 1).map(layout.history.escapedShapes.contains) ?? false
    }

    /// Makes the store keep a history for the model, within the caller's transaction.
    ///
    /// After a change of the model, the recorded properties would mean others: the history starts again, and tokens of the
    /// former one have expired. Transactions keep their numbers.
    ///
    /// - Parameter begins: A Boolean value that indicates whether a store without a history begins to keep one.
    func update(begins: Bool) throws {
      if try !isCurrent(begins: begins) { try begin() }
    }

    /// Makes the history start again, if the store keeps one, unless it continues after a migration, within the caller's
    /// transaction.
    ///
    /// - Parameter changesRows: A Boolean value that indicates whether the migration changes rows, which the history does not
    ///   record.
    func migrate(changesRows: Bool) throws {
      let answer = try connection.run("SELECT identifier, shape FROM \(server.name(Schema.Table.history))")
      guard answer.count > 0, !answer.isNull(0, 0) else { return }
      let shape = answer.text(0, 1).map(EscapedText.restore)
      if changesRows || !layout.history.continues(from: shape) { try begin() }
    }

    /// Makes the history start again, if the store keeps one, after changes of rows that it does not record, within the caller's
    /// transaction.
    ///
    /// It needs no other rights than a commit.
    func startAgain() throws {
      let history = server.name(Schema.Table.history)
      let answer = try connection.run(
        """
        UPDATE \(history) SET identifier = gen_random_uuid(), purged = greatest(last, purged) WHERE identifier IS NOT NULL
        """)
      guard answer.changedRows > 0 else { return }
      try connection.run(
        Table.all.map { Statement("DELETE FROM \(server.name($0))") } + [
          Statement(Continuity(server: server).removal)
        ])
    }

    /// Begins a history, whose transactions continue the numbers of the former one.
    ///
    /// The tables of a former one stay, with the rights that users have to them. Their rows are deleted, and the tables are not
    /// truncated: readers that hold an earlier state still see them.
    private func begin() throws {
      let last = try connection.integer("SELECT last FROM \(server.name(Schema.Table.history))") ?? 0
      try create()
      for table in Table.all { try connection.execute("DELETE FROM \(server.name(table))") }
      try connection.execute("DELETE FROM \(server.name(Schema.Table.history))")
      try connection.execute(Continuity(server: server).removal)
      try connection.run(
        "INSERT INTO \(server.name(Schema.Table.history)) (identifier, purged, last, shape) VALUES ($1, $2, $2, $3)",
        [.uuid(UUID()), .integer(last), .text(EscapedText.escape(layout.history.shape))])
    }

    /// Makes the store keep no history, within the caller's transaction.
    ///
    /// - Returns: `false` if it keeps none.
    func remove() throws -> Bool {
      let answer = try connection.run(
        "UPDATE \(server.name(Schema.Table.history)) SET identifier = NULL WHERE identifier IS NOT NULL")
      guard answer.changedRows > 0 else { return false }
      try connection.execute(Continuity(server: server).removal)
      let names = Table.all.map { server.name($0) }.joined(separator: ", ")
      try connection.execute("DROP TABLE IF EXISTS \(names)")
      return true
    }

    /// Creates the missing tables and columns.
    private func create() throws {
      for sql in [
        """
        CREATE TABLE IF NOT EXISTS \(server.name(Table.transactions)) (number bigint PRIMARY KEY, date double precision NOT NULL, \
        author text COLLATE "C", context text, process text, application text)
        """,
        """
        CREATE TABLE IF NOT EXISTS \(server.name(Table.changes)) (transaction bigint, position bigint, entity integer NOT NULL, \
        key bigint NOT NULL, kind integer NOT NULL, columns bytea, PRIMARY KEY (transaction, position))
        """,
        """
        CREATE TABLE IF NOT EXISTS \(server.name(Table.former)) (transaction bigint, entity integer, key bigint, \
        kind integer NOT NULL, former bytea, PRIMARY KEY (transaction, entity, key))
        """,
      ] { try connection.execute(sql) }
      let tombstones = (0..<layout.history.tombstoneCount).map {
        "ADD COLUMN IF NOT EXISTS tombstone\($0) bytea"
      }
      guard !tombstones.isEmpty else { return }
      try connection.execute(
        "ALTER TABLE \(server.name(Table.changes)) \(tombstones.joined(separator: ", "))")
    }
  }
#endif
