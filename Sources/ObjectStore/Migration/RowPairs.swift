internal import ObjectModel

/// The pairs of objects that the relationships of rows in memory join.
final class RowPairs {
  /// A destination object of a source object.
  struct Pair {
    let target: ManagedObjectID
    /// The position of the source among the members of the destination, in an ordered relationship.
    var sourcePosition: PropertyValue?
    /// The position of the destination among the members of the source, in an ordered relationship.
    var targetPosition: PropertyValue?
  }

  private let rows: InMemoryRows
  private var known: [MigrationPlan.Pairs: [ManagedObjectID: [Pair]]] = [:]

  init(_ rows: InMemoryRows) { self.rows = rows }

  /// The pairs by the source object, sorted by the destination object.
  subscript(pairs: MigrationPlan.Pairs) -> [ManagedObjectID: [Pair]] {
    if let found = known[pairs] { return found }
    var found: [ManagedObjectID: [Pair]] = [:]
    forEach(of: pairs.relationship, from: pairs.entity) { source, pair in
      if pairs.isReversed {
        found[pair.target, default: []].append(
          Pair(target: source, sourcePosition: pair.targetPosition, targetPosition: pair.sourcePosition))
      } else {
        found[source, default: []].append(pair)
      }
    }
    found = found.mapValues { $0.sorted { $0.target < $1.target } }
    known[pairs] = found
    return found
  }

  private func forEach(
    of relationship: RelationshipDescription, from entity: EntityNumber,
    _ body: (ManagedObjectID, Pair) -> Void
  ) {
    let model = rows.model
    if let membership = model.membership(relationship) {
      let back = membership.member.map { membership.entity.name(ofSlot: $0) }
      let sourcePosition = back.flatMap { membership.entity.position(of: $0) }
      for row in model.family(of: membership.number).flatMap({ rows.rows(ofEntity: $0) }) {
        guard let owner = row.values[membership.owner].reference else { continue }
        let target = membership.member.map { row.values[$0].reference } ?? row.id
        guard let target, model.family(of: entity).contains(owner.entity) else { continue }
        body(
          owner,
          Pair(
            target: target, sourcePosition: sourcePosition.map { row.values[$0] },
            targetPosition: membership.position.map { row.values[$0] }))
      }
      return
    }
    for number in model.family(of: entity) {
      let entity = model[number]
      guard let slot = entity.slot(of: relationship.name) else { continue }
      let position = entity.position(of: relationship.name)
      for row in rows.rows(ofEntity: number) {
        guard let target = row.values[slot].reference else { continue }
        body(row.id, Pair(target: target, sourcePosition: position.map { row.values[$0] }))
      }
    }
  }
}

extension Entity {
  /// Returns the slot with the position in the ordered inverse of a to-one relationship.
  package func position(of relationship: String) -> Slot? {
    slots.first { orderedRelationship(ofSlot: $0) == relationship }
  }
}
