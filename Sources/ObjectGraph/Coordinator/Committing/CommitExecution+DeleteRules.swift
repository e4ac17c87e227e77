internal import ObjectModel
internal import ObjectStore

/// Deletion of rows under the delete rules and the merge policy.
extension CommitExecution {
  /// Deletes the rows of the commit, except for rows that must stay.
  mutating func deleteRows() throws {
    guard !commit.changes.deleted.isEmpty else { return }
    try planDeletions()
    var rows: [Row] = []
    for id in deletions?.order ?? [] {
      if let row = try releasePlanned(id) { rows.append(row) }
    }
    for rows in rows.chunks(of: RowWrite.limit) { try remove(rows) }
    try resolveParked()
  }

  /// Deletes a row early, because another row needs its unique values.
  ///
  /// - Returns: `false` if the commit does not delete the row. After `true`, the row has been deleted unless
  ///   it must stay, and the next call for it returns `false`.
  mutating func deleteAhead(_ id: ManagedObjectID) throws -> Bool {
    guard toDelete[id] != nil || deletions?.goes(id) == true else { return false }
    if deletions == nil { try planDeletions() }
    if let row = try releasePlanned(id) { try remove([row]) }
    return true
  }

  /// Sets the references to a planned row to null.
  ///
  /// - Returns: The row, or nil if it stays or has been deleted.
  private mutating func releasePlanned(_ id: ManagedObjectID) throws -> Row? {
    guard let (row, releases) = deletions?.remove(id) else { return nil }
    toDelete[id] = nil
    for release in releases where deletions?.goes(release.source) != true { try empty(release, of: id) }
    return row
  }

  /// Sets a reference to a deleted row to null, or deletes the join row that holds it.
  private mutating func empty(_ release: DeletionPlan.Release, of target: ManagedObjectID) throws {
    guard let source = try transaction.rows([release.source]).first,
      source.values[release.slot].reference == target
    else { return }
    if model.isLink(source.id.entity) { return try drop(source) }
    var values = source.values
    values[release.slot] = .null
    try rewrite(source, values: values)
  }

  // MARK: Versions

  /// Determines the rows to delete.
  ///
  /// Later calls only follow references that have been added since.
  private mutating func planDeletions() throws {
    var stays: [ManagedObjectID] = []
    if deletions == nil {
      deletions = DeletionPlan()
      stays = try compareVersions()
    }
    stays += try followReferences()
    try keep(stays)
  }

  /// Plans the deletion of rows that are unchanged in the store, and of changed ones if the merge policy decides so.
  ///
  /// - Returns: The IDs of rows that stay.
  private mutating func compareVersions() throws -> [ManagedObjectID] {
    let rows = commit.changes.deleted.filter { toDelete[$0.id] != nil }
    let versions = try transaction.versions(rows.map(\.id).filter { !model.isLink($0.entity) })
    let misread = try misread(rows)
    func isUnchanged(_ row: Row) -> Bool {
      model.isLink(row.id.entity) || versions[row.id] == row.version && !misread.contains(row.id)
    }
    let changed = rows.filter { !isUnchanged($0) }.map(\.id)
    let changedRows = changed.isEmpty ? [:] : try storedRows(changed)
    var stays: [ManagedObjectID] = []
    for row in rows {
      if isUnchanged(row) {
        deletions?.add(row)
      } else if let stored = changedRows[row.id] {
        if try isDeletionRight(of: row, stored: stored) {
          deletions?.add(stored)
        } else {
          stays.append(row.id)
        }
      } else {
        toDelete[row.id] = nil
        report.rows.deleted.append(row)
      }
    }
    return stays
  }

  /// Returns a Boolean value that indicates whether to delete a row whose version in the store is another
  /// one.
  private mutating func isDeletionRight(of row: Row, stored: Row) throws -> Bool {
    if model.entity(of: row.id).differOnlyInDerived(row.values, stored.values) { return true }
    switch commit.policy {
    case .error: throw conflict(.changedMeanwhile, row.id, stored: stored)
    case .storeTrumps, .rollback: return false
    case .objectTrumps, .overwrite: return true
    case .custom(let rule): return try isDeletionRight(of: row, stored: stored, rule)
    }
  }

  // MARK: Delete rules

  /// Applies the delete rules to rows that refer to a deleted row and that the context cannot have known.
  ///
  /// A cascade adds rows to the plan: the plan is also the work list of the cascade.
  ///
  /// - Returns: The IDs of rows that must stay because of a reference.
  private mutating func followReferences() throws -> [ManagedObjectID] {
    var stays: [ManagedObjectID] = []
    // Moved out of the property: with a second reference to the storage, each mutation would copy it.
    var plan = deletions ?? DeletionPlan()
    deletions = nil
    defer { deletions = plan }
    var next = 0
    // The references to the rows of the plan that come next.
    var references: [ManagedObjectID: [(row: Row, slot: Slot)]] = [:]
    var end = 0
    while next < plan.order.count {
      if next == end {
        end = min(next + RowWrite.limit, plan.order.count)
        references = try self.references(to: plan.order[next..<end].filter(plan.goes)) { !plan.goes($0) }
      }
      let id = plan.order[next]
      next += 1
      guard let row = plan.row(id) else { continue }
      let strangers = (references[id] ?? []).filter { !plan.goes($0.row.id) }
      if try strangers.contains(where: { try keeps(row, $0.row, $0.slot) }) {
        stays.append(id)
        continue
      }
      for (source, slot) in strangers {
        let rule = rule(of: source, slot, to: row.id)
        if rule == .noAction { continue }
        plan.release(id, from: source.id, slot: slot)
        if rule == .cascade { plan.add(source) }
      }
    }
    return stays
  }

  /// Returns the delete rule for a reference to a deleted row, or nil if the reference is in a join row.
  func rule(of source: Row, _ slot: Slot, to target: ManagedObjectID) -> DeleteRule? {
    relationship(of: source, slot).map { model.deleteRule(for: $0, to: target.entity) }
  }

  private func relationship(of source: Row, _ slot: Slot) -> RelationshipDescription? {
    model.isLink(source.id.entity) ? nil : model.entity(of: source.id).relationship(inSlot: slot)
  }

  /// Returns a Boolean value that indicates whether a row must stay because of a reference to it.
  ///
  /// - Throws: A ``ConflictError`` if the policy is ``MergePolicy/error``.
  private func keeps(_ row: Row, _ source: Row, _ slot: Slot) throws -> Bool {
    guard let rule = rule(of: source, slot, to: row.id), rule != .noAction else { return false }
    guard commit.policy != .error else { throw conflict(.stillReferred, row.id, stored: row) }
    return rule == .deny || rule == .nullify && relationship(of: source, slot)?.isOptional != true
  }
}
