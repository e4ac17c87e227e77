internal import ObjectModel

/// A migration of rows in memory by a plan.
final class RowMigration: MigrationEditor {
  private let plan: MigrationPlan
  private let old: InMemoryRows
  /// The rule by which rows with the same unique values are merged; `nil` if they are refused.
  private let duplicates: DuplicatePolicy?
  let path: String
  private let offsets: KeyOffsets
  private let joins: RowPairs
  /// The rows by the number of their entity in the new model.
  private var rows: EntityTable<[Int64: Row]>
  private var nextKeys: [EntityNumber: Int64] = [:]
  private var deleted: Set<ManagedObjectID> = []
  private var problems = ProblemCounts()

  init(
    _ plan: MigrationPlan, of rows: InMemoryRows, duplicates: DuplicatePolicy?, path: String
  ) throws(StoreError) {
    self.plan = plan
    old = rows
    self.duplicates = duplicates
    self.path = path
    let roots = plan.old.numbers.filter { plan.old.root(of: $0) == $0 }
    offsets = try KeyOffsets(
      plan.mapping,
      highest: Dictionary(
        roots.map { ($0, rows.nextKey(ofEntity: $0) - 1) }, uniquingKeysWith: { first, _ in first }),
      path: path)
    joins = RowPairs(rows)
    self.rows = EntityTable(plan.new.storedEntities.map { _ in [:] })
    for (root, highest) in offsets.highest { nextKeys[root] = highest + 1 }
  }

  var model: ManagedObjectModel { plan.new }

  /// Returns the rows of the new model.
  ///
  /// - Parameter report: Is called with the number of complete entities and of all.
  /// - Throws: A ``MigrationError``, an error of a function of the stage or of `report`, or a `CancellationError` if the
  ///   current task is canceled.
  func run(_ report: (Int, Int) throws -> Void) throws -> InMemoryRows {
    let entities = plan.new.storedEntities
    for (index, entity) in entities.enumerated() {
      try report(index, entities.count)
      if entity.isLink { try join(entity) } else { try convert(entity) }
    }
    try refuseProblems()
    try mapObjects()
    removeDeleted()
    for entity in entities where !entity.isLink { checkRequired(entity) }
    try refuseProblems()
    deriveTexts()
    try mergeDuplicates()
    checkConstraints()
    try refuseProblems()
    let result = try result()
    try report(entities.count, entities.count)
    return result
  }

  private func refuseProblems() throws(MigrationError) {
    guard problems.isEmpty else { throw MigrationError(path: path, problems: problems.all) }
  }

  // MARK: Values

  func newID(_ id: ManagedObjectID) -> ManagedObjectID? {
    guard let number = plan.newNumber(of: id.entity) else { return nil }
    let offset = offsets.offset(from: plan.old.root(of: id.entity), to: plan.new.root(of: number))
    return ManagedObjectID(entity: number, key: id.key + offset, in: old.store)
  }

  private func convert(_ entity: Entity) throws {
    guard let oldEntity = plan.oldEntity(of: entity) else { return }
    let sources = plan.sources(of: entity)
    let found = old.rows(ofEntity: oldEntity.number)
    if entity.isAbstract, !oldEntity.isAbstract, !plan.hasFunction(for: entity), !found.isEmpty {
      problems.add(entity.name, nil, .abstractEntity(count: found.count))
    }
    for row in found {
      try Task.checkCancellation()
      guard let id = newID(row.id) else { continue }
      let values = zip(entity.slots, sources).map { value($0, $1, of: row, entity) }
      rows[entity.number][id.key] = Row(id: id, version: row.version, values: values)
    }
  }

  private func value(
    _ slot: Slot, _ source: MigrationPlan.Source, of row: Row, _ entity: Entity
  ) -> PropertyValue {
    switch source {
    case .value(let value): return value
    case .slot(let oldSlot, let conversion, let empty):
      let value = row.values[oldSlot]
      guard let conversion, !value.isNull else { return value.isNull ? empty : value }
      if let converted = conversion.value(value) { return converted }
      if !plan.hasFunction(for: entity) {
        problems.count(
          entity.name, entity.name(ofSlot: slot), example: value, of: conversion.destination)
      }
      return .null
    case .destination(let pairs):
      return destination(pairs, of: row, slot, entity).flatMap { newID($0.target) }
        .map { .reference($0) } ?? .null
    case .position(let pairs):
      return joins[pairs][row.id]?.first { newID($0.target) != nil }?.sourcePosition ?? .null
    }
  }

  /// Returns the destination of a row; several destinations, and those of another entity, are problems.
  private func destination(
    _ pairs: MigrationPlan.Pairs, of row: Row, _ slot: Slot, _ entity: Entity
  ) -> RowPairs.Pair? {
    let found = (joins[pairs][row.id] ?? []).filter { newID($0.target) != nil }
    let name = entity.name(ofSlot: slot)
    if found.count > 1 { problems.count(entity.name, name) { .severalDestinations(count: $0) } }
    guard let first = found.first, let target = newID(first.target) else { return nil }
    guard plan.new.leads(to: entity.relationship(inSlot: slot)?.destination ?? "", target) else {
      problems.count(entity.name, name) { .unsuitableDestination(count: $0) }
      return nil
    }
    return first
  }

  /// Makes the join rows of a many-to-many relationship.
  private func join(_ link: Entity) throws {
    guard let pairs = plan.pairs(ofLink: link) else { return }
    let names = link.name.split(separator: ".", maxSplits: 1).map(String.init)
    var key: Int64 = 1
    let slots = (link.referenceSlots[0], link.referenceSlots[1])
    for (source, found) in joins[pairs].sorted(by: { $0.key < $1.key }) {
      try Task.checkCancellation()
      for pair in found {
        guard let near = newID(source), let far = newID(pair.target) else { continue }
        guard plan.new.leads(to: link.relationship(inSlot: slots.0)?.destination ?? "", near),
          plan.new.leads(to: link.relationship(inSlot: slots.1)?.destination ?? "", far)
        else {
          problems.count(names[0], names[1]) { .unsuitableDestination(count: $0) }
          continue
        }
        var values = link.defaultValues
        (values[slots.0], values[slots.1]) = (.reference(near), .reference(far))
        for slot in link.slots {
          guard let end = link.orderedRelationship(ofSlot: slot) else { continue }
          values[slot] =
            (end == link.name(ofSlot: slots.0) ? pair.targetPosition : pair.sourcePosition) ?? .null
        }
        let id = ManagedObjectID(entity: link.number, key: key, in: old.store)
        rows[link.number][key] = Row(id: id, version: 1, values: values)
        key += 1
      }
    }
    nextKeys[link.number] = key
  }

  // MARK: Functions of a custom stage

  private func mapObjects() throws {
    for (number, body) in plan.objectMappings.sorted(by: { $0.key < $1.key }) {
      for row in old.rows(ofEntity: number) {
        try Task.checkCancellation()
        let id = newID(row.id)
        let new = id.flatMap { rows[$0.entity][$0.key] }
        let object = MigratedObject(
          old: row, of: plan.old[number], new: new, of: id.map { plan.new[$0.entity] }, editor: self)
        try body(object)
        guard let id, let new else { continue }
        if object.isDeleted {
          deleted.insert(id)
        } else if try !changedSlots(of: new, by: object).isEmpty {
          rows[id.entity][id.key] = Row(id: id, version: new.version, values: object.values)
        }
      }
    }
    guard !plan.objectMappings.isEmpty else { return }
    // Functions can have added members that were there.
    for entity in plan.new.storedEntities where entity.isLink { rows.removeRepetitions(of: entity) }
  }

  func insert(
    _ name: String, _ values: [String: PropertyValue]
  ) throws(MigrationError) -> ManagedObjectID {
    let (entity, row) = try self.values(name, values)
    let root = plan.new.root(of: entity.number)
    let id = ManagedObjectID(entity: entity.number, key: nextKeys[root] ?? 1, in: old.store)
    nextKeys[root] = id.key + 1
    rows[entity.number][id.key] = Row(id: id, version: 1, values: row)
    return id
  }

  private func removeDeleted() {
    guard !deleted.isEmpty else { return }
    for id in deleted { rows[id.entity][id.key] = nil }
    for entity in plan.new.storedEntities {
      for slot in entity.referenceSlots {
        for (key, row) in rows[entity.number] where row.values[slot].reference.map(deleted.contains) == true {
          if entity.isLink {
            rows[entity.number][key] = nil
          } else {
            rows[entity.number][key]?.values[slot] = .null
          }
        }
      }
    }
  }

  // MARK: Rules

  /// Counts the rows without a value that is required, of properties that change.
  private func checkRequired(_ entity: Entity) {
    let isFunction = plan.hasFunction(for: entity) || !plan.objectMappings.isEmpty
    for slot in entity.requiredSlots {
      let name = entity.name(ofSlot: slot)
      guard isFunction || plan.mapping.entity(entity.name)?.property(name)?.changes.isEmpty == false else {
        continue
      }
      let count = rows[entity.number].values.count { $0.values[slot].isNull }
      if count > 0 { problems.add(entity.name, name, .missingValue(count: count)) }
    }
  }

  /// Computes the texts that constraints may compare.
  private func deriveTexts() {
    for entity in plan.new.entities where !entity.derivedSlots.isEmpty {
      for key in rows[entity.number].keys {
        guard var values = rows[entity.number][key]?.values else { continue }
        entity.deriveTexts(in: &values)
        rows[entity.number][key]?.values = values
      }
    }
  }

  private func mergeDuplicates() throws {
    guard let duplicates else { return }
    var merging = RowMerging(rows, of: plan.new, by: duplicates)
    try merging.run()
    guard merging.problems.isEmpty else { throw MigrationError(path: path, problems: merging.problems) }
    rows = merging.rows
  }

  private func checkConstraints() {
    for entity in plan.new.storedEntities {
      for (names, slots) in zip(entity.uniquenessConstraints, entity.uniqueSlots)
      where plan.new.constraintOwner(slots, of: entity) == entity.number {
        var holders: [[PropertyValue]: Int] = [:]
        var examples: [[PropertyValue]: Row] = [:]
        for row in plan.new.family(of: entity.number).flatMap({ rows[$0].values }) {
          let key = slots.map { row.values[$0].columnValue }
          if key.contains(.null) { continue }
          holders[key, default: 0] += 1
          if examples[key].map({ row.id < $0.id }) ?? true { examples[key] = row }
        }
        let shared = holders.filter { $0.value > 1 }
        guard let first = shared.keys.compactMap({ examples[$0] }).min(by: { $0.id < $1.id }) else {
          continue
        }
        problems.add(
          entity.name, nil,
          .notUnique(constraint: names, count: shared.count, example: slots.map { first.values[$0] }))
      }
    }
  }

  private func result() throws -> InMemoryRows {
    var result = InMemoryRows(model: plan.new, store: old.store)
    for table in rows.elements {
      for row in table.values where !result.put(row) {
        throw StoreError.damaged(path: path, reason: "\(row.id) is there twice")
      }
    }
    for (root, key) in nextKeys { result.reserveKeys(below: key, entity: root) }
    try result.fillDerivedValues(path: path)
    return result
  }
}
