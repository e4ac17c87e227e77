internal import ObjectStore

/// The way in SQL from rows to the destinations of one of their relationships.
struct DestinationPath {
  /// The entity to which the relationship leads.
  let destination: EntityNumber
  /// The join of the table that holds the references, for rows that are named `b`.
  let join: String
  /// The expression for the key of a destination.
  let key: String

  /// Creates the way; nil if the relationship has no storage.
  init?(_ relationship: RelationshipDescription, of entity: EntityNumber, in layout: StoreLayout) {
    let model = layout.model
    guard let destination = model.number(ofEntity: relationship.destination) else { return nil }
    self.destination = destination
    guard let membership = model.membership(relationship) else {
      guard let slot = model[entity].slot(of: relationship.name) else { return nil }
      join = "CROSS JOIN \(layout[entity].table) AS o ON o.Z_PK = b.Z_PK"
      key = "o.\(layout[entity].columns[slot])"
      return
    }
    let members = layout[membership.number]
    join = "CROSS JOIN \(members.table) AS o ON o.\(members.columns[membership.owner]) = b.Z_PK"
    key = membership.member.map { "o.\(members.columns[$0])" } ?? "o.Z_PK"
  }
}
