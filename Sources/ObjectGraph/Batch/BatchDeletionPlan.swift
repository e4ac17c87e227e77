internal import ObjectModel
internal import ObjectStore

/// The rows that a batch deletes and changes in a store that cannot apply delete rules itself.
struct BatchDeletionPlan {
  private let model: ManagedObjectModel
  private let transaction: any StoreTransaction
  private var rows: [ManagedObjectID: Row] = [:]
  /// The IDs of the rows to delete, in order; a cascade appends to them.
  private var order: [ManagedObjectID] = []
  private var updates: [ManagedObjectID: RowChanges.Update] = [:]
  private var failures: [ValidationError.Failure] = []

  init(in model: ManagedObjectModel, _ transaction: any StoreTransaction) {
    self.model = model
    self.transaction = transaction
  }

  /// Returns the changes for a deletion of rows.
  ///
  /// - Throws: A ``ValidationError`` if a rule of the model forbids it; the errors of the store.
  mutating func changes(deleting matches: [Row]) throws -> RowChanges {
    add(matches)
    var next = 0
    while next < order.count {
      let id = order[next]
      next += 1
      if let row = rows[id], !model.isLink(id.entity) { try cascade(from: row) }
    }
    for id in order where !model.isLink(id.entity) {
      guard let row = rows[id] else { continue }
      try refuse(row)
      try emptyReferences(to: id)
    }
    try countMembers()
    guard failures.isEmpty else { throw ValidationError(failures: failures) }
    return RowChanges(
      updated: updates.values.sorted { $0.row.id < $1.row.id }, deleted: order.compactMap { rows[$0] })
  }

  private mutating func add(_ new: [Row]) {
    for row in new where rows.updateValue(row, forKey: row.id) == nil { order.append(row.id) }
  }

  // MARK: Delete rules

  private mutating func cascade(from row: Row) throws {
    for relationship in model.entity(of: row.id).relationships {
      let members = try transaction.members(of: relationship, row, in: model)
      add(members.compactMap(\.link))
      guard relationship.deleteRule == .cascade else { continue }
      let new = members.map(\.member).filter { rows[$0] == nil }
      if !new.isEmpty { add(try transaction.rows(new)) }
    }
  }

  private mutating func refuse(_ row: Row) throws {
    let entity = model.entity(of: row.id)
    for relationship in entity.relationships where relationship.deleteRule == .deny {
      let remaining = try transaction.members(of: relationship, row, in: model).filter {
        rows[$0.member] == nil
      }
      guard !remaining.isEmpty else { continue }
      failures.append(
        .init(
          object: row.id, entity: entity.name, property: relationship.name,
          rule: .denied(count: remaining.count)))
    }
  }

  private mutating func emptyReferences(to id: ManagedObjectID) throws {
    for referrer in model.referrers(to: id.entity)
    where !model.isLink(referrer.entity)
      && model.deleteRule(for: referrer.relationship, to: id.entity) == .nullify
    {
      let sources = try transaction.sources(entity: referrer.entity, slot: referrer.slot, targets: [id])
        .filter { rows[$0] == nil }
      for source in sources {
        guard let row = try updates[source]?.row ?? transaction.rows([source]).first else { continue }
        var update = updates[source] ?? .init(row: row, before: row.values)
        update.row.values[referrer.slot] = .null
        let entity = model.entity(of: source)
        entity.deriveTimes(in: &update.row.values)
        updates[source] = update
        failures += entity.checks.failures(of: .null, slot: referrer.slot, source)
      }
    }
  }

  // MARK: Numbers of members

  /// Checks the relationships with a limited number of members that lose some.
  private mutating func countMembers() throws {
    guard model.countsMembers else { return }
    var owners: [ManagedObjectID: Set<String>] = [:]
    for row in rows.values {
      for slot in model.entity(of: row.id).referenceSlots {
        guard let end = model.end(ofSlot: slot, entity: row.id.entity), end.isCounted,
          let owner = row.values[slot].reference, rows[owner] == nil
        else { continue }
        owners[owner, default: []].insert(end.name)
      }
    }
    for owner in try transaction.rows(owners.keys.sorted()) {
      let entity = model.entity(of: owner.id)
      for name in owners[owner.id] ?? [] {
        guard let relationship = entity.relationship(name) else { continue }
        let count = try transaction.members(of: relationship, owner, in: model)
          .filter { rows[$0.link?.id ?? $0.member] == nil && rows[$0.member] == nil }.count
        guard count < relationship.minimumCount else { continue }
        failures.append(
          .init(
            object: owner.id, entity: entity.name, property: name,
            rule: .count(count, least: relationship.minimumCount, most: relationship.maximumCount)))
      }
    }
  }
}
