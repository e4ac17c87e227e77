#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The row of an unlogged table by which writers detect that the server may have lost commits that it had confirmed.
  ///
  /// A server that crashed, or a standby that was promoted, can lack the last commits that did not wait for the disk. It
  /// gives their numbers in the history to others, so that tokens and followers would miss those. It has emptied the table
  /// as well, and the first writer then gives the history a new identifier. The metadata keep the former one with the number
  /// of the last transaction that was there: tokens up to that one stay valid.
  struct Continuity {
    let server: Server

    static let tableName = "_continuity"

    private var table: String { server.name(Self.tableName) }
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
    var insertion: String { "INSERT INTO \(table) VALUES (1)" }

    /// The condition that no commit was lost since the last transaction of a writer.
    var condition: String { "EXISTS (SELECT 1 FROM \(table))" }

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
        WITH added AS (INSERT INTO \(table) SELECT 1 WHERE NOT \(self.condition) RETURNING 1)\
        \(keepsFormer ? former : "") UPDATE \(history) SET identifier = gen_random_uuid() WHERE \(condition)
        """)
    }

    /// Creates the table in a store that was made without it, with the rights of the history.
    ///
    /// - Returns: `false` if the user lacks the right to create it: such a store is used without it.
    func add(on connection: Connection) throws -> Bool {
      do {
        try connection.begin("BEGIN; SELECT pg_advisory_xact_lock(\(server.lockKey))")
        try connection.execute(creation)
        try connection.execute("DO \(Server.literal(rights))")
        // The server may have lost commits before, and given their numbers to others.
        try connection.run(renewal(keepsFormer: false))
        try connection.commit()
        return true
      } catch {
        connection.rollBack()
        guard let error = error as? PostgresError, error.kind == .notPermitted else { throw error }
        return false
      }
    }

    /// A program of the server that grants the rights; the owners of both tables may differ.
    private var rights: String {
      """
      DECLARE r record; BEGIN \
      FOR r IN SELECT a.privilege_type AS right, CASE WHEN a.grantee = 0 THEN 'PUBLIC' \
      ELSE quote_ident(pg_get_userbyid(a.grantee)) END AS grantee \
      FROM pg_class c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a \
      WHERE c.oid = \(Server.literal(history))::regclass \
      LOOP EXECUTE format('GRANT %s ON TABLE %s TO %s', r.right, \(Server.literal(table)), r.grantee); END LOOP; END
      """
    }
  }
#endif
