#if PostgreSQL
  extension PostgresStore {
    /// Returns the reason why a user cannot write to the store in a schema, without opening it as a store.
    ///
    /// - Parameters:
    ///   - connection: The connection string in the syntax of libpq.
    ///   - schema: The schema of the store's tables.
    ///   - settings: The settings of the connection.
    /// - Returns: The reason, without a period; `nil` if the user may change the rows of all tables of the store, or if the
    ///   schema has none.
    /// - Throws: A ``PostgresError`` if the database cannot be read.
    public static func obstacleToWriting(
      connection: String, schema: String = "objectgraph", settings: PostgresSettings = PostgresSettings()
    ) throws -> String? {
      let server = Server(address: try ServerAddress(connection), schema: schema, settings: settings)
      return try obstacleToWriting(schema: schema, on: Connection(server))
    }

    static func obstacleToWriting(schema: String, on connection: Connection) throws -> String? {
      let own = [Schema.Table.metadata, Schema.Table.entities, Schema.Table.history, Continuity.tableName]
      // Other tables in the schema, such as copies, have another key or none.
      let answer = try connection.run(
        """
        SELECT current_user::text, pg_is_in_recovery(), current_setting('transaction_read_only') = 'on', \
        (SELECT NOT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = $1), \
        (SELECT min(c.relname)::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 \
        AND c.relkind IN ('r', 'p') AND (c.relname = ANY($2) OR EXISTS (SELECT 1 FROM pg_index i JOIN pg_attribute a \
        ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey) WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = '_key')) \
        AND NOT (has_table_privilege(c.oid, 'INSERT') AND has_table_privilege(c.oid, 'UPDATE') \
        AND has_table_privilege(c.oid, 'DELETE')))
        """, [.text(schema), .texts(own + HistorySchema.Table.all)])
      if answer.boolean(0, 1) == true { return "the server is a standby, which only reads" }
      if answer.boolean(0, 2) == true { return "the server starts transactions of this user as read only" }
      let user = answer.text(0, 0) ?? ""
      if answer.boolean(0, 3) == true {
        return "the user \(user) lacks the right to use the schema \(schema)"
      }
      return answer.text(0, 4).map { "the user \(user) lacks the right to change the table \($0)" }
    }
  }
#endif
