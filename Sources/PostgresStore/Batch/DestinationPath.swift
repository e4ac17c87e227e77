#if PostgreSQL
  internal import ObjectStore

  /// The way in SQL from rows to the destinations of one of their relationships.
  struct DestinationPath {
    /// The entity to which the relationship leads.
    let destination: EntityNumber
    /// The join of the table that holds the references, for keys in a table named `b`.
    let join: String
    /// The expression for the key of a destination.
    let key: String

    /// Creates the way; nil if the relationship has no storage.
    init?(_ relationship: RelationshipDescription, of entity: EntityNumber, in layout: StoreLayout) {
      let (model, own) = (layout.model, EntityLayout.own)
      guard let destination = model.number(ofEntity: relationship.destination) else { return nil }
      self.destination = destination
      guard let membership = model.membership(relationship) else {
        guard let slot = model[entity].slot(of: relationship.name) else { return nil }
        join = "JOIN \(layout[entity].table) AS o ON o.\(own.key) = b.key"
        key = "o.\(layout[entity].columns[slot])"
        return
      }
      let members = layout[membership.number]
      join = "JOIN \(members.table) AS o ON o.\(members.columns[membership.owner]) = b.key"
      key = "o.\(membership.member.map { members.columns[$0] } ?? own.key)"
    }
  }
#endif
