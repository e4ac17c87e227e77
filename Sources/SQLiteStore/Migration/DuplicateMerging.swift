internal import ObjectStore

/// The merging of rows of a file that share the values of uniqueness constraints, within the caller's transaction.
///
/// A temporary table holds the rows that are merged into others; each statement changes all rows of a table by it.
struct DuplicateMerging {
  let layout: StoreLayout
  let policy: DuplicatePolicy
  let connection: Connection

  private var model: ManagedObjectModel { layout.model }

  /// The table with the key of a row, that of the row into which it is merged, and the entity of that.
  private static let merged = "temp.Z_MERGED"

  /// Merges all rows that share values.
  ///
  /// References that lead to one row afterwards can be values of a constraint themselves, so it is repeated.
  ///
  /// - Returns: The tables that have changed.
  /// - Throws: A ``MigrationError`` if references cannot lead to the rows that stay.
  func run() throws -> Set<String> {
    // Without a missing index, the rows have different values already.
    let present = try Schema.uniqueIndexes(of: Set(layout.roots.map(\.table)), on: connection)
    let wanted = Schema.indexes(layout).values.joined().filter { $0.sql.hasPrefix("CREATE UNIQUE") }
    guard wanted.contains(where: { !present.contains($0.name) }) else { return [] }
    try connection.execute(
      "CREATE TEMP TABLE Z_MERGED (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, entity INTEGER NOT NULL)")
    try connection.execute("CREATE INDEX temp.Z_MERGED_NEW ON Z_MERGED (new, old)")
    let rules = UniquenessRule.all(of: model)
    var changed: Set<String> = []
    var isChanged = true
    while isChanged {
      isChanged = false
      for rule in rules where try find(rule) {
        // Rows share values of other constraints for a while, also of those that the model no longer has.
        if changed.isEmpty { try Schema.dropIndexes(present, on: connection) }
        changed.formUnion(try merge(rule))
        // The next rule can compare texts that are derived from the merged values.
        if policy != .oldestTrumps {
          let family = layout.family(of: rule.owner.number)
          try DerivedColumns(layout: layout, connection: connection).fillTexts(of: family)
        }
        isChanged = true
      }
    }
    try connection.execute("DROP TABLE \(Self.merged)")
    return changed
  }

  /// Finds the rows that are merged into others; returns whether there are any.
  private func find(_ rule: UniquenessRule) throws -> Bool {
    let owner = layout[rule.owner.number]
    let columns = rule.slots.map { owner.columns[$0] }
    let conditions =
      columns.map { "\($0) IS NOT NULL" } + [
        "Z_ENT BETWEEN \(owner.family.lowerBound) AND \(owner.family.upperBound)"
      ]
    try connection.execute(
      """
      INSERT INTO \(Self.merged) SELECT k, first, entity FROM (SELECT Z_PK AS k, first_value(Z_PK) OVER w AS first, \
      first_value(Z_ENT) OVER w AS entity FROM \(owner.table) WHERE \(conditions.joined(separator: " AND ")) \
      WINDOW w AS (PARTITION BY \(columns.joined(separator: ", ")) ORDER BY Z_PK)) WHERE k <> first
      """)
    return try connection.integer("SELECT 1 FROM \(Self.merged) LIMIT 1") != nil
  }

  /// Merges the rows that were found, and returns the tables that have changed.
  private func merge(_ rule: UniquenessRule) throws -> Set<String> {
    let owner = layout[rule.owner.number]
    if let sql = mergeValues(rule, owner) { try connection.execute(sql) }
    var problems: [MigrationProblem] = []
    for referrer in rule.referrers {
      if let problem = try redirect(referrer) { problems.append(problem) }
    }
    for pair in rule.pairs {
      if let problem = try clear(pair, owner) { problems.append(problem) }
    }
    guard problems.isEmpty else { throw MigrationError(path: connection.path, problems: problems) }
    try connection.execute(
      "DELETE FROM \(owner.table) WHERE Z_PK IN (SELECT old FROM \(Self.merged)); DELETE FROM \(Self.merged)")
    return Set(
      [owner.table] + rule.referrers.map { layout[$0.entity].table }
        + rule.pairs.map { layout[$0.destination].table })
  }

  /// Returns the statement that gives the rows that stay the merged values; `nil` if they keep theirs.
  private func mergeValues(_ rule: UniquenessRule, _ owner: EntityLayout) -> String? {
    guard policy != .oldestTrumps else { return nil }
    let others = "\(Self.merged) AS m JOIN \(owner.table) AS d ON d.Z_PK = m.old WHERE m.new = o.Z_PK"
    let slots = rule.mergedSlots.filter(owner.present.contains)
    let assignments = slots.flatMap { slot in
      let column = owner.columns[slot]
      let columns = [column] + owner.companions(of: [slot]).map(\.column)
      return columns.map { value in
        switch policy {
        case .oldestTrumps, .overwrite:
          return "\(value) = (SELECT d.\(value) FROM \(others) ORDER BY m.old DESC LIMIT 1)"
        case .newestTrumps:
          let initial = SQLLiteral.text(owner.types[slot].inlineCell(rule.owner.defaultValues[slot]))
          return """
            \(value) = CASE WHEN EXISTS (SELECT 1 FROM \(others) AND \(found(column, initial))) \
            THEN (SELECT d.\(value) FROM \(others) AND \(found(column, initial)) ORDER BY m.old DESC LIMIT 1) \
            ELSE \(value) END
            """
        }
      }
    }
    return """
      UPDATE \(owner.table) AS o SET \(assignments.joined(separator: ", ")) \
      WHERE Z_PK IN (SELECT new FROM \(Self.merged))
      """
  }

  /// Returns the condition that a value replaces an older one.
  private func found(_ column: String, _ initial: String) -> String {
    "d.\(column) IS NOT NULL AND d.\(column) IS NOT \(initial)"
  }

  // MARK: References

  private func redirect(_ referrer: Entity.Referrer) throws -> MigrationProblem? {
    let source = layout[referrer.entity]
    let (table, column) = (source.table, source.columns[referrer.slot])
    let found = "\(column) IN (SELECT old FROM \(Self.merged))"
    let unsuitable = try model.number(ofEntity: referrer.relationship.destination).map { destination in
      let family = model.family(of: destination)
      return try connection.integer(
        """
        SELECT count(*) FROM \(table) AS r JOIN \(Self.merged) AS m ON r.\(column) = m.old \
        WHERE m.entity NOT BETWEEN \(family.lowerBound) AND \(family.upperBound)
        """) ?? 0
    }
    if let unsuitable, unsuitable > 0 {
      return referrer.problem(in: model, .unsuitableDestination(count: Int(unsuitable)))
    }
    let assignments =
      [(column, "new")] + source.companions(of: [referrer.slot]).map { ($0.column, "entity") }
    let values = assignments.map { name, value in
      "\(name) = (SELECT \(value) FROM \(Self.merged) WHERE old = \(column))"
    }
    // The pair of a join row can be there already.
    let update = source.isLink ? "UPDATE OR IGNORE" : "UPDATE"
    try connection.execute("\(update) \(table) SET \(values.joined(separator: ", ")) WHERE \(found)")
    if source.isLink { try connection.execute("DELETE FROM \(table) WHERE \(found)") }
    return nil
  }

  /// Clears the references of a one-to-one relationship to rows that have another destination.
  private func clear(_ pair: Entity.Pair, _ owner: EntityLayout) throws -> MigrationProblem? {
    let destination = layout[pair.destination]
    let inverse = destination.columns[pair.inverse]
    let source = layout.family(of: owner.number).first { pair.isRelationship(of: $0.number, in: model) }
    guard let column = source?.columns[pair.slot] else { return nil }
    let condition = """
      \(inverse) IN (SELECT new FROM \(Self.merged)) AND NOT EXISTS (SELECT 1 FROM \(owner.table) AS o \
      WHERE o.Z_PK = r.\(inverse) AND o.\(column) = r.Z_PK)
      """
    if !destination.entity.isOptionalRelationship(inSlot: pair.inverse) {
      let lost = try connection.integer("SELECT count(*) FROM \(destination.table) AS r WHERE \(condition)")
      if let lost, lost > 0 { return pair.problem(in: model, count: Int(lost)) }
    }
    let columns = [inverse] + destination.companions(of: [pair.inverse]).map(\.column)
    try connection.execute(
      """
      UPDATE \(destination.table) AS r SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) \
      WHERE \(condition)
      """)
    return nil
  }
}
