internal import ObjectStore

/// The migration of one table: that of an inheritance tree of the new model, or of a many-to-many relationship.
///
/// A table whose columns stay is changed in place: columns are renamed and added. Any other is filled with the rows of
/// the old tables, which costs one pass over them; SQLite itself would make one for each column that is removed.
struct TreeMigration {
  let source: CellSource
  /// The new entities of the table.
  let members: ArraySlice<EntityLayout>
  /// The old table, if it is changed in place.
  let keptTable: String?
  private let changes: TableChanges

  /// The changes of a table in place.
  private struct TableChanges {
    /// The old columns by the new ones.
    var columns: [String: String] = [:]
    /// The declarations of the columns that are added, in their order.
    var added: [(column: String, declaration: String)] = []
    /// The values of added columns, by the number of the entity.
    var fillings: [(entity: EntityLayout, assignments: [String])] = []
  }

  private var root: EntityLayout? { members.first }
  private var table: String { root?.table ?? "" }
  private var plan: MigrationPlan { source.plan }

  init(_ source: CellSource, members: ArraySlice<EntityLayout>) {
    self.source = source
    self.members = members
    let kept = members.first?.isLink == true ? Self.keptLink(source, members) : Self.keptTree(source, members)
    keptTable = kept?.table
    changes = kept?.changes ?? TableChanges()
  }

  // MARK: - In place

  /// Returns the changes of an inheritance tree in place, or `nil` if it must be filled again.
  private static func keptTree(
    _ source: CellSource, _ members: ArraySlice<EntityLayout>
  ) -> (table: String, changes: TableChanges)? {
    let plan = source.plan
    let roots = Set(members.compactMap { plan.oldEntity(of: $0.entity)?.root })
    guard let root = members.first, roots.count == 1, let oldRoot = roots.first else { return nil }
    let family = plan.old.family(of: oldRoot)
    let allStay = family.allSatisfy { number in
      plan.newNumber(of: number).map(plan.new.root) == root.number && plan.objectMappings[number] == nil
    }
    guard allStay else { return nil }
    var changes = TableChanges()
    for layout in members {
      guard let old = plan.oldEntity(of: layout.entity).map({ source.old[$0.number] }) else {
        addColumns(of: layout, to: &changes)
        continue
      }
      guard keep(layout, old, source, &changes) else { return nil }
    }
    guard Set(changes.columns.values).count == changes.columns.count else { return nil }
    changes.added.removeAll { changes.columns[$0.column] != nil }
    return (source.old[oldRoot].table, changes)
  }

  private static func addColumns(of layout: EntityLayout, to changes: inout TableChanges) {
    for slot in layout.present {
      add(layout.columns[slot], layout.types[slot].declaration, to: &changes)
    }
    for companion in layout.companions { add(companion.column, "INTEGER", to: &changes) }
  }

  private static func add(_ column: String, _ declaration: String, to changes: inout TableChanges) {
    if !changes.added.contains(where: { $0.column == column }) { changes.added.append((column, declaration)) }
  }

  /// Records the changes of an entity; returns `false` if it has others than renamed and added columns.
  private static func keep(
    _ layout: EntityLayout, _ old: EntityLayout, _ source: CellSource, _ changes: inout TableChanges
  ) -> Bool {
    let declarations = Dictionary(
      old.present.map { (old.columns[$0], old.types[$0].declaration) },
      uniquingKeysWith: { first, _ in first })
    var used: Set<String> = []
    var assignments: [String] = []
    for (slot, cell) in zip(layout.present, source.cells(of: layout, from: old)) {
      let (column, declaration) = (layout.columns[slot], layout.types[slot].declaration)
      if let oldColumn = cell.column {
        // Attributes of several entities can become one of their parent, and the reverse.
        let isSame = changes.columns[column].map { $0 == oldColumn } ?? true
        guard declarations[oldColumn] == declaration, isSame else { return false }
        changes.columns[column] = oldColumn
        used.insert(oldColumn)
      } else {
        guard cell.isConstant else { return false }
        add(column, declaration, to: &changes)
        if cell.sql != "NULL" { assignments.append("\(column) = \(cell.sql)") }
      }
    }
    guard used.count == declarations.count else { return false }
    let slots = Dictionary(
      old.companions.map { (old.columns[$0.slot], $0.column) }, uniquingKeysWith: { first, _ in first })
    guard
      layout.companions.allSatisfy({ companion in
        let oldColumn = changes.columns[layout.columns[companion.slot]]
        guard let oldCompanion = oldColumn.flatMap({ slots[$0] }) else { return oldColumn == nil }
        changes.columns[companion.column] = oldCompanion
        return true
      }), layout.companions.count >= old.companions.count
    else { return false }
    for companion in layout.companions where changes.columns[companion.column] == nil {
      add(companion.column, "INTEGER", to: &changes)
    }
    if !assignments.isEmpty { changes.fillings.append((layout, assignments)) }
    return true
  }

  /// Returns the changes of a join table in place.
  private static func keptLink(
    _ source: CellSource, _ members: ArraySlice<EntityLayout>
  ) -> (table: String, changes: TableChanges)? {
    guard let link = members.first, let pairs = source.plan.pairs(ofLink: link.entity) else { return nil }
    let selection = PairSelection(pairs, in: source.old)
    let cells = linkCells(link, selection, source).map { String($0.dropFirst(2)) }
    guard let old = source.old.entities.first(where: { $0.isLink && $0.table == selection.table }),
      old.columns == cells, old.types.map(\.declaration) == link.types.map(\.declaration),
      source.alive(selection.source).isEmpty, source.alive(selection.target).isEmpty
    else { return nil }
    return (
      old.table,
      TableChanges(columns: Dictionary(zip(link.columns, cells), uniquingKeysWith: { first, _ in first }))
    )
  }

  /// Returns the expressions for the columns of a join table.
  private static func linkCells(
    _ link: EntityLayout, _ selection: PairSelection, _ source: CellSource
  ) -> [String] {
    let slots = link.entity.referenceSlots
    return link.entity.slots.map { slot in
      if let destination = link.entity.relationship(inSlot: slot)?.destination {
        let number = source.new.model.number(ofEntity: destination) ?? 0
        return source.shifted(slot == slots.first ? selection.source : selection.target, to: number)
      }
      let end = link.entity.orderedRelationship(ofSlot: slot)
      let isOfSource = slots.first.map { link.entity.name(ofSlot: $0) } == end
      return (isOfSource ? selection.target : selection.source).position ?? "NULL"
    }
  }

  // MARK: - Statements

  /// The statements that make the table of the new model.
  var statements: [String] {
    guard let root else { return [] }
    if let keptTable { return kept(keptTable, root) }
    let fillings = root.isLink ? [fillLink(root)] : members.map(fill)
    return [Schema.table(members)] + fillings.compactMap { $0 }
  }

  /// The statements that change the table in place.
  private func kept(_ old: String, _ root: EntityLayout) -> [String] {
    var statements: [String] = []
    if old != table { statements.append("ALTER TABLE \(old) RENAME TO \(table)") }
    let renamed = changes.columns.filter { $0.key != $0.value }.sorted { $0.key < $1.key }
    // Two columns can exchange their names.
    for (index, column) in renamed.enumerated() {
      statements.append("ALTER TABLE \(table) RENAME COLUMN \(column.value) TO Z_TEMPORARY\(index)")
    }
    for (index, column) in renamed.enumerated() {
      statements.append("ALTER TABLE \(table) RENAME COLUMN Z_TEMPORARY\(index) TO \(column.key)")
    }
    for column in changes.added {
      statements.append("ALTER TABLE \(table) ADD COLUMN \(column.column) \(column.declaration)")
    }
    if root.isLink { return statements }
    statements += renumberings
    for (entity, assignments) in changes.fillings {
      statements.append(
        "UPDATE \(table) SET \(assignments.joined(separator: ", "))\(condition(of: entity))")
    }
    return statements
  }

  /// The statements that give the rows the new numbers of entities.
  private var renumberings: [String] {
    var statements: [String] = []
    let moved = plan.old.numbers.compactMap { old in
      plan.newNumber(of: old).flatMap { $0 == old ? nil : (old: old, new: $0) }
    }
    let added = members.flatMap { member in
      member.companions.filter { changes.columns[$0.column] == nil }.map { (member, $0) }
    }
    for (member, companion) in added {
      guard plan.oldEntity(of: member.entity) != nil,
        case .reference(let destination) = member.types[companion.slot]
      else { continue }
      let column = member.columns[companion.slot]
      statements.append(
        "UPDATE \(table) SET \(companion.column) = \(destination) WHERE \(column) IS NOT NULL")
    }
    guard !moved.isEmpty else { return statements }
    let cases = moved.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")
    let numbers = moved.map { "\($0.old)" }.joined(separator: ", ")
    let companions = Set(members.flatMap { $0.companions.map(\.column) })
    let columns = ["Z_ENT"] + companions.filter { changes.columns[$0] != nil }.sorted()
    for column in columns {
      statements.append(
        "UPDATE \(table) SET \(column) = CASE \(column) \(cases) END WHERE \(column) IN (\(numbers))")
    }
    return statements
  }

  private func condition(of entity: EntityLayout) -> String {
    members.count == 1 ? "" : " WHERE Z_ENT = \(entity.number)"
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
    let cells = Self.linkCells(link, selection, source)
    let conditions = [selection.condition] + source.alive(selection.source) + source.alive(selection.target)
    return """
      INSERT INTO \(table) (\(link.columns.joined(separator: ", "))) SELECT \(cells.joined(separator: ", ")) \
      FROM \(selection.table) AS p WHERE \(conditions.joined(separator: " AND ")) ORDER BY 1, 2
      """
  }
}
