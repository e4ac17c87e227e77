#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The row of an unlogged table by which writers detect that the server may have lost commits that it had confirmed.
  ///
  /// A server that crashed, or a standby that was promoted, can lack the last commits that did not wait for the disk. It
  /// gives their numbers in the history to others, so that tokens and followers would miss those. It has emptied the table
  /// as well. A dump that is restored lacks later commits in the same way, but has the row: its number is that of the table, and a
  /// restored table has another one. The first writer then gives the history a new identifier. The metadata keep the former one with the number
  /// of the last transaction that was there: tokens up to that one stay valid.
  struct Continuity {
    let server: Server

    static let tableName = "_continuity"

    private var table: String { server.name(Self.tableName) }
    /// The expression for the number of the table in the database.
    private var ownNumber: String { "(\(Server.literal(table))::regclass::bigint % 2147483648)::integer" }
    private var history: String { server.name(Schema.Table.history) }
    private var metadata: String { server.name(Schema.Table.metadata) }

    private static let prefix = "history."

    /// The expression for the former identifiers of the history, each with its last transaction.
    var formerHistories: String {
      """
      (SELECT coalesce(string_agg(substr(key, \(Self.prefix.count + 1)) || ' ' || value, ','), '') FROM \(metadata) \
      WHERE key LIKE '\(Self.prefix)%')
      """
    }

    /// Returns the numbers of the last transactions from the value of ``formerHistories``, by the former identifiers.
    static func formerHistories(_ text: String) -> [UUID: Int64] {
      let pairs = text.split(separator: ",").compactMap { entry -> (UUID, Int64)? in
        let parts = entry.split(separator: " ")
        guard parts.count == 2, let identifier = UUID(uuidString: String(parts[0])),
          let number = Int64(parts[1])
        else { return nil }
        return (identifier, number)
      }
      return Dictionary(pairs, uniquingKeysWith: min)
    }

    /// The statement that makes all tokens of former histories expire.
    var removal: String { "DELETE FROM \(metadata) WHERE key LIKE '\(Self.prefix)%'" }

    /// The statement that creates the table, empty.
    var creation: String { "CREATE UNLOGGED TABLE IF NOT EXISTS \(table) (number integer PRIMARY KEY)" }

    /// The statement that inserts the row into the table of a new store.
    var insertion: String { "INSERT INTO \(table) VALUES (\(ownNumber))" }

    /// The condition that no commit was lost since the last transaction of a writer.
    var condition: String { "EXISTS (SELECT 1 FROM \(table) WHERE number = \(ownNumber))" }

    /// The statement that gives the history a new identifier if commits may have been lost; its transaction excludes other
    /// writers.
    var renewal: Statement { renewal(keepsFormer: true) }

    private func renewal(keepsFormer: Bool) -> Statement {
      let condition = "identifier IS NOT NULL AND EXISTS (SELECT 1 FROM added)"
      let former = """
        , former AS (INSERT INTO \(metadata) (key, value) SELECT '\(Self.prefix)' || identifier, greatest(last, purged) \
        FROM \(history) WHERE \(condition))
        """
      return Statement(
        """
        WITH added AS (INSERT INTO \(table) SELECT \(ownNumber) WHERE NOT \(self.condition) RETURNING 1)\
        \(keepsFormer ? former : "") UPDATE \(history) SET identifier = gen_random_uuid() WHERE \(condition)
        """)
    }

    /// Creates the table in a store that was made without it, with the rights of the history, within the caller's transaction,
    /// which excludes other writers.
    func add(on connection: Connection) throws {
      try connection.execute(creation)
      try TableRights(to: [Schema.Table.history], on: connection)
        .grant(asTo: Schema.Table.history, to: Self.tableName)
      // The server may have lost commits before, and given their numbers to others.
      try connection.run(renewal(keepsFormer: false))
    }
  }
#endif
