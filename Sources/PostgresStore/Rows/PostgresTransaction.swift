#if PostgreSQL
  internal import ObjectStore

  /// The operations within one transaction of the writer.
  ///
  /// All rows of a call are read or written in one round trip. What the transaction writes at its end goes to the server
  /// together with the commit. A transaction that does not wait for its writes learns of a refusal at the next reading, or at
  /// the commit.
  final class PostgresTransaction: StoreTransaction {
    let connection: Connection
    let layout: StoreLayout
    private let application: String?
    /// A Boolean value that indicates whether writes are reported as done before the server has answered.
    private let runsAhead: Bool
    /// The extent of the history, once it was asked for; nil within for a store without a history.
    private var knownHistory: HistoryState??
    /// The statements that write the history.
    private var history: [Statement] = []
    /// The IDs of the deleted rows, for the history.
    private var deleted: Set<ManagedObjectID> = []
    /// The highest key that was written, by the root of the inheritance tree.
    private var highestKeys: [EntityNumber: Int64] = [:]
    /// The numbers of inserted rows, by the root of the inheritance tree.
    private(set) var insertedCounts: [EntityNumber: Int] = [:]
    /// The connection on which batches reserve keys.
    let keyConnection: Connection
    private var statements: WriteStatements
    /// The rows that were looked up because written rows refer to them, and those of them that were there.
    private var lookedUp: Set<ManagedObjectID> = []
    private var found: Set<ManagedObjectID> = []

    /// Makes a transaction that waits for its writes.
    ///
    /// - Parameters:
    ///   - connection: The connection of the transaction.
    ///   - keyConnection: The connection on which batches reserve keys.
    ///   - layout: The layout of the store.
    ///   - application: The name of the program in the history.
    init(
      _ connection: Connection, reservingOn keyConnection: Connection, layout: StoreLayout,
      application: String?
    ) {
      self.connection = connection
      self.keyConnection = keyConnection
      self.layout = layout
      self.application = application
      runsAhead = false
      statements = WriteStatements(layout: layout)
    }

    /// Makes a transaction that does not wait for its writes, and that was begun with a statement which fails unless the store
    /// has a known history.
    ///
    /// Its methods throw ``RefusedWrite`` if a write that was reported as done is refused.
    init(
      _ connection: Connection, reservingOn keyConnection: Connection, layout: StoreLayout,
      application: String?,
      knowing history: HistoryState?
    ) {
      self.connection = connection
      self.keyConnection = keyConnection
      self.layout = layout
      self.application = application
      runsAhead = true
      knownHistory = .some(history)
      statements = WriteStatements(layout: layout, areCertain: true)
    }

    /// Returns the extent of the history; nil if the store keeps none.
    func historyState() throws -> HistoryState? {
      if let knownHistory { return knownHistory }
      let state = try PostgresWriter.historyState(in: connection.opening(), layout: layout)
      knownHistory = .some(state)
      return state
    }

    /// Notes rows that a batch has deleted, for the history.
    func noteDeleted(_ rows: [Row]) { deleted.formUnion(rows.lazy.map(\.id)) }

    /// Forgets the destinations of references, because a batch may have deleted some.
    func forgetDestinations() {
      lookedUp = []
      found = []
    }

    /// The statements that must precede the commit, and the place of the one among them that returns the number of the
    /// transaction in the history; nil if it has none.
    var ending: (statements: [Statement], numbering: Int?) {
      // No used key may be assigned again, even if the caller chose the key.
      let keys = highestKeys.sorted { $0.key < $1.key }.map { root, key in
        Statement(
          "UPDATE \(layout.server.name(Schema.Table.entities)) SET last_key = $1 WHERE number = $2 AND last_key < $1",
          [.integer(key), .integer(layout[root].storedNumber)])
      }
      return (history + keys, history.isEmpty ? nil : 0)
    }
  }

  /// A write that a store has refused after it was reported as done.
  struct RefusedWrite: Error {}

  extension PostgresTransaction {
    /// Runs statements in one round trip, and returns their answers.
    ///
    /// - Throws: ``RefusedWrite`` if a write fails for which the transaction has not waited, and a ``PostgresError``.
    private func run(_ statements: [Statement]) throws -> [Answer] {
      guard !statements.isEmpty else { return [] }
      do {
        return try connection.run(statements)
      } catch let error as PostgresError where runsAhead && error.isUncertain {
        throw RefusedWrite()
      }
    }
  }

  // MARK: - Reading

  extension PostgresTransaction {
    func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
      let question = RowQuestion(ids, layout: layout)
      return question.rows(try run(question.statements))
    }

    func versions(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Int64] {
      let groups = ids.byEntity
      let answers = try run(groups.map { versionStatement($0, $1) })
      var versions: [ManagedObjectID: Int64] = [:]
      for ((number, _), answer) in zip(groups, answers) {
        for row in 0..<answer.count {
          guard let key = answer.integer(row, 0) else { continue }
          versions[ManagedObjectID(entity: number, key: key, in: layout.store)] = answer.integer(row, 1)
        }
      }
      return versions
    }

    /// Returns the statement for the keys and versions of rows of one entity.
    private func versionStatement(_ number: EntityNumber, _ ids: [ManagedObjectID]) -> Statement {
      let (entity, own) = (layout[number], EntityLayout.own)
      return Statement(
        """
        SELECT \(own.key), \(own.version) FROM \(entity.table) WHERE \(own.key) = ANY($1) \
        AND \(own.entity) = \(entity.storedNumber)
        """, [.integers(ids.map(\.key))])
    }

    // MARK: Destinations of references

    /// Returns which of some rows are in the store.
    ///
    /// Those to which written rows refer were looked up together with the writes.
    func present(_ ids: [ManagedObjectID]) throws -> Set<ManagedObjectID> {
      if runsAhead {
        try connection.sendAhead(ids.byEntity.map { presence($0, Set($1)) })
        return Set(ids)
      }
      let unknown = ids.filter { !lookedUp.contains($0) }
      let found = unknown.isEmpty ? [] : Set(try versions(unknown).keys)
      return found.union(ids.lazy.filter { self.found.contains($0) && !self.deleted.contains($0) })
    }

    /// Returns a statement that fails unless the store has all rows of one entity with some IDs.
    private func presence(_ number: EntityNumber, _ ids: Set<ManagedObjectID>) -> Statement {
      let (entity, own) = (layout[number], EntityLayout.own)
      return Statement(
        Certainty.select(
          "count(*) = cardinality($1)",
          from: "\(entity.table) WHERE \(own.key) = ANY($1) AND \(own.entity) = \(entity.storedNumber)"),
        [.integers(ids.map(\.key))])
    }

    /// Returns the rows to which writes refer, without those that they write, and those that are known to be there.
    private func targets(of writes: [RowWrite]) -> [ManagedObjectID] {
      var targets: Set<ManagedObjectID> = []
      var written: Set<ManagedObjectID> = []
      for write in writes {
        written.insert(write.id)
        let (row, slots): (Row, [Slot])
        switch write {
        case .insert(let inserted):
          (row, slots) = (inserted, layout[inserted.id.entity].entity.referenceSlots)
        case .update(let updated, let changed), .overwrite(let updated, let changed):
          (row, slots) = (updated, changed)
        case .delete: continue
        }
        for slot in slots { if let target = row.values[slot].reference { targets.insert(target) } }
      }
      // Subtracting a set costs as much as that set is large, and this one grows with the transaction.
      return targets.filter { !written.contains($0) && !lookedUp.contains($0) }.sorted()
    }

    private func record(
      _ answers: some Sequence<Answer>, of questions: [(EntityNumber, [ManagedObjectID])]
    ) {
      for ((number, ids), answer) in zip(questions, answers) {
        lookedUp.formUnion(ids)
        for row in 0..<answer.count {
          guard let key = answer.integer(row, 0) else { continue }
          found.insert(ManagedObjectID(entity: number, key: key, in: layout.store))
        }
      }
    }

    func row(entity: EntityNumber, slots: [Slot], values: [PropertyValue]) throws -> Row? {
      let layout = layout[entity]
      var parameters: [Parameter] = []
      var conditions: [String] = []
      for (slot, value) in zip(slots, values) {
        parameters.append(layout.types[slot].parameter(value.exact(for: layout.types[slot])))
        conditions.append(layout.equality(slot, parameters.count, alias: "t"))
      }
      conditions += self.layout.condition(self.layout.model.family(of: entity), alias: "t").map { [$0] } ?? []
      let selection = self.layout.selection(of: entity)
      let question = Statement(
        """
        SELECT \(selection.list(alias: "t")) FROM \(layout.table) t WHERE \(conditions.joined(separator: " AND "))
        """, parameters)
      return try run([question]).flatMap { selection.rows($0, in: self.layout) }.first
    }

    func sources(
      entity: EntityNumber, slot: Slot, targets: [ManagedObjectID]
    ) throws -> [ManagedObjectID] {
      guard !targets.isEmpty else { return [] }
      let query = ReferenceQuery(entity: entity, slot: slot, targets: targets)
      return try references([query]).flatMap { $0.map(\.source) }
    }

    func references(_ queries: [ReferenceQuery]) throws -> [[RowReference]] {
      let answers = try run(
        queries.map { query in
          let (entity, own) = (layout[query.entity], EntityLayout.own)
          let family = layout.condition(layout.model.family(of: query.entity), alias: "t")
          let column = "t.\(entity.columns[query.slot])"
          let conditions = ["\(column) = ANY($1)"] + (family.map { [$0] } ?? [])
          return Statement(
            """
            SELECT t.\(own.key), t.\(own.entity), \(column) FROM \(entity.table) t \
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY 1
            """, [.integers(query.targets.map(\.key))])
        })
      return zip(queries, answers).map { query, answer in
        let targets = Dictionary(query.targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return (0..<answer.count).compactMap { row in
          guard let source = answer.id(row, in: layout),
            let target = answer.integer(row, 2).flatMap({ targets[$0] })
          else { return nil }
          return RowReference(source: source, target: target)
        }
      }
    }
  }

  extension Answer {
    /// Reads an ID from a column with the key and the next one with the entity; nil for NULL.
    func id(_ row: Int, _ column: Int = 0, in layout: StoreLayout) -> ManagedObjectID? {
      guard let key = integer(row, column),
        let entity = integer(row, column + 1).flatMap({ layout.number(ofStored: $0) })
      else { return nil }
      return ManagedObjectID(entity: entity, key: key, in: layout.store)
    }
  }

  extension PropertyValue {
    /// The value in the form of a column, where a caller may pass the form in which values are compared.
    fileprivate func exact(for type: ColumnType) -> PropertyValue {
      guard case .attribute(let form) = type, self.form != form else { return self }
      return form.value(ofColumn: columnValue) ?? self
    }
  }

  // MARK: - Writing

  extension PostgresTransaction {
    func write(_ writes: [RowWrite]) throws -> [WriteOutcome] {
      if runsAhead {
        // The server runs the first ones while the others are encoded.
        try statements.forEachPart(of: writes) { try connection.sendAhead([$0.statement]) }
        return writes.map(recordWritten)
      }
      var parts: [WritePart] = []
      try statements.forEachPart(of: writes) { parts.append($0) }
      let questions = targets(of: writes).byEntity
      let answers = try run(parts.map(\.statement) + questions.map { versionStatement($0, $1) })
      record(answers.dropFirst(parts.count), of: questions)
      var start = 0
      let isWritten = zip(parts, answers).flatMap { part, answer in
        defer { start += part.count }
        return part.results(answer, of: writes[start..<(start + part.count)])
      }
      let refused = zip(writes, isWritten).filter { !$1 }.map(\.0)
      let versions = try versions(refused.compactMap { $0.isUpdate ? $0.id : nil })
      return zip(writes, isWritten).map { write, isWritten in
        isWritten ? recordWritten(write) : refusal(of: write, version: versions[write.id])
      }
    }

    /// Records what the end of the transaction needs to know of a row that was written.
    private func recordWritten(_ write: RowWrite) -> WriteOutcome {
      switch write {
      case .insert(let row):
        let root = layout.model.root(of: row.id.entity)
        highestKeys[root] = max(highestKeys[root] ?? 0, row.id.key)
        insertedCounts[root, default: 0] += 1
        if lookedUp.contains(row.id) { found.insert(row.id) }
      case .delete(let id, _): deleted.insert(id)
      case .update, .overwrite: break
      }
      return .done
    }

    /// Returns the reason that a row was not written.
    ///
    /// - Parameter version: The version of the row in the store; nil if the store does not have it.
    private func refusal(of write: RowWrite, version: Int64?) -> WriteOutcome {
      switch write {
      case .insert: .duplicate
      case .update(let row, _): version == row.version ? .duplicate : .stale
      case .overwrite: version == nil ? .stale : .duplicate
      case .delete: .stale
      }
    }

    private func write(_ write: RowWrite) throws -> WriteOutcome { try self.write([write]).first ?? .stale }

    func insert(_ row: Row) throws -> WriteOutcome {
      let outcome = try write(.insert(row))
      guard outcome == .duplicate else { return outcome }
      let taken = try connection.integer(
        "SELECT 1::bigint FROM \(layout[row.id.entity].table) WHERE \(EntityLayout.own.key) = $1",
        [.integer(row.id.key)])
      if taken != nil { throw DuplicateKeyError(id: row.id) }
      return .duplicate
    }

    func update(_ row: Row, slots: [Slot]) throws -> WriteOutcome { try write(.update(row, slots: slots)) }

    func overwrite(_ row: Row, slots: [Slot]) throws -> WriteOutcome {
      try write(.overwrite(row, slots: slots))
    }

    func delete(_ id: ManagedObjectID, version: Int64?) throws -> WriteOutcome {
      try write(.delete(id, version: version))
    }
  }

  extension RowWrite {
    fileprivate var isUpdate: Bool {
      switch self {
      case .update, .overwrite: true
      case .insert, .delete: false
      }
    }
  }

  extension PostgresTransaction: SharedStoreTransaction {
    func firstEntityWithRows() throws -> EntityNumber? {
      let roots = layout.roots
      let answers = try run(roots.map { Statement("SELECT 1 FROM \($0.table) LIMIT 1") })
      return zip(roots, answers).first { $1.count > 0 }?.0.number
    }

    func startHistoryAgain() throws { try HistorySchema(layout: layout, connection: connection).startAgain() }
  }

  extension PostgresTransaction: HistoryRecording {
    func record(_ report: inout CommitReport) throws {
      guard let state = try historyState() else { return }
      history = HistoryRecorder(layout: layout, application: application)
        .statements(report, deleted: deleted)
      // A transaction that does not wait learns its number when it is committed.
      guard !history.isEmpty, !runsAhead else { return }
      report.historyToken = state.token(state.last + 1, store: layout.store)
    }
  }
#endif
