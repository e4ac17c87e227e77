#if PostgreSQL
  import Foundation

  /// Pages as rows in a PostgreSQL store, written as a good program in C does: with prepared statements, libpq's pipeline
  /// mode, and one statement with arrays for all rows of a table.
  ///
  /// A page of new photos costs two round trips, one of known photos costs one.
  final class RawServerPages: PageKeeper {
    private let server: RawServer
    private let table: (photo: String, owner: String)
    /// The keys of new rows; a program reserves many at once.
    private var keys: (owner: Int64, photo: Int64)

    /// Opens a connection to a store that exists.
    init(_ library: ServerLibrary, connection: String) throws {
      server = try RawServer(connection)
      let name: (String) -> String = { "\"\(library.schema)\".\"\($0)\"" }
      table = (name("pagephoto"), name("pageowner"))
      let answer = try server.execute(
        """
        WITH taken AS (UPDATE \(name("_entities")) SET last_key = last_key + 1000000 RETURNING name, number, last_key)
        SELECT (SELECT last_key FROM taken WHERE name = 'PageOwner'), (SELECT number FROM taken WHERE name = 'PageOwner'),
          (SELECT last_key FROM taken WHERE name = 'PagePhoto'), (SELECT number FROM taken WHERE name = 'PagePhoto'),
          (SELECT value FROM \(name("_metadata")) WHERE key = 'lock')
        """)
      let numbers = try (0..<5).map { column in
        guard let number = Int64(answer.text(0, column)) else {
          throw Refusal("the store has another layout")
        }
        return number
      }
      keys = (numbers[0] - 1_000_000, numbers[2] - 1_000_000)
      try server.execute("SET default_transaction_isolation = 'read committed'")
      let statements = [
        "begin": "BEGIN", "unsafe": "SET LOCAL synchronous_commit = off",
        "lock": "SELECT pg_advisory_xact_lock(\(numbers[4]))",
        "owners": "SELECT \"_key\", number, name FROM \(table.owner) WHERE number = ANY($1::text[])",
        "photos": """
        SELECT "_key", number, title, text, tags, uploaded, views, owner FROM \(table.photo) \
        WHERE number = ANY($1::text[])
        """,
        "insert owners": """
        INSERT INTO \(table.owner) ("_key", "_entity", "_version", number, name) \
        SELECT k, \(numbers[1]), 1, n, t FROM unnest($1::bigint[], $2::text[], $3::text[]) AS v (k, n, t)
        """,
        "insert photos": """
        INSERT INTO \(table.photo) ("_key", "_entity", "_version", number, title, text, tags, uploaded, views, owner) \
        SELECT k, \(numbers[3]), 1, a, b, c, d, e, f, g FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], \
        $5::text[], $6::double precision[], $7::bigint[], $8::bigint[]) AS v (k, a, b, c, d, e, f, g)
        """,
        "notify": "NOTIFY \"objectgraph_\(library.schema)\"", "commit": "COMMIT",
      ]
      for (name, sql) in statements { try server.prepare(name, sql) }
    }

    func keep(_ page: [PageRow]) async throws { try write(page) }

    private func write(_ page: [PageRow]) throws {
      let answers = try server.run([
        .init("begin"), .init("unsafe"), .init("lock"),
        .init("owners", [RawParameter.texts(Set(page.map(\.owner)).sorted())]),
        .init("photos", [RawParameter.texts(page.map(\.number))]),
      ])
      var owners = Self.keys(answers[3])
      let photos = Self.keys(answers[4])
      var newOwners: [(key: Int64, row: PageRow)] = []
      var newPhotos: [(key: Int64, owner: Int64, row: PageRow)] = []
      for row in page where photos[row.number] == nil {
        if owners[row.owner] == nil {
          keys.owner += 1
          owners[row.owner] = keys.owner
          newOwners.append((keys.owner, row))
        }
        keys.photo += 1
        newPhotos.append((keys.photo, owners[row.owner] ?? 0, row))
      }
      typealias Values = RawParameter
      _ = try server.run([
        .init(
          "insert owners",
          [
            Values.integers(newOwners.map(\.key)), Values.texts(newOwners.map(\.row.owner)),
            Values.texts(newOwners.map(\.row.ownerName)),
          ]),
        .init(
          "insert photos",
          [
            Values.integers(newPhotos.map(\.key)), Values.texts(newPhotos.map(\.row.number)),
            Values.texts(newPhotos.map(\.row.title)), Values.texts(newPhotos.map(\.row.text)),
            Values.texts(newPhotos.map(\.row.tags)),
            Values.reals(newPhotos.map(\.row.uploaded.timeIntervalSinceReferenceDate)),
            Values.integers(newPhotos.map { Int64($0.row.views) }), Values.integers(newPhotos.map(\.owner)),
          ]), .init("notify"), .init("commit"),
      ])
    }

    private static func keys(_ answer: RawAnswer) -> [String: Int64] {
      var keys: [String: Int64] = [:]
      for row in 0..<answer.count { keys[answer.text(row, 1)] = answer.integer(row, 0) }
      return keys
    }

    func compare(_ page: [PageRow]) async throws -> Int {
      let answers = try server.run([
        .init("owners", [RawParameter.texts(Set(page.map(\.owner)).sorted())]),
        .init("photos", [RawParameter.texts(page.map(\.number))]),
      ])
      let (owners, photos) = (answers[0], answers[1])
      let rows = Dictionary(page.map { ($0.number, $0) }) { first, _ in first }
      var names: [Int64: Int] = [:]
      for row in 0..<owners.count { names[owners.integer(row, 0)] = row }
      return (0..<photos.count).count { row in
        guard let known = rows[photos.text(row, 1)], let owner = names[photos.integer(row, 7)] else {
          return false
        }
        return photos.isText(known.title, row, 2) && photos.isText(known.text, row, 3)
          && photos.isText(known.tags, row, 4)
          && photos.real(row, 5) == known.uploaded.timeIntervalSinceReferenceDate
          && photos.integer(row, 6) == known.views && owners.isText(known.owner, owner, 1)
          && owners.isText(known.ownerName, owner, 2)
      }
    }

    func count() async throws -> Int {
      Int(try server.execute("SELECT count(*) FROM \(table.photo)").text(0, 0)) ?? 0
    }
  }
#endif
