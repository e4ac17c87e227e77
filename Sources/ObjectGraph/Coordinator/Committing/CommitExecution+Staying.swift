internal import ObjectModel
internal import ObjectStore

/// Rows that the commit must delete and that stay, with everything that the delete rules would have deleted
/// or changed.
extension CommitExecution {
  /// Removes rows from the plan, together with the rows that were planned because of them and the rows that
  /// they require.
  ///
  /// A work list, because rows can depend on each other to any depth.
  mutating func keep(_ ids: [ManagedObjectID]) throws {
    guard !ids.isEmpty else { return }
    var waiting = ids
    var kept: Set<ManagedObjectID> = []
    while let id = waiting.popLast() {
      guard kept.insert(id).inserted else { continue }
      _ = deletions?.remove(id)
      if toDelete.removeValue(forKey: id) != nil {
        staying.insert(id)
        try followRedirects(of: id)
      }
      guard !model.isLink(id.entity), let row = try transaction.rows([id]).first else { continue }
      waiting += try dependents(of: row)
      waiting += try neededTargets(of: row)
    }
    try restoreReferences(to: kept)
  }

  /// Returns the planned rows that a row causes to be deleted: by a cascade, or as join rows with another row
  /// that stays.
  private func dependents(of row: Row) throws -> [ManagedObjectID] {
    var dependents: [ManagedObjectID] = []
    for relationship in model.entity(of: row.id).relationships {
      let members = try transaction.members(of: relationship, row, in: model)
      for (link, member) in members.map({ ($0.link?.id, $0.member) }) {
        if let link, goes(link), !goes(member) { dependents.append(link) }
        guard relationship.deleteRule == .cascade, goes(member),
          let other = try transaction.rows([member]).first, try !isCascaded(other, besides: row.id)
        else { continue }
        dependents.append(member)
        if let link, goes(link) { dependents.append(link) }
      }
    }
    return dependents
  }

  /// Returns the planned rows that a row that stays requires.
  ///
  /// Optional references are set to null instead.
  private mutating func neededTargets(of row: Row) throws -> [ManagedObjectID] {
    var needed: [ManagedObjectID] = []
    for slot in model.entity(of: row.id).referenceSlots {
      guard let target = row.values[slot].reference, goes(target), let rule = rule(of: row, slot, to: target),
        rule != .noAction
      else { continue }
      if rule == .deny || model.entity(of: row.id).relationship(inSlot: slot)?.isOptional != true {
        needed.append(target)
      } else {
        deletions?.release(target, from: row.id, slot: slot)
      }
    }
    return needed
  }

  private func goes(_ id: ManagedObjectID) -> Bool { deletions?.goes(id) == true }

  /// Returns a Boolean value that indicates whether the cascade of another planned row reaches a row.
  private func isCascaded(_ row: Row, besides owner: ManagedObjectID) throws -> Bool {
    for relationship in model.entity(of: row.id).relationships {
      guard model.inverse(of: relationship)?.deleteRule == .cascade else { continue }
      let owners = try transaction.members(of: relationship, row, in: model).map(\.member)
      if owners.contains(where: { $0 != owner && goes($0) }) { return true }
    }
    for referrer in model.referrers(to: row.id.entity)
    where referrer.relationship.inverse == nil && referrer.relationship.deleteRule == .cascade {
      let owners = try transaction.sources(entity: referrer.entity, slot: referrer.slot, targets: [row.id])
      if owners.contains(where: { $0 != owner && goes($0) }) { return true }
    }
    return false
  }

  /// Redirects the references of a row that was planned for deletion while other rows were redirected.
  private mutating func followRedirects(of id: ManagedObjectID) throws {
    guard !report.mergedInto.isEmpty, let row = try transaction.rows([id]).first,
      redirected(row.values) != row.values
    else { return }
    try rewrite(row, values: row.values)
  }

  /// Restores references that the commit has set to null because their destination was planned for deletion.
  private mutating func restoreReferences(to kept: Set<ManagedObjectID>) throws {
    for update in commit.changes.updated {
      let entity = model.entity(of: update.row.id)
      let slots = entity.referenceSlots.filter { slot in
        update.row.values[slot].isNull && update.before[slot].reference.map(kept.contains) == true
      }
      guard !slots.isEmpty, let stored = try transaction.rows([update.row.id]).first else { continue }
      var values = stored.values
      for slot in slots where stored.values[slot].isNull {
        values[slot] = update.before[slot]
        guard let position = model.end(ofSlot: slot, entity: update.row.id.entity)?.position else { continue }
        values[position] = update.before[position]
      }
      if values != stored.values { try rewrite(stored, values: values) }
    }
  }

  /// Reports the final state of rows that stay, because the context has deleted their objects.
  mutating func reportStaying() throws {
    guard !staying.isEmpty else { return }
    report.unchanged.removeAll { staying.contains($0.id) }
    report.unchanged += try transaction.rows(staying.sorted())
  }
}
