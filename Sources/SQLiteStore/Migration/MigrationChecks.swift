internal import ObjectStore

/// The checks whether all rows can be migrated, which read only the old tables.
struct MigrationChecks {
  let source: CellSource
  let connection: Connection

  private var plan: MigrationPlan { source.plan }

  /// Returns the problems of all entities.
  func problems() throws -> [MigrationProblem] {
    var problems: [MigrationProblem] = []
    for layout in source.new.entities {
      if layout.isLink {
        problems += try linkProblems(layout)
      } else if let old = plan.oldEntity(of: layout.entity) {
        problems += try self.problems(of: layout, source.old[old.number])
      }
    }
    return problems
  }

  private func problems(of layout: EntityLayout, _ old: EntityLayout) throws -> [MigrationProblem] {
    let entity = layout.entity
    var problems: [MigrationProblem] = []
    func add(_ property: String?, _ kind: MigrationProblem.Kind) {
      problems.append(MigrationProblem(entity: entity.name, property: property, kind))
    }
    let hasFunction = plan.hasFunction(for: entity)
    if entity.isAbstract, !old.entity.isAbstract, !hasFunction {
      let count = try count(old, "1")
      if count > 0 { add(nil, .abstractEntity(count: count)) }
    }
    let sources = plan.sources(of: entity)
    for (slot, cell) in zip(layout.present, source.cells(of: layout, from: old)) {
      let name = entity.name(ofSlot: slot)
      switch sources[slot] {
      case .slot(let oldSlot, let conversion?, _) where !hasFunction:
        if let kind = try conversionProblem(conversion, oldSlot, old) { add(name, kind) }
      case .destination(let pairs):
        for kind in try destinationProblems(pairs, layout, slot) { add(name, kind) }
      default: break
      }
      guard isNewlyRequired(slot, of: entity), !hasFunction, plan.objectMappings.isEmpty else { continue }
      let count = try count(old, "(\(cell.sql)) IS NULL AND NOT \(failure(sources[slot], old))")
      if count > 0 { add(name, .missingValue(count: count)) }
    }
    return problems
  }

  /// Returns whether rows of the old model may lack a value that is required.
  private func isNewlyRequired(_ slot: Slot, of entity: Entity) -> Bool {
    !entity.isOptional(slot: slot)
      && plan.mapping.entity(entity.name)?.property(entity.name(ofSlot: slot))?.changes.isEmpty == false
  }

  // MARK: Attributes

  /// Returns the condition that a value has no counterpart.
  private func failure(_ source: MigrationPlan.Source, _ old: EntityLayout) -> String {
    guard case .slot(let slot, let conversion?, _) = source,
      let failure = ConversionSQL(conversion).failure(value(slot, old))
    else { return "0" }
    return "COALESCE(\(failure), 0)"
  }

  private func value(_ slot: Slot, _ old: EntityLayout) -> String {
    let column = "o." + old.columns[slot]
    return old.types[slot].isExternal ? "\(ExternalDataFolder.function)(\(column))" : column
  }

  private func conversionProblem(
    _ conversion: AttributeConversion, _ slot: Slot, _ old: EntityLayout
  ) throws -> MigrationProblem.Kind? {
    let value = value(slot, old)
    guard let failure = ConversionSQL(conversion).failure(value) else { return nil }
    let count = try count(old, failure)
    guard count > 0 else { return nil }
    var example: PropertyValue = .null
    let sql = """
      SELECT \(value) FROM \(old.table) AS o WHERE \(failure)\(condition(old)) ORDER BY o.Z_PK LIMIT 1
      """
    try connection.forEachRow(sql) {
      let column = $0.columnValue(0)
      example = conversion.source.traits.form.value(ofColumn: column) ?? column
    }
    return .notConvertible(count: count, example: example, to: conversion.destination)
  }

  // MARK: Relationships

  private func destinationProblems(
    _ pairs: MigrationPlan.Pairs, _ layout: EntityLayout, _ slot: Slot
  ) throws -> [MigrationProblem.Kind] {
    let selection = PairSelection(pairs, in: source.old)
    let destination =
      layout.entity.relationship(inSlot: slot).flatMap { plan.new.number(ofEntity: $0.destination) }
      ?? layout.number
    var kinds: [MigrationProblem.Kind] = []
    let own = plan.oldEntity(of: layout.entity).map { ["\(selection.source.entity) = \($0.number)"] } ?? []
    let conditions = ([selection.condition] + own + source.alive(selection.target))
    if pairs.canRepeatSource(in: plan.old) {
      let count = try integer(
        """
        SELECT count(*) FROM (SELECT 1 FROM \(selection.table) AS p WHERE \(joined(conditions)) \
        GROUP BY \(selection.source.key) HAVING count(*) > 1)
        """)
      if count > 0 { kinds.append(.severalDestinations(count: count)) }
    }
    if let unsuitable = source.unsuitable(selection.target, for: destination) {
      let count = try integer(
        "SELECT count(*) FROM \(selection.table) AS p WHERE \(joined(conditions + [unsuitable]))")
      if count > 0 { kinds.append(.unsuitableDestination(count: count)) }
    }
    return kinds
  }

  private func linkProblems(_ link: EntityLayout) throws -> [MigrationProblem] {
    guard let pairs = plan.pairs(ofLink: link.entity) else { return [] }
    let selection = PairSelection(pairs, in: source.old)
    let ends = link.entity.referenceSlots.map { slot in
      link.entity.relationship(inSlot: slot).flatMap { plan.new.number(ofEntity: $0.destination) }
        ?? link.number
    }
    let unsuitable = [
      source.unsuitable(selection.source, for: ends[0]), source.unsuitable(selection.target, for: ends[1]),
    ].compactMap { $0 }
    guard !unsuitable.isEmpty else { return [] }
    let conditions = [selection.condition, "(\(unsuitable.joined(separator: " OR ")))"]
    let count = try integer("SELECT count(*) FROM \(selection.table) AS p WHERE \(joined(conditions))")
    let names = link.entity.name.split(separator: ".", maxSplits: 1).map(String.init)
    return count == 0
      ? []
      : [MigrationProblem(entity: names[0], property: names.last, .unsuitableDestination(count: count))]
  }

  // MARK: Counting

  private func joined(_ conditions: [String]) -> String { conditions.joined(separator: " AND ") }

  private func condition(_ old: EntityLayout) -> String {
    plan.old.family(of: old.entity.root).count == 1 ? "" : " AND o.Z_ENT = \(old.number)"
  }

  private func count(_ old: EntityLayout, _ condition: String) throws -> Int {
    try integer("SELECT count(*) FROM \(old.table) AS o WHERE \(condition)\(self.condition(old))")
  }

  private func integer(_ sql: String) throws -> Int { Int(try connection.integer(sql) ?? 0) }
}
