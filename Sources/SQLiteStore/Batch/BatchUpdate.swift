internal import ObjectStore

/// A batch update: the keys of the matching rows, then one statement.
struct BatchUpdate {
  let query: StoreQuery
  let assignments: [BatchAssignment]
  let layout: StoreLayout
  let connection: Connection
  private var model: ManagedObjectModel { layout.model }

  /// A Boolean value that indicates whether SQL computes and checks everything.
  var canBeRunInSQL: Bool {
    BatchUpdateRules(query, assignments, in: model).canBeAppliedInSQL
      && assignments.allSatisfy { $0.constant != nil || canBeComputed($0.slot) }
  }

  private func canBeComputed(_ slot: Slot) -> Bool {
    switch model[query.entity].attribute(inSlot: slot)?.type.traits.form {
    case .integer, .real, .decimal, .date, .string, .boolean: true
    default: false
    }
  }

  func run(listing: BatchListing, recordsRows: Bool) throws -> BatchOutcome {
    if !recordsRows, !listing.includesIDs, let count = try updateDirectly(listing) {
      return BatchOutcome(count: count, changes: nil)
    }
    let table = try BatchTable(layout[model.root(of: query.entity)], on: connection)
    defer { try? table.clear() }
    let count = try table.insert(SQLQuery(query: query, layout: layout, columns: .id))
    guard count > 0 else { return BatchOutcome() }
    var outcome = BatchOutcome(count: count)
    if listing.includesIDs { outcome.ids = try table.matches() }
    let isListed = recordsRows || count <= listing.rowLimit
    let before = isListed ? try table.rows(includesFiles: false) : []
    try update(table)
    try check(table)
    guard isListed else {
      outcome.changes = nil
      return outcome
    }
    let values = Dictionary(before.map { ($0.id, $0.values) }, uniquingKeysWith: { $1 })
    outcome.changes = RowChanges(
      // Beyond the limit, the rows are for the history only.
      updated: try table.rows(includesFiles: count <= listing.rowLimit).compactMap { row in
        values[row.id].map { .init(row: row, beforeWithoutFiles: $0, layout: layout[row.id.entity]) }
      })
    return outcome
  }

  /// Updates rows that need not be listed with one statement; nil if that is not possible.
  private func updateDirectly(_ listing: BatchListing) throws -> Int? {
    func direct() -> DirectBatch { DirectBatch(query, layout: layout, connection: connection) }
    guard try direct().hasMore(than: listing.rowLimit) else { return nil }
    for assignment in assignments where assignment.constant == nil {
      if try direct().hasDoubtfulValue(assignment) { return nil }
    }
    return try direct().update(assignments)
  }

  private func update(_ table: BatchTable) throws {
    let entity = layout[query.entity]
    let parts = SQLParts()
    let scope = SQLScope(entity.entity, in: layout, parts: parts)
    let condition = SQLCondition(model: model, scope: scope, parts: parts)
    let changes = try condition.changes(assignments, of: entity)
    try connection.run(
      """
      UPDATE \(scope.source) SET \(changes) \
      WHERE \(scope.alias).Z_PK IN \(table.keys)
      """, parts.bindings)
  }

  // MARK: Validation

  /// Throws if a computed value is not valid for its property.
  ///
  /// The rows are read only if the least and the greatest value of a column do not show that all its values are valid.
  private func check(_ table: BatchTable) throws {
    let computed = assignments.filter { $0.constant == nil }.map(\.slot)
    let doubtful = try computed.filter { try !isValid($0, table) }
    guard !doubtful.isEmpty else { return }
    var failures: [ValidationError.Failure] = []
    let columns = doubtful.map { layout[query.entity].columns[$0] }.joined(separator: ", ")
    let sql = """
      SELECT Z_PK, Z_ENT, \(columns) FROM \(table.layout.table) WHERE Z_PK IN \(table.keys)
      """
    try connection.forEachRow(sql) { row in
      guard failures.count < Self.failureLimit else { return }
      let id = row.id(of: table.layout)
      for (index, slot) in doubtful.enumerated() {
        let column = row.columnValue(Int32(2 + index))
        let form = model.entity(of: id).attribute(inSlot: slot)?.type.traits.form
        let value = column.isNull ? .null : form?.value(ofColumn: column) ?? column
        failures += model.checks(ofEntity: id.entity).failures(of: value, slot: slot, id)
      }
    }
    if !failures.isEmpty { throw ValidationError(failures: failures) }
  }

  /// The number of failures after which no more rows are checked.
  private static let failureLimit = 100

  /// Returns `true` if the least and the greatest value of the column show that all values are valid.
  private func isValid(_ slot: Slot, _ table: BatchTable) throws -> Bool {
    guard let attribute = model[query.entity].attribute(inSlot: slot) else { return false }
    let column = layout[query.entity].columns[slot]
    let hasOtherRules = attribute.rules.contains {
      switch $0 {
      case .minimum, .maximum: false
      default: true
      }
    }
    if hasOtherRules { return false }
    let form = attribute.type.traits.form
    var isValid = true
    try connection.forEachRow(
      """
      SELECT count(*) - count(\(column)), min(\(column)), max(\(column)), \
      sum(typeof(\(column)) NOT IN ('null', \(storageClasses(attribute)))) \
      FROM \(table.layout.table) WHERE Z_PK IN \(table.keys)
      """
    ) { row in
      let extremes = [row.columnValue(1), row.columnValue(2)].filter { !$0.isNull }
      isValid =
        row.integer(3) == 0 && (attribute.isOptional || row.integer(0) == 0)
        && extremes.allSatisfy { column in
          guard let value = form.value(ofColumn: column) else { return false }
          let id = ManagedObjectID(entity: query.entity, key: 1, in: layout.store)
          return model.checks(ofEntity: query.entity).failures(of: value, slot: slot, id).isEmpty
            && !(form == .boolean && ![.integer(0), .integer(1)].contains(column))
        }
    }
    return isValid
  }

  private func storageClasses(_ attribute: AttributeDescription) -> String {
    attribute.type.traits.column.storageClasses.map { "'\($0)'" }.joined(separator: ", ")
  }
}
