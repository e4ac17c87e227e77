internal import ObjectStore

extension SQLiteStore {
  /// Checks the whole store.
  ///
  /// Other connections may read and write meanwhile. The file is checked first, then the rows, each as of
  /// one moment.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  public func check() throws -> StoreCheck {
    try throwingStoreErrors {
      let connection = try readingConnection()
      let damage = try fileDamage(on: connection)
      // In a damaged file, the contents of rows are unreliable, and reading them may fail.
      return try check(connection, entities: damage.isEmpty ? layout.entities : [], damage: damage)
    }
  }

  private func check(
    _ connection: Connection, entities: [EntityLayout], damage: [String]
  ) throws -> StoreCheck {
    let visible = entities.filter { !$0.isLink }
    let files = try layout.externalData.fileNames()
    return try connection.snapshot {
      if damage.isEmpty { try layout.refuseOther(on: connection) }
      let needed = damage.isEmpty ? try externalFiles(on: connection) : []
      // While this state is read, none of its files is deleted; files that others created meanwhile do not
      // belong to it.
      let present = try layout.externalData.fileNames()
      let unused =
        damage.isEmpty ? try unusedFiles(among: files.intersection(present), on: connection) : []
      return try StoreCheck(
        damage: damage,
        keyProblems: entities.flatMap { try keyProblems(of: $0, on: connection) },
        indexProblems: damage.isEmpty ? TextIndexSchema(layout, on: connection).problems() : [],
        orphans: entities.flatMap { try orphans(of: $0, on: connection) },
        valueProblems: entities.flatMap { try ValueCheck($0).problems(on: connection) },
        missingFiles: needed.filter { !present.contains($0.name) }.map {
          StoreCheck.MissingFile(id: $0.id, property: $0.property, name: $0.name)
        },
        orphanedFiles: unused.sorted(),
        counts: visible.map { try count(of: $0, on: connection) },
        pageSize: number("PRAGMA page_size", on: connection),
        pages: number("PRAGMA page_count", on: connection),
        freePages: number("PRAGMA freelist_count", on: connection),
        fileSize: file.size() ?? 0, logSize: file.size("-wal") ?? 0)
    }
  }

  /// Returns the damage of the file in SQLite's words, indexes included; O(file).
  func fileDamage(on connection: Connection) throws -> [String] {
    do {
      return try connection.texts("PRAGMA integrity_check").filter { $0 != "ok" }
    } catch let error as SQLiteError where error.isDamage {
      return [error.message]
    }
  }

  private func number(_ sql: String, on connection: Connection) throws -> Int {
    try Int(connection.integer(sql) ?? 0)
  }

  private func count(of entity: EntityLayout, on connection: Connection) throws -> StoreCheck.Count {
    let own = "Z_ENT = \(entity.number)"
    let isAlone = layout.family(of: layout.model.root(of: entity.number)).count == 1
    let rows = try number(
      "SELECT count(*) FROM \(entity.table)\(isAlone ? "" : " WHERE \(own)")", on: connection)
    return StoreCheck.Count(entity: entity.entity.name, rows: rows)
  }

  private func keyProblems(of entity: EntityLayout, on connection: Connection) throws -> [String] {
    // Join tables have no keys of their own.
    guard !entity.isLink else { return [] }
    let name = entity.entity.name
    guard let known = try connection.highestKey(of: entity, in: layout) else {
      return ["Z_PRIMARYKEY does not list \(name) under the number \(entity.number)"]
    }
    // An inheritance tree has one table and one row of keys: those of its root.
    guard entity.entity.parent == nil else { return [] }
    var problems: [String] = []
    if !Connection.keys.contains(known) {
      problems.append("\(name) has \(known) as the highest key that was given out, which cannot be")
    }
    let highest = try connection.integer("SELECT max(\(entity.key)) FROM \(entity.table)") ?? 0
    if highest > known {
      problems.append("\(name) has the key \(highest), and \(known) is the highest that was given out")
    }
    let (first, last) = (entity.family.lowerBound, entity.family.upperBound)
    let strangers = try number(
      "SELECT count(*) FROM \(entity.table) WHERE Z_ENT IS NULL OR Z_ENT NOT BETWEEN \(first) AND \(last)",
      on: connection)
    if strangers > 0 { problems.append("\(strangers) rows of \(name) bear the number of another entity") }
    return problems
  }

  private func orphans(of entity: EntityLayout, on connection: Connection) throws -> [StoreCheck.Orphans] {
    try entity.entity.slots.compactMap { slot in
      guard case .reference(let destination, _) = entity.types[slot] else { return nil }
      let column = entity.columns[slot]
      var ids: [ManagedObjectID] = []
      let ofEntity = entity.isLink ? "" : " AND Z_ENT = \(entity.number)"
      let sql = """
        SELECT \(entity.key) FROM \(entity.table) s WHERE \(column) IS NOT NULL\(ofEntity) \
        AND NOT EXISTS (SELECT 1 FROM \(layout[destination].table) d WHERE d.Z_PK = s.\(column))
        """
      try connection.forEachRow(sql) {
        ids.append(ManagedObjectID(entity: entity.number, key: $0.integer(0), in: layout.store))
      }
      let relationship = entity.entity.name(ofSlot: slot)
      return ids.isEmpty
        ? nil : StoreCheck.Orphans(entity: entity.entity.name, relationship: relationship, ids: ids)
    }
  }
}
