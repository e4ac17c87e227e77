/// Deletes rows, by the delete rules and the policy.
extension CommitExecution {
  /// Deletes a row; false when it has to stay.
  @discardableResult
  mutating func delete(_ row: Row) throws -> Bool {
    toDelete[row.id] = nil
    going.insert(row.id)
    if try releaseReferences(to: row), try remove(row) { return true }
    going.remove(row.id)
    staying.insert(row.id)
    return false
  }

  /// Takes a row away unless somebody else has changed it and the policy takes that side.
  private mutating func remove(_ row: Row) throws -> Bool {
    switch try transaction.delete(row.id, version: row.version) {
    case .done, .duplicate:
      report.deleted.append(row)
      return true
    case .stale: return try removeChanged(row)
    }
  }

  private mutating func removeChanged(_ row: Row) throws -> Bool {
    guard let stored = try transaction.rows([row.id]).first else {
      report.deleted.append(row)
      return true
    }
    if !model.entity(of: row.id).differOnlyInDerived(row.values, stored.values) {
      switch commit.policy {
      case .error: throw conflict(.changedMeanwhile, row.id, stored: stored)
      case .storeTrumps, .rollback: return false
      case .objectTrumps, .overwrite: break
      case .custom(let rule): if try !isDeletionRight(of: row, stored: stored, rule) { return false }
      }
    }
    _ = try transaction.delete(stored.id, version: nil)
    report.deleted.append(stored)
    return true
  }

  // MARK: What refers to it

  /// Settles what refers to a row that is to be deleted, which the deleting context cannot have seen: somebody else
  /// has saved it meanwhile.
  ///
  /// The delete rule is applied again; false where it cannot be, so that the row has to stay.
  private mutating func releaseReferences(to row: Row) throws -> Bool {
    let strangers = try references(to: row.id).filter { !isLeaving($0.row, $0.slot) }
    // Those that keep it come first: a row that has to stay loses none of the others.
    guard try !strangers.contains(where: { try keeps(row, $0.row, $0.slot) }) else { return false }
    for (source, slot) in strangers where !isLeaving(source, slot) {
      if try !release(source, slot, from: row) { return false }
    }
    return true
  }

  /// Whether this very commit is still going to take a reference away.
  private mutating func isLeaving(_ source: Row, _ slot: Int) -> Bool {
    if toDelete[source.id] != nil || going.contains(source.id) { return true }
    let updates = commit.changes.updated
    guard updatesWritten < updates.count, let place = places[source.id], place >= updatesWritten else {
      return false
    }
    let update = updates[place]
    return update.row.version == source.version && update.row.values[slot] != update.base[slot]
  }

  /// The rule for a reference to a row that is deleted; nil where a row of its own makes it.
  private func rule(of source: Row, _ slot: Int, to row: Row) -> DeleteRule? {
    guard let relationship = relationship(of: source, slot) else { return nil }
    let inverse = relationship.inverse.flatMap(model.entity(of: row.id).relationship)
    return inverse?.deleteRule ?? (relationship.isOptional ? .nullify : .noAction)
  }

  private func relationship(of source: Row, _ slot: Int) -> RelationshipDescription? {
    model.isLink(source.id.entity) ? nil : model.entity(of: source.id).relationship(inSlot: slot)
  }

  /// Whether a row has to stay because of a reference to it.
  private func keeps(_ row: Row, _ source: Row, _ slot: Int) throws -> Bool {
    guard let rule = rule(of: source, slot, to: row), rule != .noAction else { return false }
    guard commit.policy != .error else { throw conflict(.stillReferred, row.id, stored: row) }
    return rule == .deny || rule == .nullify && relationship(of: source, slot)?.isOptional != true
  }

  /// Takes a reference away from a row that is to be deleted; false where the row has to stay for it.
  private mutating func release(_ source: Row, _ slot: Int, from row: Row) throws -> Bool {
    if model.isLink(source.id.entity) {
      try drop(source)
      return true
    }
    guard let rule = rule(of: source, slot, to: row), rule != .noAction else { return true }
    if rule == .cascade, try delete(source) { return true }
    guard relationship(of: source, slot)?.isOptional == true else { return false }
    var values = source.values
    values[slot] = .null
    try rewrite(source, values: values)
    return true
  }

  // MARK: What stays

  /// Lets rows that stay, against what was to be saved, refer to nothing that has gone with it.
  mutating func settleStaying() throws {
    for row in try transaction.rows(staying.sorted()) {
      let slots = try danglingSlots(of: row)
      guard !slots.isEmpty else { continue }
      if model.isLink(row.id.entity) {
        staying.remove(row.id)
        try drop(row)
        continue
      }
      var values = row.values
      for slot in slots {
        guard model.entity(of: row.id).relationship(inSlot: slot)?.isOptional == true else {
          let name = model.entity(of: row.id).name(ofSlot: slot)
          throw conflict(.targetDeleted(relationship: name), row.id, stored: row)
        }
        values[slot] = .null
      }
      try rewrite(row, values: values)
    }
  }

  private func danglingSlots(of row: Row) throws -> [Int] {
    try model.entity(of: row.id).referenceSlots.filter { slot in
      guard let target = row.values[slot].reference else { return false }
      return try transaction.rows([target]).isEmpty
    }
  }

  /// Reports rows that stay as they are in the end, for the context that has let go of them.
  mutating func reportStaying() throws {
    guard !staying.isEmpty else { return }
    report.kept.removeAll { staying.contains($0.id) }
    report.kept += try transaction.rows(staying.sorted())
  }
}
