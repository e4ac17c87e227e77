#if PostgreSQL
  /// The rights of the users to tables, which tables that replace these get as well.
  ///
  /// Rights to single columns are left out.
  struct TableRights {
    private let connection: Connection
    /// The rights with the users that have them, by the name of the table.
    private var grants: [String: [(right: String, user: String)]] = [:]

    /// Reads the rights to tables of the store, among them those of their owners, which may be others later.
    init(to tables: [String], on connection: Connection) throws {
      self.connection = connection
      let answer = try connection.run(
        """
        SELECT c.relname::text, a.privilege_type, CASE WHEN a.grantee = 0 THEN 'PUBLIC' \
        ELSE quote_ident(pg_get_userbyid(a.grantee)) END || CASE WHEN a.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END \
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
        CROSS JOIN aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a \
        WHERE n.nspname = $1 AND c.relname = ANY($2)
        """, [.text(connection.server.schema), .texts(tables)])
      for row in 0..<answer.count {
        guard let table = answer.text(row, 0), let right = answer.text(row, 1),
          let user = answer.text(row, 2)
        else { continue }
        grants[table, default: []].append((right, user))
      }
    }

    /// Grants the rights that users had to one table to another one, within the caller's transaction.
    func grant(asTo former: String, to table: String) throws {
      let table = connection.server.name(table)
      let statements = (grants[former] ?? []).map { "GRANT \($0.right) ON TABLE \(table) TO \($0.user)" }
      if !statements.isEmpty { try connection.execute(statements.joined(separator: "; ")) }
    }
  }
#endif
