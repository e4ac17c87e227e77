#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The metadata of a store: the table of keys and values, and the numbers of the entities.
  struct StoreMetadata {
    /// The version of the layout that this library writes.
    static let formatVersion = 1

    private enum Key {
      static let identifier = "identifier"
      static let format = "format"
      static let model = "model"
      static let hash = "hash."
      /// For programs that write with SQL of their own; the library computes the key.
      static let lock = "lock"
    }

    /// The identifier of the store.
    let identifier: UUID
    /// The numbers of the entities in the database, by name.
    var numbers: [String: Int64] = [:]
    private(set) var values: [String: String]
    /// A Boolean value that indicates whether the store has the table of ``Continuity``.
    var hasContinuity: Bool
    /// A Boolean value that indicates whether ``Schema/historyIdentity(_:)`` was never run, and the user has the right to it.
    let canGetHistoryIdentity: Bool

    /// Creates the metadata of a new store.
    init(identifier: UUID, lockKey: Int64) {
      self.identifier = identifier
      hasContinuity = true
      canGetHistoryIdentity = false
      values = [
        Key.identifier: identifier.uuidString, Key.format: String(Self.formatVersion),
        Key.lock: String(lockKey),
      ]
    }

    /// The version of the layout.
    var format: Int { values[Key.format].flatMap { Int($0) } ?? 0 }

    /// The model of the last layout.
    var document: String? { values[Key.model] }

    /// The hashes of the entities, by name.
    var hashes: [String: Data] {
      values.reduce(into: [:]) { hashes, value in
        guard value.key.hasPrefix(Key.hash) else { return }
        hashes[String(value.key.dropFirst(Key.hash.count))] = Data(base64Encoded: value.value)
      }
    }

    /// The mark of the layout; nil in a store that has had no other layout since marks were introduced.
    var layoutMark: LayoutMark? { values[LayoutMark.key].map { LayoutMark($0) } }

    /// Returns the version that an application gave its store, or nil.
    func version(of application: StoreOptions.Application) -> Int? {
      values[application.versionKey].flatMap { Int($0) }
    }

    /// The versions that applications gave the store, by name.
    var applicationVersions: [String: Int] {
      values.reduce(into: [:]) { versions, value in
        guard let name = PersistentStoreMetadata.application(ofVersionKey: value.key) else { return }
        versions[name] = Int(value.value)
      }
    }

    /// Gives the entities their new names.
    mutating func rename(by renaming: ModelRenaming) {
      numbers = Dictionary(
        numbers.map { (renaming.entity($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// Forgets the numbers of entities that a model does not have.
    mutating func removeNumbers(except model: ManagedObjectModel) {
      let names = Set(model.storedEntities.map(\.name))
      numbers = numbers.filter { names.contains($0.key) }
    }

    /// Updates the metadata for a model and an application; entities that have no number get the next ones.
    mutating func update(model: ManagedObjectModel, application: StoreOptions.Application?) {
      for key in values.keys where key.hasPrefix(Key.hash) { values[key] = nil }
      for (name, hash) in model.versionHashes { values[Key.hash + name] = hash.base64EncodedString() }
      values[Key.model] = model.document
      values[LayoutMark.key] = LayoutMark(of: model).text
      if let application { values[application.versionKey] = String(application.version) }
      var next = (numbers.values.max() ?? 0) + 1
      for entity in model.storedEntities where numbers[entity.name] == nil {
        numbers[entity.name] = next
        next += 1
      }
    }
  }

  // MARK: - In the database

  extension StoreMetadata {
    /// Reads the metadata; nil if the schema has none.
    init?(on connection: Connection) throws {
      let server = connection.server
      // Not `to_regclass`: its cache can miss a table that another connection made while this one waited for the lock.
      let found = try connection.run(
        """
        SELECT c.relname::text, c.relreplident = 'd' AND pg_has_role(c.relowner, 'USAGE') FROM pg_class c \
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = ANY($2)
        """,
        [
          .text(server.schema),
          .texts([Schema.Table.metadata, Schema.Table.history, Continuity.tableName]),
        ])
      let tables = (0..<found.count).compactMap { found.text($0, 0) }
      guard tables.contains(Schema.Table.metadata) else { return nil }
      hasContinuity = tables.contains(Continuity.tableName)
      canGetHistoryIdentity =
        tables.firstIndex(of: Schema.Table.history).flatMap { found.boolean($0, 1) } == true
      let answers = try connection.run([
        Statement("SELECT key, value FROM \(server.name(Schema.Table.metadata))"),
        Statement("SELECT name, number FROM \(server.name(Schema.Table.entities))"),
      ])
      let (answer, entities) = (answers[0], answers[1])
      values = [:]
      for row in 0..<answer.count { values[answer.text(row, 0) ?? ""] = answer.text(row, 1) }
      guard let identifier = values[Key.identifier].flatMap(UUID.init) else {
        throw StoreError.notAStore(path: server.place)
      }
      self.identifier = identifier
      for row in 0..<entities.count {
        if let name = entities.text(row, 0) { numbers[name] = entities.integer(row, 1) }
      }
    }

    /// Deletes the entities that the metadata do not have, and the names of the others, within the caller's transaction.
    ///
    /// The rows of the others stay: a program that waits to reserve keys of one would not find a row that was inserted again. Two
    /// of them can exchange their names.
    func removeOtherEntities(on connection: Connection) throws {
      let table = connection.server.name(Schema.Table.entities)
      try connection.run([
        Statement("DELETE FROM \(table) WHERE number <> ALL($1)", [.integers(numbers.values.sorted())]),
        Statement("UPDATE \(table) SET name = number"),
      ])
    }

    /// Writes the metadata within the caller's transaction.
    func write(on connection: Connection) throws {
      let table = connection.server.name(Schema.Table.metadata)
      try connection.execute("DELETE FROM \(table)")
      let keys = values.keys.sorted()
      try connection.run(
        "INSERT INTO \(table) SELECT * FROM unnest($1::text[], $2::text[])",
        [
          .texts(keys),
          .texts(keys.map { values[$0] ?? "" }),
        ])
      let names = numbers.keys.sorted()
      try connection.run(
        """
        INSERT INTO \(connection.server.name(Schema.Table.entities)) (name, number, last_key) \
        SELECT name, number, 0 FROM unnest($1::text[], $2::bigint[]) AS e (name, number) \
        ON CONFLICT (number) DO UPDATE SET name = excluded.name
        """,
        [.texts(names), .integers(names.map { numbers[$0] ?? 0 })])
    }
  }
#endif
