internal import ObjectStore

/// The operations within one transaction of the writer.
final class SQLiteTransaction: StoreTransaction {
  let connection: Connection
  let layout: StoreLayout
  private let statements: WriteStatements
  let external: ExternalDataWriter
  let history: HistoryRecorder?
  /// A Boolean value that indicates whether rows are read with their external data.
  private let readsFiles: Bool
  /// The IDs of the deleted rows, for the history.
  var deleted: Set<ManagedObjectID> = []
  /// The highest key that was written, by the number of the entity that assigns it; 0 if there is none.
  private var highestKeys: EntityTable<Int64>

  init(
    _ connection: Connection, layout: StoreLayout, statements: WriteStatements,
    history: HistoryRecorder? = nil, external: ExternalDataWriter? = nil, readsFiles: Bool = true
  ) {
    self.readsFiles = readsFiles
    self.history = history
    self.connection = connection
    self.layout = layout
    self.statements = statements
    self.external = external ?? ExternalDataWriter(layout.externalData)
    highestKeys = EntityTable(layout.entities.map { _ in 0 })
  }

  /// Runs `body`, then does the work that must precede the commit.
  ///
  /// If the transaction is not committed, the caller must discard the ``external`` data.
  func run<Result>(_ body: (any StoreTransaction) throws -> Result) throws -> Result {
    let result = try body(self)
    try external.synchronize()
    try raiseHighestKeys()
    return result
  }

  /// The files that are not needed after this transaction is committed, except by readers of older states.
  var droppedFiles: [String] { external.dropped }

  /// Ensures that no used key is assigned again, even if the caller chose the key.
  private func raiseHighestKeys() throws {
    for (entity, key) in zip(highestKeys.numbers, highestKeys.elements) where key > 0 {
      try connection.run(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ? AND Z_MAX < ?",
        [.integer(key), .integer(layout[entity].keyNumber), .integer(key)])
    }
  }
}

// MARK: - Reading

extension SQLiteTransaction {
  func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
    try readsFiles
      ? connection.rows(ids, layout: layout) : connection.rowsWithoutFiles(ids, layout: layout)
  }

  func versions(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Int64] {
    var versions: [ManagedObjectID: Int64] = [:]
    for (entity, ids) in Dictionary(grouping: ids, by: \.entity) {
      try connection.withStatement("SELECT Z_OPT FROM \(layout[entity].table) WHERE Z_PK = ?") { statement in
        for id in ids {
          try statement.bind(id.key, at: 1)
          if try statement.step() { versions[id] = statement.integer(0) }
          statement.reset()
        }
      }
    }
    return versions
  }

  func present(_ ids: [ManagedObjectID]) throws -> Set<ManagedObjectID> { Set(try versions(ids).keys) }

  func row(entity: EntityNumber, slots: [Slot], values: [PropertyValue]) throws -> Row? {
    let layout = layout[entity]
    let condition = (slots.map { layout.columns[$0] + " = ?" } + entityCondition(entity))
      .joined(separator: " AND ")
    var row: Row?
    try connection.forEachRow(layout.select + " WHERE " + condition, values) { row = try layout.row($0) }
    return row
  }

  func sources(entity: EntityNumber, slot: Slot, targets: [ManagedObjectID]) throws -> [ManagedObjectID] {
    try references(ReferenceQuery(entity: entity, slot: slot, targets: targets)).map(\.source)
  }

  func references(_ queries: [ReferenceQuery]) throws -> [[RowReference]] { try queries.map(references) }

  private func references(_ query: ReferenceQuery) throws -> [RowReference] {
    let (entity, slot) = (query.entity, query.slot)
    let layout = layout[entity]
    var references: [RowReference] = []
    let conditions = ["\(layout.columns[slot]) = ?"] + entityCondition(entity)
    let own = "\(layout.key), \(layout.entityOfRow())"
    let sql = "SELECT \(own) FROM \(layout.table) WHERE \(conditions.joined(separator: " AND "))"
    try connection.withStatement(sql) { statement in
      for target in query.targets {
        try statement.bind(target.key, at: 1)
        while try statement.step() {
          references.append(RowReference(source: statement.id(of: layout), target: target))
        }
        statement.reset()
      }
    }
    return references
  }
}

extension SQLiteTransaction {
  /// Returns the condition that a row is of the entity or a sub-entity, if its table holds others of the
  /// inheritance tree.
  private func entityCondition(_ number: EntityNumber) -> [String] {
    let family = layout.model.family(of: number)
    guard family != layout.model.family(of: layout.model.root(of: number)) else { return [] }
    return ["Z_ENT BETWEEN \(family.lowerBound) AND \(family.upperBound)"]
  }
}

// MARK: - Writing

extension SQLiteTransaction {
  func insert(_ row: Row) throws -> WriteOutcome {
    let statement = try statements.insert(entity: row.id.entity)
    let layout = layout[row.id.entity]
    try statement.bind(row.id.key, at: 1)
    try statement.bind(row.version &+ 1, at: 2)
    let outcome = try external.writing {
      for (offset, slot) in layout.present.enumerated() {
        let value = row.values[slot]
        let cell = layout.types[slot].isExternal ? try external.cell(for: value) : value
        try statement.bind(cell, at: Int32(offset) + 3)
      }
      if !layout.isLink {
        try bind(layout.companions, of: row, to: statement, from: Int32(layout.present.count) + 3)
      }
      do {
        return try write(statement, layout)
      } catch let error as SQLiteError where error.isKeyViolation || error.isRowNumberViolation {
        throw DuplicateKeyError(id: row.id)
      }
    }
    if outcome == .done {
      let root = self.layout.model.root(of: row.id.entity)
      highestKeys[root] = max(highestKeys[root], row.id.key)
    }
    return outcome
  }

  func update(_ row: Row, slots: [Slot]) throws -> WriteOutcome {
    try update(row, slots: slots, isOverwriting: false)
  }

  func overwrite(_ row: Row, slots: [Slot]) throws -> WriteOutcome {
    try update(row, slots: slots, isOverwriting: true)
  }

  private func update(_ row: Row, slots: [Slot], isOverwriting: Bool) throws -> WriteOutcome {
    let statement = try statements.update(
      entity: row.id.entity, slots: slots, isOverwriting: isOverwriting)
    let layout = layout[row.id.entity]
    return try external.writing {
      let old = try externalCells(of: row.id, slots)
      for (offset, slot) in slots.enumerated() {
        let value = row.values[slot]
        let cell = layout.types[slot].isExternal ? try external.cell(for: value, over: old[slot]) : value
        try statement.bind(cell, at: Int32(offset) + 1)
      }
      try statement.bind(row.id.key, at: Int32(slots.count) + 1)
      if !layout.isLink {
        try statement.bind(row.version, at: Int32(slots.count) + 2)
        try bind(layout.companions(of: slots), of: row, to: statement, from: Int32(slots.count) + 3)
      }
      return try write(statement, layout)
    }
  }

  private func bind(
    _ companions: [EntityColumns.Companion], of row: Row, to statement: Statement, from first: Int32
  ) throws {
    for (offset, companion) in companions.enumerated() {
      let entity = row.values[companion.slot].reference.map {
        PropertyValue.integer(Int64($0.entity.rawValue))
      }
      try statement.bind(entity ?? .null, at: first + Int32(offset))
    }
  }

  func delete(_ id: ManagedObjectID, version: Int64?) throws -> WriteOutcome {
    let layout = layout[id.entity]
    let version = layout.isLink ? nil : version
    let outcome = try external.writing {
      for cell in try externalCells(of: id, layout.externalSlots).values { external.drop(cell) }
      let statement = try statements.delete(entity: id.entity, hasVersion: version != nil)
      try statement.bind(id.key, at: 1)
      if let version { try statement.bind(version, at: 2) }
      return try write(statement, layout)
    }
    if history != nil, outcome == .done { deleted.insert(id) }
    return outcome
  }

  /// Returns the column values of a row for those of the slots that may have external files.
  private func externalCells(of id: ManagedObjectID, _ slots: [Slot]) throws -> [Slot: ExternalCell] {
    let layout = layout[id.entity]
    guard !layout.externalSlots.isEmpty else { return [:] }
    let external = slots.filter(layout.externalSlots.contains)
    guard !external.isEmpty else { return [:] }
    let columns = external.map { layout.columns[$0] }.joined(separator: ", ")
    var cells: [Slot: ExternalCell] = [:]
    try connection.forEachRow("SELECT \(columns) FROM \(layout.table) WHERE Z_PK = ?", [.integer(id.key)]) {
      for (column, slot) in external.enumerated() where !$0.isNull(Int32(column)) {
        cells[slot] = ExternalCell($0.data(Int32(column)))
      }
    }
    return cells
  }

  /// Runs a statement that writes one row, or none if its condition does not hold.
  ///
  /// A violated unique index undoes the statement, not the transaction.
  private func write(_ statement: Statement, _ layout: EntityLayout) throws -> WriteOutcome {
    do {
      try statement.run()
    } catch {
      // The primary key of a join row is the pair of keys that it joins.
      guard error.isUniquenessViolation || (layout.isLink && error.isKeyViolation) else { throw error }
      return .duplicate
    }
    return connection.changedRows == 0 ? .stale : .done
  }
}

// MARK: - History

extension SQLiteTransaction: SharedStoreTransaction {
  func firstEntityWithRows() throws -> EntityNumber? {
    try layout.roots.first { try connection.integer("SELECT 1 FROM \($0.table) LIMIT 1") != nil }?.number
  }

  func startHistoryAgain() throws {
    try HistorySchema(layout: layout.history, connection: connection).startAgain()
  }
}

extension SQLiteTransaction: HistoryRecording {
  func record(_ report: inout CommitReport) throws {
    report.historyToken = try history?.record(report, deleted: deleted)
  }
}
