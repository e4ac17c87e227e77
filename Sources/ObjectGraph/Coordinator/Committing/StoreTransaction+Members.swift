internal import ObjectModel
internal import ObjectStore

extension StoreTransaction {
  /// Returns the destinations of a relationship of a row, with the join rows if it is many-to-many.
  func members(
    of relationship: RelationshipDescription, _ row: Row, in model: ManagedObjectModel
  ) throws -> [(link: Row?, member: ManagedObjectID)] {
    guard let membership = model.membership(relationship) else {
      let slot = model.entity(of: row.id).slot(of: relationship.name)
      return slot.flatMap { row.values[$0].reference }.map { [(nil, $0)] } ?? []
    }
    let sources = try sources(entity: membership.number, slot: membership.owner, targets: [row.id])
    guard membership.member != nil else { return sources.map { (nil, $0) } }
    return try rows(sources).compactMap { link in membership.member(link).map { (link, $0) } }
  }
}
