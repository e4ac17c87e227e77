internal import ObjectModel
internal import ObjectStore

/// Updates of references to rows that were redirected or deleted.
extension CommitExecution {
  /// Redirects the references in rows of this commit.
  mutating func followRedirects() throws {
    for id in report.mergedInto.keys { report.mergedInto[id] = report.finalRow(for: id) }
    let redirects = report.mergedInto
    try mapReferences { _, _, target in .reference(redirects[target] ?? target) }
  }

  /// Returns values whose references lead to the rows that replaced their destinations in this commit.
  func redirected(_ values: [PropertyValue]) -> [PropertyValue] {
    guard !report.mergedInto.isEmpty else { return values }
    return values.map { value in value.reference.map { .reference(report.finalRow(for: $0)) } ?? value }
  }

  /// Replaces each reference in the rows that this commit wrote by the result of `transform`.
  private mutating func mapReferences(
    _ transform: (Row, Slot, ManagedObjectID) throws -> PropertyValue
  ) throws {
    for row in inserted.elements + updated.elements.map(\.row) {
      var values = row.values
      for slot in values.slots {
        if let target = values[slot].reference { values[slot] = try transform(row, slot, target) }
      }
      if values != row.values { try rewrite(row, values: values) }
    }
    try resolveParked()
  }

  /// Sets references to rows that another writer has deleted to null.
  ///
  /// - Throws: A ``ConflictError`` if the relationship is not optional, or the policy is
  ///   ``MergePolicy/error``.
  mutating func resolveMissingTargets() throws {
    let missing = try missingTargets()
    guard !missing.isEmpty else { return }
    let (model, policy) = (model, commit.policy)
    try mapReferences { row, slot, target in
      guard missing.contains(target) else { return .reference(target) }
      let entity = model.entity(of: row.id)
      let name = entity.name(ofSlot: slot)
      let canBeEmpty = entity.relationship(name)?.isOptional == true || model.isLink(row.id.entity)
      guard policy != .error, canBeEmpty else {
        throw ConflictError(
          kind: .targetDeleted(relationship: name), entity: entity.name, object: row.id, stored: nil)
      }
      return .null
    }
  }

  /// Returns the IDs of missing destinations that the rows of this commit newly refer to.
  ///
  /// Rows that the commit itself has deleted are excluded: the delete rules have handled references to them. Rows that
  /// were gone before the commit are included.
  private func missingTargets() throws -> Set<ManagedObjectID> {
    var targets: Set<ManagedObjectID> = []
    for row in inserted.elements {
      for slot in model.entity(of: row.id).referenceSlots {
        if let target = row.values[slot].reference { targets.insert(target) }
      }
    }
    for update in updated.elements {
      for (now, before) in zip(update.row.values, update.before) where now != before {
        if let target = now.reference { targets.insert(target) }
      }
    }
    let entities = Set(targets.map(\.entity))
    targets.subtract(inserted.elements.lazy.map(\.id).filter { entities.contains($0.entity) })
    targets.subtract(gone)
    guard !targets.isEmpty else { return [] }
    return targets.subtracting(try transaction.present(Array(targets)))
  }

  /// Returns the stored rows that refer to some rows, with the slot of the reference, by the rows that they refer to.
  ///
  /// - Parameters:
  ///   - ids: The IDs of the rows that are referred to.
  ///   - isWanted: Returns whether to include a row. Other rows are not read.
  func references(
    to ids: [ManagedObjectID], where isWanted: (ManagedObjectID) -> Bool
  ) throws -> [ManagedObjectID: [(row: Row, slot: Slot)]] {
    let queries = Dictionary(grouping: ids, by: \.entity).sorted { $0.key < $1.key }.flatMap { entity, ids in
      model.referrers(to: entity).map { ReferenceQuery(entity: $0.entity, slot: $0.slot, targets: ids) }
    }
    let references = try transaction.references(queries).map { $0.filter { isWanted($0.source) } }
    let sources = Set(references.joined().lazy.map(\.source))
    guard !sources.isEmpty else { return [:] }
    let rows = try storedRows(sources.sorted())
    var found: [ManagedObjectID: [(Row, Slot)]] = [:]
    for (query, references) in zip(queries, references) {
      for reference in references {
        if let row = rows[reference.source] { found[reference.target, default: []].append((row, query.slot)) }
      }
    }
    return found
  }

  /// Redirects the references of stored rows from a row to the row that replaces it.
  mutating func repointStoredReferences(
    from old: ManagedObjectID, to new: ManagedObjectID
  ) throws {
    let references = try references(to: [old]) { $0 != old && toDelete[$0] == nil }
    for (row, slot) in references[old] ?? [] {
      // Read again: a row can refer to the same row in two slots.
      guard var values = try transaction.rows([row.id]).first?.values else { continue }
      values[slot] = .reference(new)
      try rewrite(row, values: values)
    }
  }
}
