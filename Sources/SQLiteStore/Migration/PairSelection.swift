internal import ObjectStore

/// The pairs of objects of a relationship of the old model, in SQL: expressions on a table named `p`.
struct PairSelection {
  /// The table with the pairs.
  let table: String
  /// The key and the entity of the source object.
  private(set) var source: End
  /// The key and the entity of the destination object.
  private(set) var target: End
  /// The condition for a row of the table to be a pair.
  let condition: String
  /// A Boolean value that indicates whether the table holds the source objects themselves.
  let isDirect: Bool

  /// An end of a pair.
  struct End {
    /// The expression for the key.
    let key: String
    /// The expression for the number of the entity in the old model.
    let entity: String
    /// The entity in the old model, of which or of whose sub-entities the objects are.
    let declared: EntityNumber
    /// The column with the position of this object in the ordered relationship of the other one; `nil` if that has no order.
    let position: String?
  }

  init(_ pairs: MigrationPlan.Pairs, in old: StoreLayout) {
    let (model, relationship) = (old.model, pairs.relationship)
    let destination = model.number(ofEntity: relationship.destination) ?? pairs.entity
    var (source, target): (End, End)
    var conditions: [String] = []
    if let membership = model.membership(relationship) {
      let layout = old[membership.number]
      table = layout.table
      source = End(
        key: Self.column(membership.owner, layout),
        entity: Self.entity(membership.owner, pairs.entity, layout),
        declared: pairs.entity, position: nil)
      conditions.append(source.key + " IS NOT NULL")
      if let member = membership.member {
        let name = membership.entity.name(ofSlot: member)
        source = End(
          key: source.key, entity: source.entity, declared: source.declared,
          position: membership.entity.position(of: name).map { Self.column($0, layout) })
        target = End(
          key: Self.column(member, layout), entity: Self.entity(member, destination, layout),
          declared: destination, position: membership.position.map { Self.column($0, layout) })
      } else {
        target = End(
          key: "p.Z_PK", entity: layout.entityOfRow(alias: "p"), declared: destination,
          position: membership.position.map { Self.column($0, layout) })
        conditions += Self.family(of: target, model)
      }
      isDirect = false
    } else {
      let layout = old[pairs.entity]
      let slot = layout.entity.slot(of: relationship.name) ?? 0
      table = layout.table
      source = End(
        key: "p.Z_PK", entity: layout.entityOfRow(alias: "p"), declared: pairs.entity,
        position: layout.entity.position(of: relationship.name).map { Self.column($0, layout) })
      target = End(
        key: Self.column(slot, layout), entity: Self.entity(slot, destination, layout), declared: destination,
        position: nil)
      conditions = [target.key + " IS NOT NULL"] + Self.family(of: source, model)
      isDirect = !pairs.isReversed
    }
    (self.source, self.target) = pairs.isReversed ? (target, source) : (source, target)
    condition = conditions.joined(separator: " AND ")
  }

  private static func column(_ slot: Slot, _ layout: EntityLayout) -> String { "p." + layout.columns[slot] }

  /// Returns the expression for the entity of a referenced row.
  private static func entity(_ slot: Slot, _ declared: EntityNumber, _ layout: EntityLayout) -> String {
    guard let companion = layout.companions.first(where: { $0.slot == slot })?.column else {
      return declared.description
    }
    return companion.hasPrefix("(") ? companion : "p." + companion
  }

  /// Returns the condition that an object is of the entity at an end, if its table has others.
  private static func family(of end: End, _ model: ManagedObjectModel) -> [String] {
    let family = model.family(of: end.declared)
    guard family != model.family(of: model.root(of: end.declared)) else { return [] }
    return ["\(end.entity) BETWEEN \(family.lowerBound) AND \(family.upperBound)"]
  }
}
