#if PostgreSQL
  internal import ObjectStore

  /// A batch deletion: the keys of all rows to delete, found step by step along cascades, then one statement for each
  /// table.
  struct BatchDeletion {
    private let rules: BatchDeletionRules
    private let layout: StoreLayout
    private let connection: Connection
    private let tables: [EntityNumber: BatchTable]
    private var model: ManagedObjectModel { layout.model }

    init(_ rules: BatchDeletionRules, layout: StoreLayout, connection: Connection) {
      self.rules = rules
      self.layout = layout
      self.connection = connection
      tables = Dictionary(
        (rules.roots + rules.links).map { ($0, BatchTable(layout[$0])) },
        uniquingKeysWith: { first, _ in first })
    }

    /// Returns the keys of an inheritance tree or of a join table.
    private func table(_ entity: EntityNumber) -> BatchTable? {
      tables[model.isLink(entity) ? entity : model.root(of: entity)]
    }

    /// The tables in the order of their entities.
    private var ordered: [BatchTable] { tables.sorted { $0.key < $1.key }.map(\.value) }

    /// Deletes the rows of a query.
    ///
    /// - Parameters:
    ///   - matches: The query, which is exact.
    ///   - entity: The entity of the query.
    ///   - listing: The information that the caller needs.
    ///   - recordsRows: A Boolean value that indicates whether the history needs all rows.
    func run(
      _ matches: SQLQuery, of entity: EntityNumber, listing: BatchListing, recordsRows: Bool
    ) throws -> BatchOutcome {
      guard let matched = table(entity) else { return BatchOutcome() }
      let found = matched.insertion(
        "SELECT m.key, m.entity, 0 FROM (\(matches.ids)) AS m (key, entity)", matches.parameters)
      let count = try connection.run(ordered.map(\.creation) + [found]).last?.changedRows ?? 0
      guard count > 0 else { return BatchOutcome() }
      try followCascades()
      try refuse(after: rules.links.flatMap(joinRows) + ordered.map(\.statistics))
      let counts = ordered.map(\.count) + (recordsRows ? [] : losses(upTo: listing.rowLimit - count))
      let answers = try connection.run(counts + (listing.includesIDs ? [matched.matches] : []))
      let total = answers.prefix(counts.count).reduce(0) { $0 + ($1.integer(0, 0) ?? 0) }
      var outcome = BatchOutcome(count: count)
      if listing.includesIDs, let answer = answers.last {
        outcome.ids = (0..<answer.count).compactMap { answer.id($0, in: layout) }
      }
      let isListed = recordsRows || total <= Int64(listing.rowLimit)
      var changes = RowChanges()
      if isListed { changes.deleted = try rows(ordered.map { ($0, $0.isDeleted) }).sorted { $0.id < $1.id } }
      changes.updated = try emptyReferences(isListed: isListed)
      try connection.run(ordered.map(\.deletion))
      outcome.changes = isListed ? changes : nil
      return outcome
    }

    private func rows(_ conditions: [(table: BatchTable, condition: String)]) throws -> [Row] {
      let answers = try connection.run(conditions.map { $0.table.rows(where: $0.condition, in: layout) })
      return zip(conditions, answers).flatMap { condition, answer in
        layout.selection(of: condition.table.layout.number).rows(answer, in: layout)
      }
    }

    // MARK: Delete rules

    private func followCascades() throws {
      var (step, hasNew) = (0, true)
      while hasNew {
        let insertions = rules.entities.flatMap { number in
          model[number].relationships.filter { $0.deleteRule == .cascade }.compactMap {
            cascade($0, of: number, step: step)
          }
        }
        hasNew = try connection.run(insertions).contains { $0.changedRows > 0 }
        step += 1
      }
    }

    private func cascade(_ relationship: RelationshipDescription, of number: EntityNumber, step: Int)
      -> Statement?
    {
      let own = EntityLayout.own
      guard let path = DestinationPath(relationship, of: number, in: layout), let table = table(number),
        let other = self.table(path.destination)
      else { return nil }
      return other.insertion(
        """
        SELECT d.\(own.key), d.\(own.entity), $1::integer + 1 FROM \(table.name) AS b \(path.join) \
        JOIN \(layout[path.destination].table) AS d ON d.\(own.key) = \(path.key) \
        WHERE b.step = $1::integer AND b.entity = \(layout[number].storedNumber)
        """, [.integer(Int64(step))])
    }

    private func joinRows(of link: EntityNumber) -> [Statement] {
      guard let table = table(link) else { return [] }
      let entity = model[link]
      return entity.referenceSlots.compactMap { slot in
        guard
          let target = entity.relationship(inSlot: slot).flatMap({ model.number(ofEntity: $0.destination) }),
          let keys = self.table(target)?.keys
        else { return nil }
        return table.insertion(
          """
          SELECT t.\(EntityLayout.own.key), t.\(EntityLayout.own.entity), 1 FROM \(layout[link].table) t \
          WHERE t.\(layout[link].columns[slot]) IN \(keys)
          """)
      }
    }

    // MARK: Refusals

    /// The maximum number of rows that an error names.
    private static let failureLimit = 100

    /// Throws if a delete rule forbids a deletion, or a reference that must be emptied is required.
    ///
    /// - Parameter preparations: Statements that are run before, in the same round trip.
    private func refuse(after preparations: [Statement]) throws {
      var questions: [(statement: Statement, failure: (Answer, Int) -> ValidationError.Failure?)] = []
      for number in rules.entities {
        for relationship in model[number].relationships where relationship.deleteRule == .deny {
          if let statement = denials(relationship, of: number) {
            questions.append((statement, { denial($0, $1, relationship, of: number) }))
          }
        }
      }
      for reference in rules.nullified {
        if let statement = missing(reference) { questions.append((statement, { lack($0, $1, reference) })) }
      }
      let answers = try connection.run(preparations + questions.map(\.statement))
        .dropFirst(preparations.count)
      let failures = zip(questions, answers).flatMap { question, answer in
        (0..<answer.count).compactMap { question.failure(answer, $0) }
      }
      if !failures.isEmpty { throw ValidationError(failures: Array(failures.prefix(Self.failureLimit))) }
    }

    private func denials(_ relationship: RelationshipDescription, of number: EntityNumber) -> Statement? {
      guard let own = table(number), let path = DestinationPath(relationship, of: number, in: layout) else {
        return nil
      }
      let stays = table(path.destination).map { " AND NOT \($0.contains(path.key))" } ?? ""
      return Statement(
        """
        SELECT b.key, b.entity, count(*) FROM \(own.name) AS b \(path.join) \
        WHERE b.entity = \(layout[number].storedNumber) AND \(path.key) IS NOT NULL\(stays) \
        GROUP BY b.key, b.entity ORDER BY b.key LIMIT \(Self.failureLimit)
        """)
    }

    private func denial(
      _ answer: Answer, _ row: Int, _ relationship: RelationshipDescription, of number: EntityNumber
    ) -> ValidationError.Failure? {
      answer.id(row, in: layout).map {
        .init(
          object: $0, entity: model[number].name, property: relationship.name,
          rule: .denied(count: Int(answer.integer(row, 2) ?? 0)))
      }
    }

    private func missing(_ reference: BatchDeletionRules.Reference) -> Statement? {
      guard model[reference.entity].relationship(inSlot: reference.slot)?.isOptional == false,
        let condition = condition(reference)
      else { return nil }
      let own = EntityLayout.own
      return Statement(
        """
        SELECT t.\(own.key), t.\(own.entity) FROM \(layout[reference.entity].table) t WHERE \(condition) \
        ORDER BY 1 LIMIT \(Self.failureLimit)
        """)
    }

    private func lack(
      _ answer: Answer, _ row: Int, _ reference: BatchDeletionRules.Reference
    ) -> ValidationError.Failure? {
      answer.id(row, in: layout).map {
        .init(
          object: $0, entity: model.entity(of: $0).name,
          property: model[reference.entity].name(ofSlot: reference.slot), rule: .required)
      }
    }

    // MARK: Writing

    /// Returns the condition that a row of the table `t` stays and refers to a row that is deleted.
    private func condition(_ reference: BatchDeletionRules.Reference) -> String? {
      guard let own = table(reference.entity), let target = table(reference.target) else { return nil }
      let column = layout[reference.entity].columns[reference.slot]
      return """
        \(target.contains("t.\(column)", entity: layout[reference.target])) \
        AND NOT \(own.contains("t.\(EntityLayout.own.key)"))
        """
    }

    /// Returns the statements for the numbers of rows that lose references, each of which stops counting soon after a limit.
    private func losses(upTo limit: Int) -> [Statement] {
      let tables = Dictionary(grouping: rules.nullified, by: { layout[$0.entity].table })
      return tables.sorted { $0.key < $1.key }.compactMap { table, references in
        let keys = references.compactMap(condition).map { condition in
          "(SELECT t.\(EntityLayout.own.key) FROM \(table) t WHERE \(condition) LIMIT $1::bigint)"
        }
        guard !keys.isEmpty else { return nil }
        // A row that loses several references is one row.
        return Statement(
          "SELECT count(*) FROM (\(keys.joined(separator: " UNION "))) AS l",
          [.integer(Int64(max(limit, 0)) + 1)])
      }
    }

    private func emptyReferences(isListed: Bool) throws -> [RowChanges.Update] {
      let references = rules.nullified.compactMap { reference in
        condition(reference).map { (reference: reference, condition: $0) }
      }
      var before: [ManagedObjectID: Row] = [:]
      if isListed {
        let conditions = references.compactMap { reference, condition in
          table(reference.entity).map { (table: $0, condition: condition) }
        }
        for row in try rows(conditions) { before[row.id] = row }
      }
      let version = EntityLayout.own.version
      try connection.run(
        references.enumerated().map { place, element in
          let (reference, condition) = element
          let source = layout[reference.entity]
          // The row becomes one new version, with the last of its references that is emptied.
          let later = references[(place + 1)...]
            .filter { layout[$0.reference.entity].table == source.table && $0.condition != condition }
            .map { " WHEN \($0.condition) THEN 0" }
          let raise = later.isEmpty ? "1" : "CASE\(later.joined()) ELSE 1 END"
          let changes =
            source.written(reference.slot).map { "\($0) = NULL" } + ["\(version) = t.\(version) + \(raise)"]
          return Statement(
            "UPDATE \(source.table) t SET \(changes.joined(separator: ", ")) WHERE \(condition)")
        })
      guard !before.isEmpty else { return [] }
      let rows = try connection.rows(before.keys.sorted(), layout: layout)
      return rows.compactMap { row in before[row.id].map { .init(row: row, before: $0.values) } }
    }
  }
#endif
