internal import ObjectModel
internal import ObjectStore

/// One-to-one relationships, which have a column on both sides: two contexts can each have changed one of
/// them.
extension CommitExecution {
  /// Makes the inverse sides of the one-to-one relationships of written rows consistent; the last commit
  /// wins.
  mutating func resolveOneToOne() throws {
    guard model.hasPairs else { return }
    let written = (inserted.elements + updated.elements.map(\.row)).filter {
      !model.pairs(of: $0.id.entity).isEmpty
    }
    for rows in written.sorted(by: { $0.id < $1.id }).chunks(of: RowWrite.limit) {
      for (pair, id) in try inconsistentPairs(of: rows) { try resolve(pair, of: id) }
    }
    try resolveParked()
  }

  /// Returns the pairs of which the rows that a row refers to are others than those that refer to it.
  ///
  /// - Parameter rows: Rows in the state that the commit has written.
  private func inconsistentPairs(of rows: ArraySlice<Row>) throws -> [(Entity.Pair, ManagedObjectID)] {
    let groups = Dictionary(grouping: rows, by: \.id.entity).sorted { $0.key < $1.key }
    let questions = groups.flatMap { entity, rows in model.pairs(of: entity).map { (pair: $0, rows: rows) } }
    let answers = try transaction.references(
      questions.map { .init(entity: $0.pair.destination, slot: $0.pair.inverse, targets: $0.rows.map(\.id)) })
    return zip(questions, answers).flatMap { question, references in
      let sources = Dictionary(grouping: references, by: \.target).mapValues { $0.map(\.source) }
      return question.rows.compactMap { row in
        let partner = row.values[question.pair.slot].reference
        return sources[row.id] ?? [] == (partner.map { [$0] } ?? []) ? nil : (question.pair, row.id)
      }
    }
  }

  private mutating func resolve(_ pair: Entity.Pair, of id: ManagedObjectID) throws {
    // Read again: an earlier iteration can have changed the row.
    guard let row = try transaction.rows([id]).first else { return }
    let partner = row.values[pair.slot].reference
    for formerPartner in try transaction.sources(entity: pair.destination, slot: pair.inverse, targets: [id])
    where formerPartner != partner {
      try set(.null, slot: pair.inverse, of: formerPartner)
    }
    guard let partner, let other = try transaction.rows([partner]).first,
      other.values[pair.inverse].reference != id
    else { return }
    for formerPartner in try transaction.sources(entity: id.entity, slot: pair.slot, targets: [partner])
    where formerPartner != id {
      try set(.null, slot: pair.slot, of: formerPartner)
    }
    try set(.reference(id), slot: pair.inverse, of: partner)
  }

  private mutating func set(_ value: PropertyValue, slot: Slot, of id: ManagedObjectID) throws {
    guard let row = try transaction.rows([id]).first else { return }
    let entity = model.entity(of: id)
    let isOptional = entity.relationship(inSlot: slot)?.isOptional ?? true
    guard commit.policy != .error, !value.isNull || isOptional else {
      throw ConflictError(kind: .changedMeanwhile, entity: entity.name, object: id, stored: row)
    }
    var values = row.values
    values[slot] = value
    try rewrite(row, values: values)
  }
}
