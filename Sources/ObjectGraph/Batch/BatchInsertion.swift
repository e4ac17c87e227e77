internal import Foundation
internal import ObjectModel
internal import ObjectStore

/// The insertion of the rows of a batch within a transaction, in their order.
///
/// Memory stays flat unless rows must be listed: the source makes some rows when those before have been inserted.
struct BatchInsertion {
  private let transaction: any StoreTransaction
  private let policy: MergePolicy
  private let listing: BatchListing
  private let entity: Entity
  private let properties: BatchProperties
  private let derived: DerivedValues?
  private var keys: BatchKeys
  private var outcome = BatchOutcome()
  private var changes = RowChanges()
  /// A Boolean value that indicates whether the rows are listed with their values.
  private var isListed = true
  /// The objects whose derived attributes depend on the new rows.
  private var owners: Set<ManagedObjectID> = []
  /// The destinations of the new rows, with a slot that leads to each.
  private var destinations: [ManagedObjectID: Slot] = [:]

  init(
    _ number: EntityNumber, _ policy: MergePolicy, _ listing: BatchListing, in model: ManagedObjectModel,
    keys: BatchKeys
  ) {
    transaction = keys.transaction
    self.policy = policy
    self.listing = listing
    self.keys = keys
    properties = BatchProperties(number, in: model)
    entity = model[number]
    derived = DerivedValues(model)
  }

  mutating func run(_ fill: BatchWork.Filler) throws -> BatchOutcome {
    var index = 0
    var rows: [Row] = []
    while true {
      var values = entity.defaultValues
      guard try fill(index, &values) else { break }
      index += 1
      rows.append(try checkedRow(values))
      if rows.count == rowsAtOnce {
        try insert(rows)
        rows.removeAll(keepingCapacity: true)
      }
    }
    try insert(rows)
    try checkDestinations()
    try updateOwners()
    outcome.changes = isListed || keys.recordsRows ? changes : nil
    return outcome
  }

  /// The number of rows that are inserted by one call.
  ///
  /// With several constraints, a row that is merged into another one can take the values of a row after it: it must be
  /// merged before that row is inserted.
  private var rowsAtOnce: Int { entity.uniqueSlots.count > 1 ? 1 : Self.rowLimit }

  /// As many rows as fit into the cache of a core with their values; more make a store in a file slower.
  private static let rowLimit = 256

  /// Returns the new row with values, after checking them.
  private mutating func checkedRow(_ values: [PropertyValue]) throws -> Row {
    var row = Row(id: try keys.next(), version: 0, values: values)
    let failures = entity.checks.failures(of: values, row.id)
    if !failures.isEmpty { throw ValidationError(failures: failures) }
    for slot in entity.referenceSlots {
      guard let id = values[slot].reference else { continue }
      guard id.store == row.id.store, properties.isDestination(id, slot) else {
        throw BatchError.wrongDestination(entity: entity.name, property: entity.name(ofSlot: slot))
      }
      destinations[id] = slot
    }
    if let derived, !entity.derivedSlots.isEmpty {
      row.values = derived.valuesWithoutMembers(for: row)
      entity.deriveTimes(in: &row.values)
    }
    return row
  }

  private mutating func insert(_ rows: [Row]) throws {
    for (row, outcome) in zip(rows, try transaction.write(rows.map { .insert($0) })) {
      // The row that refused it may have been merged with another one meanwhile.
      if try outcome == .done || transaction.insert(row) == .done {
        countInserted(row)
      } else {
        try merge(row)
      }
    }
  }

  private mutating func countInserted(_ row: Row) {
    outcome.count += 1
    if listing.includesIDs { outcome.ids.append(row.id) }
    if let derived { owners.formUnion(derived.owners(of: row.id, from: nil, to: row.values)) }
    list(row)
  }

  /// Lists a row, with its values as long as there are few.
  private mutating func list(_ row: Row) {
    if isListed, outcome.count > listing.rowLimit {
      isListed = false
      if !keys.recordsRows { changes.inserted = [] }
    }
    if isListed || keys.needsValues {
      changes.inserted.append(row.saved)
    } else if keys.recordsRows {
      // The history needs only the IDs of new rows.
      changes.inserted.append(Row(id: row.id, version: row.version + 1, values: []))
    }
  }

  // MARK: Unique values

  /// Returns the stored row with the unique values of a new one, and the constraint.
  private func conflicting(_ row: Row) throws -> (row: Row, constraint: [String])? {
    for slots in entity.uniqueSlots {
      guard let values = row.uniqueValues(slots) else { continue }
      let owner = properties.model.constraintOwner(slots, of: entity)
      if let other = try transaction.row(refusing: row.id, entity: owner, slots: slots, values: values) {
        return (other, slots.map(entity.name(ofSlot:)))
      }
    }
    return nil
  }

  /// Merges a new row into the stored row with the same unique values, under the merge policy.
  private mutating func merge(_ row: Row) throws {
    guard let (stored, constraint) = try conflicting(row) else { return }
    let conflict = ConflictError(
      kind: .notUnique(constraint: constraint), entity: entity.name, object: row.id, stored: stored)
    guard stored.id.entity == row.id.entity else { throw conflict }
    let sides = RowConflict(
      kind: .notUnique(constraint: constraint), entity: entity, object: row.id, base: nil,
      unsaved: row.values, stored: stored)
    guard var merged = try policy.merge(new: sides, over: stored.values) else { throw conflict }
    for slot in entity.derivedSlots { merged[slot] = stored.values[slot] }
    guard merged != stored.values else { return }
    if let derived {
      merged =
        try derived.values(for: [Row(id: stored.id, version: 0, values: merged)], in: transaction)[0]
      entity.deriveTimes(in: &merged)
      owners.formUnion(derived.owners(of: stored.id, from: stored.values, to: merged))
    }
    try update(stored, merged)
  }

  private mutating func update(_ stored: Row, _ values: [PropertyValue]) throws {
    let update = RowChanges.Update(
      row: Row(id: stored.id, version: stored.version, values: values), before: stored.values)
    guard try transaction.update(update.row, slots: update.slots) == .done else {
      throw ConflictError(
        kind: .changedMeanwhile, entity: properties.model.entity(of: stored.id).name, object: stored.id,
        stored: stored)
    }
    if let index = indexOfInserted(stored.id) {
      changes.inserted[index] = update.row.saved
    } else {
      changes.updated.append(.init(row: update.row.saved, before: stored.values))
    }
    try releasePartners(of: stored, values)
  }

  /// Sets the references of former partners in one-to-one relationships to null.
  ///
  /// A batch sets no new ones.
  private mutating func releasePartners(of stored: Row, _ values: [PropertyValue]) throws {
    for pair in properties.model.pairs(of: stored.id.entity)
    where values[pair.slot] != stored.values[pair.slot] {
      guard let former = stored.values[pair.slot].reference,
        let partner = try transaction.rows([former]).first,
        partner.values[pair.inverse].reference == stored.id
      else { continue }
      let entity = properties.model.entity(of: former)
      guard entity.relationship(inSlot: pair.inverse)?.isOptional == true else {
        throw ConflictError(kind: .changedMeanwhile, entity: entity.name, object: former, stored: partner)
      }
      var released = partner.values
      released[pair.inverse] = .null
      try update(partner, released)
    }
  }

  /// Returns the index of a row among the listed new ones, whose keys ascend.
  private func indexOfInserted(_ id: ManagedObjectID) -> Int? {
    var (first, end) = (0, changes.inserted.count)
    while first < end {
      let middle = (first + end) / 2
      if changes.inserted[middle].id < id { first = middle + 1 } else { end = middle }
    }
    return changes.inserted.indices.contains(first) && changes.inserted[first].id == id ? first : nil
  }

  // MARK: Other rows

  private func checkDestinations() throws {
    guard !destinations.isEmpty else { return }
    let ids = destinations.keys.sorted()
    let found = try Set(transaction.rows(ids).lazy.map(\.id))
    guard let missing = ids.first(where: { !found.contains($0) }), let slot = destinations[missing] else {
      return
    }
    throw BatchError.missingDestination(entity: entity.name, property: entity.name(ofSlot: slot))
  }

  private mutating func updateOwners() throws {
    guard let derived, !owners.isEmpty else { return }
    for ids in owners.sorted().chunks(of: RowWrite.limit) {
      let rows = try transaction.rows(Array(ids))
      for (row, values) in zip(rows, try derived.values(for: rows, in: transaction))
      where values != row.values {
        try update(row, values)
      }
    }
  }
}

extension Entity {
  /// Sets the derived times of the last save among `values`.
  func deriveTimes(in values: inout [PropertyValue]) {
    for slot in derivedSlots where attribute(inSlot: slot)?.derivation == .now {
      values[slot] = .date(.now)
    }
  }
}
