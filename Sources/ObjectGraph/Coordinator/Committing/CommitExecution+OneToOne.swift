internal import ObjectModel
internal import ObjectStore

/// One-to-one relationships, which have a column on both sides: two contexts can each have changed one of
/// them.
extension CommitExecution {
  /// Makes the inverse sides of the one-to-one relationships of written rows consistent; the last commit
  /// wins.
  mutating func resolveOneToOne() throws {
    guard model.hasPairs else { return }
    let written = inserted.elements.map(\.id) + updated.elements.map(\.id)
    for id in Set(written.filter { !model.pairs(of: $0.entity).isEmpty }).sorted() {
      for pair in model.pairs(of: id.entity) { try resolve(pair, of: id) }
    }
    try resolveParked()
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
