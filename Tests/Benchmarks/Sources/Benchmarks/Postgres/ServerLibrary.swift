#if PostgreSQL
  import Foundation
  import ObjectGraph
  import PostgresStore
  import TestSupport

  /// A store of photos in a schema of the server, filled by the server itself.
  final class ServerLibrary {
    let schema: String
    let count: Int
    /// The connection string without a relay.
    let connection: String

    /// Makes a store with `count` photos, and replaces a former one.
    init(count: Int) throws {
      self.count = count
      guard var parts = PostgresServer.connection.flatMap({ URLComponents(string: $0) }) else {
        throw Refusal("PROOFSHEET_POSTGRES names no server: run make bench-postgres")
      }
      // As behind a relay, which both sides of a comparison pass in the same way.
      parts.query = "sslmode=disable&gssencmode=disable"
      connection = parts.string ?? ""
      schema = "benchmark_\(count)"
      let server = try RawServer(connection)
      try server.execute("DROP SCHEMA IF EXISTS \"\(schema)\" CASCADE")
      _ = try store(connection)
      try fill(server)
    }

    /// Opens the store.
    ///
    /// - Parameters:
    ///   - connection: The connection string, which may lead through a relay.
    ///   - keepsHistory: A Boolean value that indicates whether the store begins to keep a history.
    func store(_ connection: String, keepsHistory: Bool = false) throws -> PostgresStore {
      try PostgresStore(
        connection: connection, schema: schema, model: PagePhoto.model(),
        options: StoreOptions(keepsHistory: keepsHistory))
    }

    // MARK: Filling

    /// Writes the rows; the indexes are made afterwards, which takes a fraction of the time.
    private func fill(_ server: RawServer) throws {
      let photos = "\"\(schema)\".pagephoto", owners = "\"\(schema)\".pageowner"
      let ownerCount = max(1, count / 10)
      let indexes = try indexes(server)
      for index in indexes { try server.execute("DROP INDEX \"\(schema)\".\"\(index.name)\"") }
      for sql in [
        "SET synchronous_commit = off", "SET maintenance_work_mem = '1GB'",
        """
        INSERT INTO \(owners) ("_key", "_entity", "_version", number, name) SELECT i, \(number("PageOwner")), 1, \
        'owner ' || i, initcap(substr(md5('n' || i), 1, 9)) FROM generate_series(1, \(ownerCount)) AS i
        """,
        """
        INSERT INTO \(photos) ("_key", "_entity", "_version", number, title, text, tags, uploaded, views, owner) \
        SELECT i, \(number("PagePhoto")), 1, 'photo ' || i, substr(md5(i::text), 1, 20) || ' ' || i, \
        CASE WHEN i % 3 = 0 THEN repeat(md5('t' || i) || ' ', 3) ELSE '' END, substr(md5('g' || i), 1, 24), \
        700000000 + i * 13, i * 7919::bigint % 100000, 1 + (i * 31::bigint) % \(ownerCount) \
        FROM generate_series(1, \(count)) AS i
        """,
        "UPDATE \"\(schema)\".\"_entities\" SET last_key = \(count)",
      ] { try server.execute(sql) }
      for index in indexes {
        try server.execute(index.definition)
        try server.execute("COMMENT ON INDEX \"\(schema)\".\"\(index.name)\" IS '\(index.comment)'")
      }
      try server.execute("VACUUM (ANALYZE) \(photos)")
      try server.execute("VACUUM (ANALYZE) \(owners)")
      try server.execute("CHECKPOINT")
    }

    private func number(_ entity: String) -> String {
      "(SELECT number FROM \"\(schema)\".\"_entities\" WHERE name = '\(entity)')"
    }

    /// The indexes of the two tables, with the comments by which the store knows them.
    private func indexes(_ server: RawServer) throws -> [(name: String, definition: String, comment: String)]
    {
      let answer = try server.execute(
        """
        SELECT i.relname, pg_get_indexdef(i.oid), replace(coalesce(obj_description(i.oid, 'pg_class'), ''), '''', '''''') \
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid \
        JOIN pg_namespace n ON n.oid = t.relnamespace WHERE n.nspname = '\(schema)' \
        AND t.relname IN ('pagephoto', 'pageowner') AND NOT x.indisprimary ORDER BY 1
        """)
      return (0..<answer.count).map { (answer.text($0, 0), answer.text($0, 1), answer.text($0, 2)) }
    }
  }
#endif
