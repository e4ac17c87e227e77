#if PostgreSQL
  internal import ObjectStore

  /// A row by which a writer recognizes its last commit, in the table of the metadata.
  struct CommitMark {
    /// The text that no other writer has.
    let writer: String
    /// The number of the commit.
    let number: Int64
    let server: Server

    /// The text of the notification of the commit.
    var announcement: String { "\(writer) \(number)" }

    private static let prefix = "writer."

    private var table: String { server.name(Schema.Table.metadata) }
    private var key: Parameter { .text(Self.prefix + writer) }

    /// The statements that write the mark within the transaction, after the history; the first of a writer removes those of a
    /// day ago.
    var statements: [Statement] {
      let mark = Statement(
        """
        INSERT INTO \(table) (key, value) VALUES ($1, $2 || ' ' || extract(epoch FROM now())::bigint || ' ' \
        || coalesce((SELECT last FROM \(server.name(Schema.Table.history))), 0)) \
        ON CONFLICT (key) DO UPDATE SET value = excluded.value
        """, [key, .text(String(number))])
      guard number == 1 else { return [mark] }
      let removal = Statement(
        """
        DELETE FROM \(table) WHERE key LIKE '\(Self.prefix)%' \
        AND split_part(value, ' ', 2)::bigint < extract(epoch FROM now()) - 86400
        """)
      return [removal, mark]
    }

    /// Returns all marks of a store as one text, which each commit changes.
    static func all(on connection: Connection) throws -> String {
      let table = connection.server.name(Schema.Table.metadata)
      return try connection.run(
        """
        SELECT coalesce(string_agg(key || ' ' || value, ',' ORDER BY key), '') FROM \(table) \
        WHERE key LIKE '\(prefix)%'
        """
      ).text(0, 0) ?? ""
    }

    /// Returns the number of the last transaction in the history when the transaction with the mark was committed; nil if it
    /// was not, after it has ended.
    ///
    /// The transaction holds the lock of the writers until it ends. A standby knows neither this lock nor the commits that it has
    /// not received.
    ///
    /// - Throws: A ``PostgresError``, which is that of a standby (``PostgresError/isStandby``) if the connection leads to one.
    func historyNumber(on connection: Connection) throws -> Int64? {
      let answers = try connection.run([
        // First: until its end, a promotion receives commits.
        Statement("SELECT pg_is_in_recovery()"), server.lock,
        Statement(
          """
          SELECT split_part(value, ' ', 1)::bigint, split_part(value, ' ', 3)::bigint FROM \(table) WHERE key = $1
          """, [key]),
      ])
      guard answers.first?.boolean(0, 0) == false else {
        throw PostgresError(
          .notPermitted, place: server.place, reason: "it is a standby",
          code: PostgresError.standbyCode)
      }
      guard let answer = answers.last, answer.count > 0, answer.integer(0, 0) == number else { return nil }
      return answer.integer(0, 1)
    }
  }
#endif
