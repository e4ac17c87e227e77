internal import ObjectModel

/// The merging of rows in memory that share the values of uniqueness constraints.
struct RowMerging {
  private let model: ManagedObjectModel
  private let policy: DuplicatePolicy
  private(set) var rows: EntityTable<[Int64: Row]>
  private(set) var problems: [MigrationProblem] = []

  init(_ rows: EntityTable<[Int64: Row]>, of model: ManagedObjectModel, by policy: DuplicatePolicy) {
    (self.rows, self.model, self.policy) = (rows, model, policy)
  }

  /// Merges all rows that share values.
  ///
  /// References that lead to one row afterwards can be values of a constraint themselves, so it is repeated.
  ///
  /// - Throws: A `CancellationError` if the current task is canceled.
  mutating func run() throws {
    let rules = UniquenessRule.all(of: model)
    var isChanged = true
    while isChanged, problems.isEmpty {
      isChanged = false
      for rule in rules where try merge(by: rule) { isChanged = true }
    }
  }

  /// Merges the rows that share the values of a constraint; returns whether there were any.
  private mutating func merge(by rule: UniquenessRule) throws -> Bool {
    try Task.checkCancellation()
    var groups: [[PropertyValue]: [ManagedObjectID]] = [:]
    for row in model.family(of: rule.owner.number).flatMap({ rows[$0].values }) {
      let values = rule.slots.map { row.values[$0].columnValue }
      if !values.contains(.null) { groups[values, default: []].append(row.id) }
    }
    var kept: [ManagedObjectID: ManagedObjectID] = [:]
    for group in groups.values where group.count > 1 {
      let ids = group.sorted { $0.key < $1.key }
      for id in ids.dropFirst() { kept[id] = ids[0] }
      var values = policy.values(
        of: ids.compactMap { rows[$0.entity][$0.key]?.values }, in: rule.mergedSlots,
        defaults: rule.owner.defaultValues)
      model.entity(of: ids[0]).deriveTexts(in: &values)
      rows[ids[0].entity][ids[0].key]?.values = values
    }
    guard !kept.isEmpty else { return false }
    for referrer in rule.referrers { try redirect(referrer, kept) }
    for pair in rule.pairs { clear(pair, Set(kept.values)) }
    for id in kept.keys { rows[id.entity][id.key] = nil }
    return true
  }

  private mutating func redirect(
    _ referrer: Entity.Referrer, _ kept: [ManagedObjectID: ManagedObjectID]
  ) throws {
    try Task.checkCancellation()
    var unsuitable = 0
    for number in model.family(of: referrer.entity) {
      for (key, row) in rows[number] {
        guard let target = row.values[referrer.slot].reference, let id = kept[target] else { continue }
        if !model.leads(to: referrer.relationship.destination, id) { unsuitable += 1 }
        rows[number][key]?.values[referrer.slot] = .reference(id)
      }
    }
    if unsuitable > 0 {
      problems.append(referrer.problem(in: model, .unsuitableDestination(count: unsuitable)))
    }
    if model.isLink(referrer.entity) { rows.removeRepetitions(of: model[referrer.entity]) }
  }

  /// Clears the references of a one-to-one relationship to rows that have another destination.
  private mutating func clear(_ pair: Entity.Pair, _ kept: Set<ManagedObjectID>) {
    var lost = 0
    for number in model.family(of: pair.destination) {
      for (key, row) in rows[number] {
        guard let owner = row.values[pair.inverse].reference, kept.contains(owner),
          pair.isRelationship(of: owner.entity, in: model),
          rows[owner.entity][owner.key]?.values[pair.slot].reference != row.id
        else { continue }
        rows[number][key]?.values[pair.inverse] = .null
        if !model[number].isOptionalRelationship(inSlot: pair.inverse) { lost += 1 }
      }
    }
    if lost > 0 { problems.append(pair.problem(in: model, count: lost)) }
  }
}

extension EntityTable<[Int64: Row]> {
  /// Removes all but the oldest join row of each pair.
  mutating func removeRepetitions(of link: Entity) {
    var known: Set<[PropertyValue]> = []
    for (key, row) in self[link.number].sorted(by: { $0.key < $1.key })
    where !known.insert(link.referenceSlots.map { row.values[$0] }).inserted {
      self[link.number][key] = nil
    }
  }
}

extension Entity {
  /// Returns a Boolean value that indicates whether a to-one relationship may be empty.
  package func isOptionalRelationship(inSlot slot: Slot) -> Bool {
    relationship(inSlot: slot)?.isOptional ?? true
  }
}

extension Entity.Pair {
  /// Returns a Boolean value that indicates whether the entity with a number has the relationship.
  package func isRelationship(of number: EntityNumber, in model: ManagedObjectModel) -> Bool {
    model.pairs(of: number).contains {
      $0.slot == slot && $0.destination == destination && $0.inverse == inverse
    }
  }

  /// Returns the problem of objects that lose the destination of a required one-to-one relationship.
  package func problem(in model: ManagedObjectModel, count: Int) -> MigrationProblem {
    let entity = model[destination]
    return MigrationProblem(
      entity: entity.name, property: entity.name(ofSlot: inverse), .missingValue(count: count))
  }
}
