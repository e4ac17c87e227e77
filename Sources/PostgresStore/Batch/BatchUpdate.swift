#if PostgreSQL
  internal import ObjectStore

  /// A batch update: one statement for all rows that match.
  struct BatchUpdate {
    private let query: StoreQuery
    private let layout: StoreLayout
    private let connection: Connection
    private let matches: SQLQuery
    private let parts: SQLParts
    /// The new values of columns.
    private var changes: [String] = []
    /// The conditions under which a computed value is not valid, or another one than in memory.
    private var doubts: [String] = []

    /// Creates the update; nil if the rows must be updated one by one.
    init?(
      _ query: StoreQuery, _ assignments: [BatchAssignment], layout: StoreLayout, connection: Connection
    ) throws {
      guard BatchUpdateRules(query, assignments, in: layout.model).canBeAppliedInSQL else { return nil }
      matches = try SQLQuery(query, layout: layout)
      guard matches.isExact else { return nil }
      self.query = query
      self.layout = layout
      self.connection = connection
      // The parameters of the query come first.
      parts = SQLParts(matches.parameters)
      for assignment in assignments where try !add(assignment) { return nil }
    }

    private var entity: EntityLayout { layout[query.entity] }

    /// Adds the new value of a column.
    ///
    /// - Returns: `false` if SQL cannot compute it.
    private mutating func add(_ assignment: BatchAssignment) throws -> Bool {
      let column = entity.columns[assignment.slot]
      if let constant = assignment.constant {
        // A sub-entity can have trigrams of a text that its parent does not index.
        var written: Set<String> = []
        for member in layout.family(of: query.entity) {
          let parameters = member.parameters(assignment.slot, constant, in: layout)
          for (column, parameter) in zip(member.written(assignment.slot), parameters)
          where written.insert(column).inserted {
            changes.append("\(column) = \(parts.bind(parameter))")
          }
        }
        return true
      }
      guard let attribute = entity.entity.attribute(inSlot: assignment.slot), let bounds = attribute.bounds,
        let number = try SQLNumber(
          assignment.expression, scope: SQLScope(entity.entity, in: layout, parts: parts, alias: Self.alias),
          parts: parts)
      else { return false }
      switch attribute.type.traits.form {
      case .integer where number.isInteger: break
      case .real where !number.isInteger, .date where !number.isInteger: break
      default: return false
      }
      doubts += number.doubts
      if !attribute.isOptional { doubts.append("\(number.sql) IS NULL") }
      for (values, sign) in [(bounds.lower, "<"), (bounds.upper, ">")] {
        for value in values {
          guard let bound = parameter(value) else { return false }
          doubts.append("\(number.sql) \(sign) \(parts.bind(bound))")
        }
      }
      changes.append("\(column) = \(number.isInteger ? "(\(number.sql))::bigint" : number.sql)")
      return true
    }

    private func parameter(_ bound: PropertyValue) -> Parameter? {
      switch bound {
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      default: nil
      }
    }

    private static let alias = "t"

    // MARK: Running

    /// Updates the rows; nil if a computed value is in doubt, and then nothing was written.
    func run(listing: BatchListing, recordsRows: Bool) throws -> BatchOutcome? {
      let keys = "\(Self.alias).\(EntityLayout.own.key) IN (\(matches.keys))"
      var questions = [try BatchCount(query, limit: listing.rowLimit, layout: layout).statement]
      if !doubts.isEmpty {
        let doubt = doubts.map { "coalesce(\($0), false)" }.joined(separator: " OR ")
        questions.append(
          Statement("SELECT 1::bigint FROM \(source) WHERE \(keys) AND (\(doubt)) LIMIT 1", parts.parameters))
      }
      let answers = try connection.run(questions)
      if answers.count > 1, answers[1].count > 0 { return nil }
      let isListed = recordsRows || BatchCount.isWithin(listing.rowLimit, answers[0])
      if !isListed, !listing.includesIDs {
        let answer = try connection.run(update(where: keys, parts.parameters, returning: nil))
        return BatchOutcome(count: answer.changedRows, changes: nil)
      }
      guard isListed else {
        let own = EntityLayout.own
        let answer = try connection.run(
          update(where: keys, parts.parameters, returning: "t.\(own.key), t.\(own.entity)"))
        let ids = (0..<answer.count).compactMap { answer.id($0, in: layout) }
        return BatchOutcome(count: ids.count, ids: ids.sorted(), changes: nil)
      }
      return try runListed(listing)
    }

    private func runListed(_ listing: BatchListing) throws -> BatchOutcome {
      let selection = layout.selection(of: query.entity)
      let before = selection.rows(try connection.run(matches.rows, matches.parameters), in: layout)
      guard !before.isEmpty else { return BatchOutcome() }
      let all = SQLParts(parts.parameters)
      let keys = "\(Self.alias).\(EntityLayout.own.key) = ANY(\(all.bind(.integers(before.map(\.id.key)))))"
      let answer = try connection.run(
        update(where: keys, all.parameters, returning: selection.list(alias: Self.alias)))
      let values = Dictionary(before.map { ($0.id, $0.values) }, uniquingKeysWith: { $1 })
      let updates = selection.rows(answer, in: layout).compactMap { row in
        values[row.id].map { RowChanges.Update(row: row, before: $0) }
      }
      let ids = listing.includesIDs ? before.map(\.id).sorted() : []
      return BatchOutcome(
        count: before.count, ids: ids, changes: RowChanges(updated: updates.sorted { $0.row.id < $1.row.id }))
    }

    private var source: String { "\(entity.table) \(Self.alias)" }

    private func update(where condition: String, _ parameters: [Parameter], returning list: String?)
      -> Statement
    {
      let version = EntityLayout.own.version
      let all = ["\(version) = \(Self.alias).\(version) + 1"] + changes
      return Statement(
        "UPDATE \(source) SET \(all.joined(separator: ", ")) WHERE \(condition)"
          + (list.map { " RETURNING " + $0 } ?? ""), parameters)
    }
  }
#endif
