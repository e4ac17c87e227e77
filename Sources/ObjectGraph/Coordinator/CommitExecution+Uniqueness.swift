/// Uniqueness conflicts of updates, judged by the final state of the commit.
///
/// An update that meets another row with its unique values is parked: the row that holds them may itself get others in
/// the same commit, or be deleted. When all updates have been written, the parked ones are tried again. A row that is
/// still in the way is a conflict, which the merge policy resolves. An update that gives up its unique values takes back
/// those that the row had before; another update of the commit that has taken these is parked again, and is in conflict
/// in turn. That ends, because no update gives up the values of a constraint twice, and the values before the commit
/// were unique.
extension CommitExecution {
  /// Writes what an update can have now, and leaves an empty slot in each constraint that it touches.
  ///
  /// - Parameter current: The values that the store has now.
  mutating func park(
    _ update: StoreChanges.Update, over current: [PropertyValue], isInserted: Bool = false
  ) throws {
    let row = update.row
    let emptied = model.entity(of: row.id).uniqueSlots.compactMap { constraint in
      constraint.contains { row.values[$0] != update.base[$0] || row.values[$0] != current[$0] }
        ? emptySlot(in: constraint, row.id) : nil
    }
    var waiting = row
    for slot in emptied { waiting.values[slot] = .null }
    let slots = waiting.values.indices.filter { waiting.values[$0] != current[$0] }
    guard try transaction.overwrite(waiting, slots: slots) == .done else {
      throw conflict(.changedMeanwhile, row.id, stored: nil)
    }
    parked.append(
      ParkedUpdate(
        id: row.id, version: row.version, isInserted: isInserted, base: update.base, target: row.values,
        current: waiting.values))
  }

  /// The slot of a constraint that a parked row leaves empty: an attribute if there is one, so that the delete rules
  /// still find the row by its references.
  private func emptySlot(in constraint: [Int], _ id: ManagedObjectID) -> Int? {
    let entity = model.entity(of: id)
    return constraint.first { !entity.isReference($0) } ?? constraint.first
  }

  /// Gives a parked row other values than it has in the store.
  mutating func amendParked(_ stored: Row, values: [PropertyValue]) throws {
    guard var item = parked[stored.id] else { return }
    for slot in values.indices where values[slot] != stored.values[slot] { item.target[slot] = values[slot] }
    // The texts were derived from slots that may be empty for now.
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
      report.kept.append(item.row)
    } else {
      updated.append(.init(row: item.row, before: item.base))
    }
  }

  /// References in slots that were left empty could not be found when the rows that they lead to were deleted.
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

  /// Another row has the unique values of a parked update, also now that all updates have been written.
  private mutating func resolve(_ item: ParkedUpdate) throws {
    var item = item
    let (other, constraint) = try conflictingRow(for: item.row)
    // Planning the deletions can change this item, so it is tried again either way.
    if try deleteAhead(other.id) { return }
    if item.isEntitled(to: constraint) { return try evict(other, constraint, for: item) }
    switch commit.policy {
    case .error: throw notUnique(constraint, item.id, stored: other)
    case .storeTrumps: giveUp(constraint, &item)
    case .rollback: item.target = item.base
    case .objectTrumps, .overwrite: return try replace(other, by: item)
    case .custom(let rule):
      let conflict = UniquenessConflict(id: item.id, other: other.id, constraint: constraint)
      guard resolved.insert(conflict).inserted else { throw notUnique(constraint, item.id, stored: other) }
      if try resolve(&item, other, constraint, by: rule) { return try replace(other, by: item) }
    }
    parked.update(item)
  }

  /// Parks an update of this commit again, which has taken values that another row has to take back.
  private mutating func evict(_ other: Row, _ constraint: [Int], for item: ParkedUpdate) throws {
    let record = updated.record(of: other.id)
    guard let record, constraint.contains(where: { record.before[$0] != other.values[$0] }) else {
      throw notUnique(constraint, item.id, stored: other)
    }
    updated.remove(other.id)
    let row = Row(id: other.id, version: record.row.version - 1, values: other.values)
    try park(.init(row: row, base: record.before), over: other.values)
  }

  /// Saves an update without the slots of a constraint, and without what they are derived from.
  private func giveUp(_ constraint: [Int], _ item: inout ParkedUpdate) {
    let entity = model.entity(of: item.id)
    for slot in constraint {
      item.target[slot] = item.base[slot]
      if let source = entity.textSource(ofSlot: slot) { item.target[source] = item.base[source] }
    }
    entity.deriveTexts(in: &item.target)
  }

  /// Lets a rule decide.
  ///
  /// - Returns: A Boolean value that indicates whether the commit replaces the other row.
  private func resolve(
    _ item: inout ParkedUpdate, _ other: Row, _ constraint: [Int], by rule: ConflictRule
  ) throws -> Bool {
    let sides = RowConflict(
      kind: .notUnique(constraint: names(constraint, item.id)), entity: model.entity(of: item.id),
      object: item.id, base: item.base, unsaved: item.target, stored: other,
      storedEntity: model.entity(of: other.id))
    let resolution = try sides.settled(by: rule)
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

  /// Puts a row in the place of the one with the same unique values; what refers to that one refers to it.
  private mutating func replace(_ other: Row, by item: ParkedUpdate) throws {
    report.redirects[other.id] = item.id
    try repointStoredReferences(from: other.id, to: item.id)
    try remove(other)
  }

  /// Returns the stored row with the unique values of `row`, and the slots of the constraint.
  ///
  /// - Throws: A ``ConflictError`` if no such row exists any more.
  func conflictingRow(for row: Row) throws -> (Row, [Int]) {
    let entity = model.entity(of: row.id)
    for slots in entity.uniqueSlots {
      let values = slots.map { row.values[$0] }
      guard !values.contains(.null) else { continue }
      let owner = model.constraintOwner(slots, of: entity)
      let found = try transaction.row(entity: owner, slots: slots, values: values)
      if let found, found.id != row.id { return (found, slots) }
    }
    throw conflict(.changedMeanwhile, row.id, stored: nil)
  }

  func notUnique(_ constraint: [Int], _ id: ManagedObjectID, stored: Row) -> ConflictError {
    conflict(.notUnique(constraint: names(constraint, id)), id, stored: stored)
  }
}

/// A uniqueness conflict of two rows.
struct UniquenessConflict: Hashable {
  let id: ManagedObjectID
  let other: ManagedObjectID
  let constraint: [Int]
}
