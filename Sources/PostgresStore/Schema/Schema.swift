#if PostgreSQL
  internal import ObjectStore

  /// The tables and indexes of a store.
  struct Schema {
    let layout: StoreLayout
    let connection: Connection

    /// The names of the store's own tables.
    enum Table {
      static let metadata = "_metadata"
      static let entities = "_entities"
      static let history = "_history"
    }

    /// Returns the statements that create the tables that every store has.
    static func bookkeeping(_ server: Server) -> [String] {
      [
        "CREATE TABLE \(server.name(Table.metadata)) (key text COLLATE \"C\" PRIMARY KEY, value text NOT NULL)",
        """
        CREATE TABLE \(server.name(Table.entities)) (number integer PRIMARY KEY, \
        name text COLLATE "C" NOT NULL UNIQUE, last_key bigint NOT NULL)
        """,
        """
        CREATE TABLE \(server.name(Table.history)) (identifier uuid, purged bigint NOT NULL, last bigint NOT NULL, \
        shape text NOT NULL)
        """,
        historyIdentity(server),
        Continuity(server: server).creation, Continuity(server: server).insertion,
      ]
    }

    /// Returns the statement that permits the server to publish changes of the history's table, which has no key.
    ///
    /// Without it, the server refuses each commit once a publication has all tables of the database. The table has one row.
    static func historyIdentity(_ server: Server) -> String {
      "ALTER TABLE \(server.name(Table.history)) REPLICA IDENTITY FULL"
    }

    /// An index of a table.
    struct Index: Hashable {
      let name: String
      let sql: String
    }

    /// Creates the tables and indexes of all entities, or what is missing of them, within the caller's transaction.
    func create() throws {
      try createTables()
      try createIndexes()
    }

    /// Creates the missing tables and columns.
    ///
    /// A table that lacks nothing is not touched: only its owner may change it, and alone.
    func createTables() throws {
      let present = try presentColumns()
      for root in layout.roots {
        let tree = layout.family(of: root.number)
        if present[root.tableName] == nil {
          try connection.execute(
            """
            CREATE TABLE \(root.table) (\(EntityLayout.own.key) bigint PRIMARY KEY, \
            \(EntityLayout.own.entity) integer NOT NULL, \(EntityLayout.own.version) bigint NOT NULL)
            """)
        }
        var known = Set((present[root.tableName] ?? [:]).keys)
        let columns = tree.flatMap(\.declarations).filter { known.insert($0.name).inserted }
        let additions = columns.map { "ADD COLUMN \($0.name) \($0.type)" }
        // Long values are kept apart from the rows in any case; pictures and the like cannot be compressed.
        let external = Set(tree.flatMap(\.externalColumns)).sorted()
          .filter { present[root.tableName]?[$0] != "e" }.map { "ALTER COLUMN \($0) SET STORAGE EXTERNAL" }
        let changes = additions + external
        guard !changes.isEmpty else { continue }
        try connection.execute("ALTER TABLE \(root.table) \(changes.joined(separator: ", "))")
      }
      try dropUnusedTrigrams()
    }

    /// Returns the kinds of storage of the columns in the schema, by the names of the tables and the quoted ones of the columns.
    private func presentColumns() throws -> [String: [String: String]] {
      let answer = try connection.run(
        """
        SELECT c.relname::text, a.attname::text, a.attstorage::text FROM pg_class c \
        JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid WHERE n.nspname = $1 \
        AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
        """, [.text(layout.server.schema)])
      var columns: [String: [String: String]] = [:]
      for row in 0..<answer.count {
        guard let table = answer.text(row, 0), let column = answer.text(row, 1).map(Server.quoted) else {
          continue
        }
        columns[table, default: [:]][column] = answer.text(row, 2)
      }
      return columns
    }

    /// Creates the missing indexes, drops those that the model does not have, and fills those of texts.
    ///
    /// Unique columns must have their values before.
    func createIndexes() throws {
      try updateIndexes()
      try TrigramFilling(layout: layout, connection: connection).run()
    }

    /// Drops the trigrams of attributes that are no longer indexed, whose changes they would not follow.
    private func dropUnusedTrigrams() throws {
      let answer = try connection.run(
        """
        SELECT c.relname::text, a.attname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid \
        JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r' \
        AND NOT a.attisdropped AND a.attname ~ '^_text[0-9]+[.]' ORDER BY 1, 2
        """, [.text(layout.server.schema)])
      let used = Dictionary(
        layout.roots.map { root in
          (root.tableName, Set(layout.family(of: root.number).flatMap { $0.trigrams.compactMap(\.self) }))
        }, uniquingKeysWith: { first, _ in first })
      for row in 0..<answer.count {
        guard let table = answer.text(row, 0), let column = answer.text(row, 1).map(Server.quoted),
          used[table]?.contains(column) != true
        else { continue }
        try connection.execute("ALTER TABLE \(layout.server.name(table)) DROP COLUMN \(column)")
      }
    }

    /// Creates the missing indexes, and drops those that the model no longer has: they hold no data.
    ///
    /// The comment of an index is the statement that made it, so that another statement is noticed.
    private func updateIndexes() throws {
      let wanted = layout.roots.flatMap { indexes(layout.family(of: $0.number)) }
      let answer = try connection.run(
        """
        SELECT c.relname::text, obj_description(c.oid, 'pg_class') FROM pg_class c JOIN pg_namespace n \
        ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'i' AND c.relname ~ '^_(ref|index|unique|text|known)[.]'
        """, [.text(layout.server.schema)])
      var present: Set<Index> = []
      for row in 0..<answer.count {
        present.insert(Index(name: answer.text(row, 0) ?? "", sql: answer.text(row, 1) ?? ""))
      }
      for index in present.subtracting(wanted).sorted(by: { $0.name < $1.name }) {
        try connection.execute("DROP INDEX \(layout.server.name(index.name))")
      }
      for index in wanted where !present.contains(index) {
        do {
          try connection.execute(index.sql)
        } catch let error as PostgresError where error.isUniquenessViolation {
          throw StoreError.sharedValues(index: index.name, path: layout.server.place)
        }
        try connection.execute(
          "COMMENT ON INDEX \(layout.server.name(index.name)) IS \(Server.literal(index.sql))")
      }
    }

    /// Returns the indexes of an inheritance tree: for to-one relationships, for declared indexes, and for uniqueness
    /// constraints.
    func indexes(_ tree: ArraySlice<EntityLayout>) -> [Index] {
      var names: Set<String> = []
      return tree.flatMap { ownIndexes($0) }.filter { names.insert($0.name).inserted }
    }

    private func ownIndexes(_ layout: EntityLayout) -> [Index] {
      let entity = layout.entity
      let relationships = entity.referenceSlots.map { slot in
        index(["_ref", layout.tableName, entity.name(ofSlot: slot)], layout, layout.columns[slot])
      }
      let lookups = entity.indexes.map { elements in
        let parts = elements.map { $0.isAscending ? $0.property : "\($0.property)_desc" }
        let keys = elements.compactMap { element in
          entity.slot(of: element.property).map { slot in
            layout.types[slot].compared(layout.columns[slot])
              + (element.isAscending ? " ASC NULLS FIRST" : " DESC NULLS LAST")
          }
        }
        // With the key, the index has the whole order of a fetch.
        return index(
          ["_index", entity.name] + parts, layout, (keys + [EntityLayout.own.key]).joined(separator: ", "))
      }
      return relationships + lookups + constraints(layout) + texts(layout)
    }

    /// Returns the indexes of the trigrams of texts, and of the rows of which they are not known.
    private func texts(_ layout: EntityLayout) -> [Index] {
      layout.present.flatMap { slot -> [Index] in
        guard let column = layout.trigrams[slot] else { return [] }
        let name = [layout.tableName, layout.entity.name(ofSlot: slot)]
        return [
          index(["_text"] + name, layout, column, method: "USING gin "),
          index(["_known"] + name, layout, EntityLayout.own.key, condition: " WHERE \(column) IS NULL"),
        ]
      }
    }

    /// Returns the indexes of the constraints that the entity itself declares.
    private func constraints(_ layout: EntityLayout) -> [Index] {
      let entity = layout.entity
      let owned = zip(entity.uniqueSlots, entity.constraintOwners).filter { $1 == entity.number }
      return owned.map { slots, _ in
        let keys = slots.map { layout.types[$0].compared(layout.columns[$0]) }.joined(separator: ", ")
        let name = ["_unique", entity.name] + slots.map { entity.name(ofSlot: $0) }
        // A subentity's constraint does not apply to the rest of its tree.
        let condition = self.layout.condition(self.layout.model.family(of: entity.number), alias: "\u{1}")
        return index(
          name, layout, keys, isUnique: true,
          condition: condition.map { " WHERE " + $0.replacing("\u{1}.", with: "") } ?? "")
      }
    }

    private func index(
      _ name: [String], _ layout: EntityLayout, _ keys: String, isUnique: Bool = false, method: String = "",
      condition: String = ""
    ) -> Index {
      let name = SchemaName.shortened(name.joined(separator: ".").lowercased())
      let kind = isUnique ? "UNIQUE INDEX" : "INDEX"
      return Index(
        name: name,
        sql: """
          CREATE \(kind) \(Server.quoted(name)) ON \(layout.table) \(method)(\(keys))\(condition)
          """)
    }
  }
#endif
