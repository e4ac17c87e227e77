internal import ObjectStore

/// A batch deletion: the keys of all rows to delete, found step by step along cascades, then one statement for each table.
struct BatchDeletion {
  private let rules: BatchDeletionRules
  private let layout: StoreLayout
  private let connection: Connection
  private let tables: [EntityNumber: BatchTable]
  private var model: ManagedObjectModel { layout.model }

  init(_ rules: BatchDeletionRules, layout: StoreLayout, connection: Connection) throws {
    self.rules = rules
    self.layout = layout
    self.connection = connection
    var tables: [EntityNumber: BatchTable] = [:]
    for number in rules.roots + rules.links {
      tables[number] = try BatchTable(layout[number], on: connection)
    }
    self.tables = tables
  }

  /// Returns the keys of an inheritance tree or of a join table.
  private func table(_ entity: EntityNumber) -> BatchTable? {
    tables[model.isLink(entity) ? entity : model.root(of: entity)]
  }

  func run(
    _ query: StoreQuery, listing: BatchListing, in transaction: SQLiteTransaction
  ) throws -> BatchOutcome {
    defer { for table in tables.values { try? table.clear() } }
    guard let matched = table(query.entity) else { return BatchOutcome() }
    let count = try matched.insert(SQLQuery(query: query, layout: layout, columns: .id))
    guard count > 0 else { return BatchOutcome() }
    try followCascades()
    try refuse()
    for number in rules.links { try addJoinRows(of: number) }
    var outcome = BatchOutcome(count: count)
    if listing.includesIDs { outcome.ids = try matched.matches() }
    let isListed = try transaction.recordsRows || !writesMore(than: listing.rowLimit)
    var changes = RowChanges()
    if isListed {
      for table in tables.values {
        let includesFiles = transaction.recordsRows && keepsFiles(of: table)
        changes.deleted += try table.rows(includesFiles: includesFiles)
      }
    }
    changes.deleted.sort { $0.id < $1.id }
    changes.updated = try emptyReferences(
      isListed: isListed, announced: listing.rowLimit - changes.deleted.count)
    try dropExternalData(in: transaction)
    for table in tables.values {
      try connection.run("DELETE FROM \(table.layout.table) WHERE \(table.layout.key) IN \(table.keys)", [])
    }
    if transaction.recordsRows { transaction.deleted.formUnion(changes.deleted.lazy.map(\.id)) }
    outcome.changes = isListed ? changes : nil
    return outcome
  }

  /// Returns whether the history keeps external data of deleted rows.
  private func keepsFiles(of table: BatchTable) -> Bool {
    guard !table.layout.isLink else { return false }
    return layout.family(of: table.layout.number).contains { entity in
      layout.history[entity.number].preserved.contains(where: entity.externalSlots.contains)
    }
  }

  // MARK: Delete rules

  private func followCascades() throws {
    var (step, hasNew) = (0, true)
    while hasNew {
      hasNew = false
      for number in rules.entities {
        for relationship in model[number].relationships where relationship.deleteRule == .cascade {
          guard let path = DestinationPath(relationship, of: number, in: layout),
            let (own, other) = tables(number, path.destination)
          else { continue }
          let select = """
            SELECT d.Z_PK, d.Z_ENT, \(step + 1) FROM \(own.name) AS b \(path.join) \
            CROSS JOIN \(layout[path.destination].table) AS d ON d.Z_PK = \(path.key) \
            WHERE b.Z_STEP = \(step) AND b.Z_ENT = \(number)
            """
          if try other.insertNew(select) { hasNew = true }
        }
      }
      step += 1
    }
  }

  private func tables(_ own: EntityNumber, _ other: EntityNumber) -> (BatchTable, BatchTable)? {
    guard let own = table(own), let other = table(other) else { return nil }
    return (own, other)
  }

  private func addJoinRows(of link: EntityNumber) throws {
    guard let table = table(link) else { return }
    let entity = model[link]
    for slot in entity.referenceSlots {
      guard
        let target = entity.relationship(inSlot: slot).flatMap({ model.number(ofEntity: $0.destination) }),
        let keys = self.table(target)?.keys
      else { continue }
      _ = try table.insertNew(
        """
        SELECT rowid, \(link), 1 FROM \(layout[link].table) WHERE \(layout[link].columns[slot]) IN \(keys)
        """)
    }
  }

  // MARK: Refusals

  /// The maximum number of rows that an error names.
  private static let failureLimit = 100

  /// Throws if a delete rule forbids a deletion, or a reference that must be emptied is required.
  private func refuse() throws {
    var failures: [ValidationError.Failure] = []
    for number in rules.entities {
      for relationship in model[number].relationships where relationship.deleteRule == .deny {
        failures += try denials(relationship, of: number)
      }
    }
    for reference in rules.nullified { failures += try missing(reference) }
    if !failures.isEmpty { throw ValidationError(failures: Array(failures.prefix(Self.failureLimit))) }
  }

  private func denials(
    _ relationship: RelationshipDescription, of number: EntityNumber
  ) throws -> [ValidationError.Failure] {
    guard let own = table(number), let path = DestinationPath(relationship, of: number, in: layout) else {
      return []
    }
    let stays = table(path.destination).map { " AND \(path.key) NOT IN \($0.keys)" } ?? ""
    var failures: [ValidationError.Failure] = []
    try connection.forEachRow(
      """
      SELECT b.Z_PK, b.Z_ENT, count(*) FROM \(own.name) AS b \(path.join) \
      WHERE b.Z_ENT = \(number) AND \(path.key) IS NOT NULL\(stays) GROUP BY b.Z_PK LIMIT \(Self.failureLimit)
      """
    ) { row in
      failures.append(
        .init(
          object: row.id(of: layout[number]), entity: model[number].name, property: relationship.name,
          rule: .denied(count: Int(row.integer(2)))))
    }
    return failures
  }

  private func missing(_ reference: BatchDeletionRules.Reference) throws -> [ValidationError.Failure] {
    let entity = model[reference.entity]
    guard entity.relationship(inSlot: reference.slot)?.isOptional == false else { return [] }
    let source = layout[reference.entity]
    var failures: [ValidationError.Failure] = []
    try connection.forEachRow(
      """
      SELECT Z_PK, Z_ENT FROM \(source.table) WHERE \(condition(reference)) LIMIT \(Self.failureLimit)
      """
    ) { row in
      let id = row.id(of: source)
      failures.append(
        .init(
          object: id, entity: model.entity(of: id).name, property: entity.name(ofSlot: reference.slot),
          rule: .required))
    }
    return failures
  }

  // MARK: Writing

  /// Returns a Boolean value that indicates whether more rows than a number are deleted or lose references.
  private func writesMore(than limit: Int) throws -> Bool {
    guard limit < .max else { return false }
    var rest = try limit - tables.values.reduce(0) { try $0 + $1.count() }
    for (table, references) in Dictionary(grouping: rules.nullified, by: { layout[$0.entity].table })
    where rest >= 0 {
      // A row that loses several references is one row.
      let keys = references.map { reference in
        "SELECT Z_PK FROM (SELECT Z_PK FROM \(table) WHERE \(condition(reference)) LIMIT \(rest + 1))"
      }
      let sql = "SELECT count(*) FROM (\(keys.joined(separator: " UNION ")))"
      rest -= Int(try connection.integer(sql) ?? 0)
    }
    return rest < 0
  }

  /// Returns the condition that a row stays and refers to a row that is deleted.
  private func condition(_ reference: BatchDeletionRules.Reference) -> String {
    guard let (own, target) = tables(reference.entity, reference.target) else { return "0" }
    let column = layout[reference.entity].columns[reference.slot]
    return """
      \(column) IN (SELECT Z_PK FROM \(target.name) WHERE Z_ENT = \(reference.target)) \
      AND Z_PK NOT IN \(own.keys)
      """
  }

  /// Empties the references to deleted rows, and returns the updates.
  ///
  /// - Parameters:
  ///   - isListed: A Boolean value that indicates whether the updates are returned.
  ///   - limit: The maximum number of updates whose rows contexts get, with external data.
  private func emptyReferences(isListed: Bool, announced limit: Int) throws -> [RowChanges.Update] {
    var before: [ManagedObjectID: Row] = [:]
    let conditions = rules.nullified.map { (table: layout[$0.entity].table, sql: condition($0)) }
    for (place, reference) in rules.nullified.enumerated() {
      let source = layout[reference.entity]
      let condition = conditions[place].sql
      if isListed, let table = table(reference.entity) {
        for row in try table.rows(where: condition, includesFiles: false) where before[row.id] == nil {
          before[row.id] = row
        }
      }
      let columns = [source.columns[reference.slot]] + source.companions(of: [reference.slot]).map(\.column)
      // The row becomes one new version, with the last of its references that is emptied.
      let later = conditions[(place + 1)...].filter { $0.table == source.table && $0.sql != condition }
        .map { "ifnull(\($0.sql), 0)" }
      let isLast = later.isEmpty ? "1" : "(NOT (\(later.joined(separator: " OR "))))"
      let changes = columns.map { "\($0) = NULL" } + ["Z_OPT = Z_OPT + \(isLast)"]
      try connection.run(
        "UPDATE \(source.table) SET \(changes.joined(separator: ", ")) WHERE \(condition)", [])
    }
    let ids = before.keys.sorted()
    let rows =
      try ids.count <= limit
      ? connection.rows(ids, layout: layout) : connection.rowsWithoutFiles(ids, layout: layout)
    return rows.compactMap { row in
      before[row.id].map { .init(row: row, beforeWithoutFiles: $0.values, layout: layout[row.id.entity]) }
    }
  }

  private func dropExternalData(in transaction: SQLiteTransaction) throws {
    for number in rules.entities {
      guard let table = table(number) else { continue }
      for slot in layout[number].externalSlots {
        let column = layout[number].columns[slot]
        try connection.forEachRow(
          """
          SELECT \(column) FROM \(table.layout.table) WHERE Z_ENT = \(number) AND \(column) IS NOT NULL \
          AND Z_PK IN \(table.keys)
          """
        ) { transaction.external.drop(ExternalCell($0.data(0))) }
      }
    }
  }
}
