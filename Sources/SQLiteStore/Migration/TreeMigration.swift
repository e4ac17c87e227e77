internal import ObjectStore

/// The migration of one table: that of an inheritance tree of the new model, or of a many-to-many relationship.
///
/// A table whose rows stay is changed in place. Any other is filled with the rows of the old tables.
struct TreeMigration {
  /// The changes of the old table in place; `nil` if the table is filled.
  let changes: TableChanges?
  private let source: CellSource
  /// The new entities of the table.
  private let members: ArraySlice<EntityLayout>

  private var root: EntityLayout? { members.first }
  private var table: String { root?.table ?? "" }
  private var plan: MigrationPlan { source.plan }

  init(_ source: CellSource, members: ArraySlice<EntityLayout>) {
    self.source = source
    self.members = members
    let link = members.first.flatMap { $0.isLink ? $0 : nil }
    changes = link.map { TableChanges(source, link: $0) } ?? TableChanges(source, tree: members)
  }

  /// The statements that create the table and fill it.
  var fillings: [String] {
    guard let root else { return [] }
    let fillings = root.isLink ? [fillLink(root)] : members.map(fill)
    return [Schema.table(members)] + fillings.compactMap { $0 }
  }

  /// Returns the statement that inserts the rows of an entity, or `nil` if the old model does not have it.
  private func fill(_ layout: EntityLayout) -> String? {
    guard let entity = plan.oldEntity(of: layout.entity) else { return nil }
    let old = source.old[entity.number]
    let offset = source.offsets.offset(from: entity.root, to: layout.entity.root)
    let key = offset == 0 ? "o.Z_PK" : "o.Z_PK + \(offset)"
    let names =
      ["Z_PK", "Z_ENT", "Z_OPT"] + layout.present.map { layout.columns[$0] } + layout.companions.map(\.column)
    let cells =
      [key, "\(layout.number)", "o.Z_OPT"] + source.cells(of: layout, from: old).map(\.sql)
      + source.companionCells(of: layout, from: old).map(\.sql)
    let isAlone = plan.old.family(of: entity.root).count == 1
    return """
      INSERT INTO \(table) (\(names.joined(separator: ", "))) SELECT \(cells.joined(separator: ", ")) \
      FROM \(old.table) AS o\(isAlone ? "" : " WHERE o.Z_ENT = \(entity.number)") ORDER BY o.Z_PK
      """
  }

  /// Returns the statement that inserts the rows of a join table, or `nil` if the old model has no such pairs.
  private func fillLink(_ link: EntityLayout) -> String? {
    guard let pairs = plan.pairs(ofLink: link.entity) else { return nil }
    let selection = PairSelection(pairs, in: source.old)
    let cells = source.linkCells(link, selection)
    let conditions = [selection.condition] + source.alive(selection.source) + source.alive(selection.target)
    return """
      INSERT INTO \(table) (\(link.columns.joined(separator: ", "))) SELECT \(cells.joined(separator: ", ")) \
      FROM \(selection.table) AS p WHERE \(conditions.joined(separator: " AND ")) ORDER BY 1, 2
      """
  }
}
