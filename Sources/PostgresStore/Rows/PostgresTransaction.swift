#if PostgreSQL
  internal import ObjectStore

  /// The operations within one transaction of the writer.
  final class PostgresTransaction: StoreTransaction {
    let connection: Connection
    let layout: StoreLayout
    private let application: String?
    /// The recorder of the history, once it was asked for; nil within for a store without a history.
    private var knownRecorder: HistoryRecorder??
    /// The IDs of the deleted rows, for the history.
    private(set) var deleted: Set<ManagedObjectID> = []
    /// The highest key that was written, by the root of the inheritance tree.
    private var highestKeys: [EntityNumber: Int64] = [:]

    init(_ connection: Connection, layout: StoreLayout, application: String?) {
      self.connection = connection
      self.layout = layout
      self.application = application
    }

    /// Returns the recorder of the history; nil if the store keeps none.
    private func recorder() throws -> HistoryRecorder? {
      if let knownRecorder { return knownRecorder }
      let recorder = try HistoryRecorder(connection, layout: layout, application: application)
      knownRecorder = .some(recorder)
      return recorder
    }

    /// Ensures that no used key is assigned again, even if the caller chose the key.
    func raiseHighestKeys() throws {
      for (root, key) in highestKeys.sorted(by: { $0.key < $1.key }) {
        try connection.run(
          "UPDATE \(layout.server.name(Schema.Table.entities)) SET last_key = $1 WHERE number = $2 AND last_key < $1",
          [.integer(key), .integer(layout[root].storedNumber)])
      }
    }
  }

  // MARK: - Reading

  extension PostgresTransaction {
    func rows(_ ids: [ManagedObjectID]) throws -> [Row] { try connection.rows(ids, layout: layout) }

    func versions(_ ids: [ManagedObjectID]) throws -> [ManagedObjectID: Int64] {
      var versions: [ManagedObjectID: Int64] = [:]
      for (number, ids) in ids.byEntity {
        let (entity, own) = (layout[number], EntityLayout.own)
        let answer = try connection.run(
          """
          SELECT \(own.key), \(own.version) FROM \(entity.table) WHERE \(own.key) = ANY($1) \
          AND \(own.entity) = \(entity.storedNumber)
          """, [.integers(ids.map(\.key))])
        for row in 0..<answer.count {
          guard let key = answer.integer(row, 0) else { continue }
          versions[ManagedObjectID(entity: number, key: key, in: layout.store)] = answer.integer(row, 1)
        }
      }
      return versions
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
      let answer = try connection.run(
        """
        SELECT \(selection.list(alias: "t")) FROM \(layout.table) t WHERE \(conditions.joined(separator: " AND "))
        """, parameters)
      return selection.rows(answer, in: self.layout).first
    }

    func sources(
      entity: EntityNumber, slot: Slot, targets: [ManagedObjectID]
    ) throws -> [ManagedObjectID] {
      guard !targets.isEmpty else { return [] }
      let (layout, own) = (layout[entity], EntityLayout.own)
      let family = self.layout.condition(self.layout.model.family(of: entity), alias: "t")
      let conditions = ["t.\(layout.columns[slot]) = ANY($1)"] + (family.map { [$0] } ?? [])
      let answer = try connection.run(
        """
        SELECT t.\(own.key), t.\(own.entity) FROM \(layout.table) t WHERE \(conditions.joined(separator: " AND ")) \
        ORDER BY 1
        """, [.integers(targets.map(\.key))])
      return (0..<answer.count).compactMap { answer.id($0, in: self.layout) }
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

  extension EntityLayout {
    /// Returns the condition that a slot has the value of a parameter, as uniqueness constraints compare it.
    fileprivate func equality(_ slot: Slot, _ parameter: Int, alias: String) -> String {
      "\(types[slot].compared("\(alias).\(columns[slot])")) = \(types[slot].compared("$\(parameter)"))"
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
    func insert(_ row: Row) throws -> WriteOutcome {
      let entity = layout[row.id.entity]
      var parameters: [Parameter] = [.integer(row.id.key), .integer(row.version &+ 1)]
      for slot in entity.present { parameters += entity.parameters(slot, row.values[slot], in: layout) }
      guard try connection.run(entity.insert, parameters).changedRows == 0 else {
        let root = layout.model.root(of: row.id.entity)
        highestKeys[root] = max(highestKeys[root] ?? 0, row.id.key)
        return .done
      }
      let taken = try connection.integer(
        "SELECT 1::bigint FROM \(entity.table) WHERE \(EntityLayout.own.key) = $1", [.integer(row.id.key)])
      if taken != nil { throw DuplicateKeyError(id: row.id) }
      return .duplicate
    }

    func update(_ row: Row, slots: [Slot]) throws -> WriteOutcome {
      try update(row, slots: slots, isOverwriting: false)
    }

    func overwrite(_ row: Row, slots: [Slot]) throws -> WriteOutcome {
      try update(row, slots: slots, isOverwriting: true)
    }

    private func update(_ row: Row, slots: [Slot], isOverwriting: Bool) throws -> WriteOutcome {
      let entity = layout[row.id.entity]
      var parameters: [Parameter] = [.integer(row.id.key), .integer(row.version)]
      var places: [Slot: Int] = [:]
      for slot in slots where entity.types[slot].isPresent {
        places[slot] = parameters.count + 1
        parameters += entity.parameters(slot, row.values[slot], in: layout)
      }
      let sql = entity.update(
        slots: slots, isOverwriting: isOverwriting, constraints: constraints(entity, places))
      if try connection.run(sql, parameters).changedRows > 0 { return .done }
      let version = try versions([row.id])[row.id]
      return version == nil || !isOverwriting && version != row.version ? .stale : .duplicate
    }

    /// Returns the conditions that no other row has the unique values which a row gets by an update.
    ///
    /// A violation of the index would end the transaction. No other writer of the store can interfere: it waits for the
    /// lock.
    private func constraints(_ layout: EntityLayout, _ places: [Slot: Int]) -> [String] {
      zip(layout.entity.uniqueSlots, layout.entity.constraintOwners).compactMap { slots, owner in
        guard slots.contains(where: { places[$0] != nil }) else { return nil }
        let own = EntityLayout.own
        let equalities = slots.map { slot in
          if let place = places[slot] { return layout.equality(slot, place, alias: "o") }
          let type = layout.types[slot]
          return
            "\(type.compared("o.\(layout.columns[slot])")) = \(type.compared("t.\(layout.columns[slot])"))"
        }
        let family = self.layout.condition(self.layout.model.family(of: owner), alias: "o")
        let conditions = equalities + ["o.\(own.key) <> $1"] + (family.map { [$0] } ?? [])
        return """
          NOT EXISTS (SELECT 1 FROM \(layout.table) o WHERE \(conditions.joined(separator: " AND ")))
          """
      }
    }

    func delete(_ id: ManagedObjectID, version: Int64?) throws -> WriteOutcome {
      let entity = layout[id.entity]
      let parameters: [Parameter] = [.integer(id.key)] + (version.map { [.integer($0)] } ?? [])
      let answer = try connection.run(entity.delete(hasVersion: version != nil), parameters)
      guard answer.changedRows > 0 else { return .stale }
      deleted.insert(id)
      return .done
    }
  }

  extension PostgresTransaction: HistoryRecording {
    func record(_ report: inout CommitReport) throws {
      report.historyToken = try recorder()?.record(report, deleted: deleted)
    }
  }

  extension PostgresTransaction: BatchWriting {
    /// A Boolean value that indicates whether the store keeps a history.
    ///
    /// An error is thrown by the next statement: the transaction has failed then.
    var recordsRows: Bool { (try? recorder()).flatMap(\.self) != nil }

    func takeKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
      try connection.takeKeys(count, entity: entity, layout: layout)
    }
  }
#endif
