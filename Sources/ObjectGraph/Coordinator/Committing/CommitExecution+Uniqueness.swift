internal import ObjectModel
internal import ObjectStore

/// Uniqueness conflicts of updates, which are detected in the final state of the commit.
///
/// An update that duplicates the unique values of another row is parked: the same commit may change or delete
/// that row. When all updates have been written, the parked ones are written again. A remaining duplicate is
/// a conflict, which the merge policy resolves. A row whose update loses its new unique values gets its
/// former ones. If another update of the commit uses these, that update is parked again and gets a conflict
/// in turn. The process terminates: an update loses the values of a constraint at most once, and the values
/// before the commit were unique.
extension CommitExecution {
  /// Writes the values of an update that can be written now, with an empty slot in each constraint that it
  /// changes.
  ///
  /// - Parameter current: The current values in the store.
  mutating func park(
    _ update: RowChanges.Update, over current: [PropertyValue], isInserted: Bool = false
  ) throws {
    let row = update.row
    let emptied = model.entity(of: row.id).uniqueSlots.compactMap { constraint in
      constraint.contains { row.values[$0] != update.before[$0] || row.values[$0] != current[$0] }
        ? emptySlot(in: constraint, row.id) : nil
    }
    var waiting = row
    for slot in emptied { waiting.values[slot] = .null }
    let slots = waiting.values.slots.filter { waiting.values[$0] != current[$0] }
    guard try transaction.overwrite(waiting, slots: slots) == .done else {
      throw conflict(.changedMeanwhile, row.id, stored: nil)
    }
    parked.append(
      ParkedUpdate(
        id: row.id, version: row.version, isInserted: isInserted, base: update.before, target: row.values,
        current: waiting.values))
  }

  /// Returns the slot of a constraint that is empty while a row is parked.
  ///
  /// An attribute is preferred, because the delete rules find the row by its references.
  private func emptySlot(in constraint: [Slot], _ id: ManagedObjectID) -> Slot? {
    let entity = model.entity(of: id)
    return constraint.first { !entity.isReference($0) } ?? constraint.first
  }

  /// Changes the final values of a parked row.
  mutating func amendParked(_ stored: Row, values: [PropertyValue]) throws {
    guard var item = parked[stored.id] else { return }
    for slot in values.slots where values[slot] != stored.values[slot] { item.target[slot] = values[slot] }
    // The texts were derived from slots that may be empty while the row is parked.
    model.entity(of: item.id).deriveTexts(in: &item.target)
    parked.update(item)
  }

  /// Writes the parked updates with their final values.
  mutating func resolveParked() throws {
    while var item = parked.first() {
      try leaveGoneRows(&item)
      switch try transaction.overwrite(item.row, slots: item.slots) {
      case .done: finish(item)
      case .duplicate: try resolve(item)
      case .stale: throw conflict(.changedMeanwhile, item.id, stored: nil)
      }
    }
  }

  private mutating func finish(_ item: ParkedUpdate) {
    parked.remove(item.id)
    if item.isInserted {
      inserted.replace(with: item.row)
    } else if item.target == item.base {
      report.unchanged.append(item.row)
    } else {
      updated.append(.init(row: item.row, before: item.base))
    }
  }

  /// Redirects or clears references to deleted rows in slots that were empty while the row was parked.
  ///
  /// A deletion could not find these references.
  ///
  /// - Throws: A ``ConflictError`` if the relationship is not optional.
  private func leaveGoneRows(_ item: inout ParkedUpdate) throws {
    guard !gone.isEmpty else { return }
    let entity = model.entity(of: item.id)
    for slot in item.slots {
      guard let target = item.target[slot].reference, gone.contains(target) else { continue }
      let row = report.finalRow(for: target)
      let final = gone.contains(row) ? nil : row
      guard final != nil || entity.relationship(inSlot: slot)?.isOptional == true else {
        throw conflict(.targetDeleted(relationship: entity.name(ofSlot: slot)), item.id, stored: nil)
      }
      item.target[slot] = final.map { .reference($0) } ?? .null
    }
  }

  // MARK: Conflicts

  /// Resolves the conflict of a parked update with another row, after all updates have been written.
  private mutating func resolve(_ item: ParkedUpdate) throws {
    var item = item
    let (other, constraint) = try conflictingRow(for: item.row)
    // Planning the deletions can change this update, so it is tried again in either case.
    if try deleteAhead(other.id) { return }
    if item.isEntitled(to: constraint) { return try evict(other, constraint, for: item) }
    switch commit.policy {
    case .error: throw notUnique(constraint, item.id, stored: other)
    case .storeTrumps: giveUp(constraint, &item)
    case .rollback: item.target = item.base
    case .objectTrumps, .overwrite: return try replace(other, by: item, constraint)
    case .custom(let rule):
      let conflict = UniquenessConflict(id: item.id, other: other.id, constraint: constraint)
      guard resolved.insert(conflict).inserted else { throw notUnique(constraint, item.id, stored: other) }
      if try resolve(&item, other, constraint, by: rule) {
        return try replace(other, by: item, constraint)
      }
    }
    parked.update(item)
  }

  /// Parks another update of this commit again, whose new unique values were those of `item` before the
  /// commit.
  ///
  /// - Throws: A ``ConflictError`` if no such update holds the values.
  private mutating func evict(_ other: Row, _ constraint: [Slot], for item: ParkedUpdate) throws {
    let record = updated.record(of: other.id)
    guard let record, constraint.contains(where: { record.before[$0] != other.values[$0] }) else {
      throw notUnique(constraint, item.id, stored: other)
    }
    updated.remove(other.id)
    let row = Row(id: other.id, version: record.row.version - 1, values: other.values)
    try park(.init(row: row, before: record.before), over: other.values)
  }

  /// Restores the former values of the slots of a constraint, and of the attributes that they are derived
  /// from.
  private func giveUp(_ constraint: [Slot], _ item: inout ParkedUpdate) {
    let entity = model.entity(of: item.id)
    for slot in constraint {
      item.target[slot] = item.base[slot]
      if let source = entity.textSource(ofSlot: slot) { item.target[source] = item.base[source] }
    }
    entity.deriveTexts(in: &item.target)
  }

  /// Resolves a conflict by a custom rule.
  ///
  /// - Returns: A Boolean value that indicates whether the commit replaces the other row.
  private func resolve(
    _ item: inout ParkedUpdate, _ other: Row, _ constraint: [Slot], by rule: ConflictRule
  ) throws -> Bool {
    let sides = RowConflict(
      kind: .notUnique(constraint: names(constraint, item.id)), entity: model.entity(of: item.id),
      object: item.id, base: item.base, unsaved: item.target, stored: other,
      storedEntity: model.entity(of: other.id))
    let resolution = try sides.resolution(by: rule)
    switch resolution {
    case .object: return true
    case .store: giveUp(constraint, &item)
    case .values:
      item.target = sides.values(resolution, over: item.target)
      model.entity(of: item.id).deriveTexts(in: &item.target)
      guard constraint.contains(where: { item.target[$0] != other.values[$0] }) else {
        throw notUnique(constraint, item.id, stored: other)
      }
    }
    return false
  }

  /// Deletes a row with the same unique values, and redirects the references to it to the row of `item`.
  ///
  /// - Throws: A ``ConflictError`` if the row has another entity of the inheritance tree: relationships that lead to it may not
  ///   lead to objects of the entity of `item`.
  private mutating func replace(_ other: Row, by item: ParkedUpdate, _ constraint: [Slot]) throws {
    guard other.id.entity == item.id.entity else { throw notUnique(constraint, item.id, stored: other) }
    report.mergedInto[other.id] = item.id
    try repointStoredReferences(from: other.id, to: item.id)
    try remove([other])
  }

  /// Returns the stored row with the unique values of `row`, and the slots of the constraint.
  ///
  /// - Throws: A ``ConflictError`` if such a row no longer exists.
  func conflictingRow(for row: Row) throws -> (Row, [Slot]) {
    let entity = model.entity(of: row.id)
    for slots in entity.uniqueSlots {
      let values = slots.map { row.values[$0] }
      guard !values.contains(.null) else { continue }
      let owner = model.constraintOwner(slots, of: entity)
      let found = try transaction.row(refusing: row.id, entity: owner, slots: slots, values: values)
      if let found, found.id != row.id { return (found, slots) }
    }
    throw conflict(.changedMeanwhile, row.id, stored: nil)
  }

  func notUnique(_ constraint: [Slot], _ id: ManagedObjectID, stored: Row) -> ConflictError {
    conflict(.notUnique(constraint: names(constraint, id)), id, stored: stored)
  }
}
