internal import ObjectStore

/// The changes of a table whose rows stay: columns are added, computed from others, removed and renamed.
///
/// The indexes of other columns stay, too: to create an index again costs more than to remove a column, which is one
/// pass over the table.
struct TableChanges {
  /// The name of the table in the file.
  let oldTable: String
  /// Its name in the new model.
  let table: String
  /// The old columns that stay, by their new names.
  private(set) var columns: [String: String] = [:]
  /// The old columns that are removed.
  private(set) var removed: [String] = []
  /// The columns that are added, in their order.
  private var added: [Column] = []
  /// The values of added columns, which are computed from the old ones.
  private var fillings: [Filling] = []
  /// The values that replace NULL in columns that stay, by their new names.
  private var replacements: [Filling] = []
  /// The old columns of each entity that no column of the new model continues.
  private var unused: [EntityNumber: Set<String>] = [:]
  /// The statements that give the rows the new numbers of entities.
  private var renumberings: [String] = []

  private struct Column {
    /// Its name in the new model.
    let name: String
    /// Its name until all values are computed: an old column, of which these are read, can have the same name.
    let temporaryName: String
    let declaration: String
  }

  /// Values that the rows of some entities get.
  private struct Filling {
    /// The numbers in the old model.
    var entities: [EntityNumber]
    let assignments: [Assignment]
  }

  private struct Assignment: Hashable {
    let column: String
    let sql: String
  }

  private init(from oldTable: String, to table: String) {
    self.oldTable = oldTable
    self.table = table
  }

  // MARK: - Entities

  /// Returns the changes of the table of an inheritance tree, or `nil` if it must be filled again: if rows come from
  /// other tables or leave it, or if too many columns are removed.
  init?(_ source: CellSource, tree members: ArraySlice<EntityLayout>) {
    let plan = source.plan
    let roots = Set(members.compactMap { plan.oldEntity(of: $0.entity)?.root })
    guard let root = members.first, roots.count == 1, let oldRoot = roots.first else { return nil }
    let family = plan.old.family(of: oldRoot)
    let allStay = family.allSatisfy { number in
      plan.newNumber(of: number).map(plan.new.root) == root.number && plan.objectMappings[number] == nil
    }
    guard allStay else { return nil }
    self.init(from: source.old[oldRoot].table, to: root.table)
    let oldColumns = Set(family.flatMap { source.old[$0].storedColumns })
    for layout in members {
      guard let old = plan.oldEntity(of: layout.entity).map({ source.old[$0.number] }) else { continue }
      guard keepColumns(of: layout, old, source) else { return nil }
    }
    let kept = Set(columns.values)
    guard kept.count == columns.count else { return nil }
    // The rows of an entity would keep the values of a property that it does not have any more.
    guard unused.values.allSatisfy({ $0.isDisjoint(with: kept) }) else { return nil }
    removed = oldColumns.subtracting(kept).sorted()
    guard removed.count <= max(1, Schema.indexes(members).count) else { return nil }
    for layout in members { addColumns(of: layout, beside: oldColumns) }
    for layout in members {
      guard fillColumns(of: layout, source) else { return nil }
    }
    renumberings = renumberings(members, plan)
  }

  /// Records the columns of an entity that stay; returns `false` if several would become one.
  private mutating func keepColumns(
    of layout: EntityLayout, _ old: EntityLayout, _ source: CellSource
  ) -> Bool {
    let declarations = Dictionary(
      old.present.map { (old.columns[$0], old.types[$0].declaration) },
      uniquingKeysWith: { first, _ in first })
    var used: Set<String> = []
    func keep(_ column: String, _ oldColumn: String) -> Bool {
      // Attributes of several entities can become one of their parent, and the reverse.
      guard columns[column].map({ $0 == oldColumn }) ?? true else { return false }
      columns[column] = oldColumn
      used.insert(oldColumn)
      return true
    }
    for (slot, cell) in zip(layout.present, source.cells(of: layout, from: old)) {
      guard let oldColumn = cell.column, declarations[oldColumn] == layout.types[slot].declaration else {
        continue
      }
      guard keep(layout.columns[slot], oldColumn) else { return false }
    }
    let companions = Dictionary(
      old.companions.map { (old.columns[$0.slot], $0.column) }, uniquingKeysWith: { first, _ in first })
    for companion in layout.companions {
      guard let oldColumn = columns[layout.columns[companion.slot]].flatMap({ companions[$0] }) else {
        continue
      }
      guard keep(companion.column, oldColumn) else { return false }
    }
    unused[old.number] = Set(old.storedColumns).subtracting(used)
    return true
  }

  private mutating func addColumns(of layout: EntityLayout, beside oldColumns: Set<String>) {
    func add(_ name: String, _ declaration: String) {
      guard columns[name] == nil, !added.contains(where: { $0.name == name }) else { return }
      let temporaryName = oldColumns.contains(name) ? "Z_ADDED\(added.count)" : name
      added.append(Column(name: name, temporaryName: temporaryName, declaration: declaration))
    }
    for slot in layout.present { add(layout.columns[slot], layout.types[slot].declaration) }
    for companion in layout.companions { add(companion.column, "INTEGER") }
  }

  /// Records the values that the rows of an entity get; returns `false` if a column that stays would get others.
  private mutating func fillColumns(of layout: EntityLayout, _ source: CellSource) -> Bool {
    guard let old = source.plan.oldEntity(of: layout.entity).map({ source.old[$0.number] }) else {
      return true
    }
    let names = Dictionary(added.map { ($0.name, $0.temporaryName) }, uniquingKeysWith: { first, _ in first })
    var computed: [Assignment] = []
    func compute(_ column: String, _ cell: CellSource.Cell) {
      if cell.sql != CellSource.Cell.null.sql { computed.append(Assignment(column: column, sql: cell.sql)) }
    }
    for (slot, cell) in zip(layout.present, source.cells(of: layout, from: old)) {
      let column = layout.columns[slot]
      if let name = names[column] {
        compute(name, cell)
      } else if cell.column == columns[column] {
        if let replacement = cell.replacement { replace(column, replacement, of: old.number) }
      } else {
        // The column is that of another entity until now, and NULL in the rows of this one.
        guard cell.isConstant else { return false }
        if cell.sql != CellSource.Cell.null.sql { replace(column, cell.sql, of: old.number) }
      }
    }
    for (companion, cell) in zip(layout.companions, source.companionCells(of: layout, from: old)) {
      if let name = names[companion.column] { compute(name, cell) }
    }
    Self.add(computed, of: old.number, to: &fillings)
    return true
  }

  private mutating func replace(_ column: String, _ sql: String, of entity: EntityNumber) {
    Self.add([Assignment(column: column, sql: sql)], of: entity, to: &replacements)
  }

  private static func add(
    _ assignments: [Assignment], of entity: EntityNumber, to fillings: inout [Filling]
  ) {
    guard !assignments.isEmpty else { return }
    if let index = fillings.firstIndex(where: { $0.assignments == assignments }) {
      fillings[index].entities.append(entity)
    } else {
      fillings.append(Filling(entities: [entity], assignments: assignments))
    }
  }

  private func renumberings(_ members: ArraySlice<EntityLayout>, _ plan: MigrationPlan) -> [String] {
    let moved = plan.old.numbers.compactMap { old in
      plan.newNumber(of: old).flatMap { $0 == old ? nil : (old: old, new: $0) }
    }
    guard !moved.isEmpty else { return [] }
    let cases = moved.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")
    let numbers = moved.map { "\($0.old)" }.joined(separator: ", ")
    let companions = Set(members.flatMap { $0.companions.map(\.column) })
    return (["Z_ENT"] + companions.filter { columns[$0] != nil }.sorted()).map { column in
      "UPDATE \(table) SET \(column) = CASE \(column) \(cases) END WHERE \(column) IN (\(numbers))"
    }
  }

  // MARK: - Join tables

  /// Returns the changes of a join table, or `nil` if it must be filled again.
  init?(_ source: CellSource, link: EntityLayout) {
    guard let pairs = source.plan.pairs(ofLink: link.entity) else { return nil }
    let selection = PairSelection(pairs, in: source.old)
    let cells = source.linkCells(link, selection).map { String($0.dropFirst(2)) }
    guard let old = source.old.entities.first(where: { $0.isLink && $0.table == selection.table }),
      old.columns == cells, old.types.map(\.declaration) == link.types.map(\.declaration),
      source.alive(selection.source).isEmpty, source.alive(selection.target).isEmpty
    else { return nil }
    self.init(from: old.table, to: link.table)
    columns = Dictionary(zip(link.columns, cells), uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Statements

  /// The statements that add columns and compute their values.
  ///
  /// They change no value of the old columns, which other tables may read.
  var additions: [String] {
    added.map { "ALTER TABLE \(oldTable) ADD COLUMN \($0.temporaryName) \($0.declaration)" }
      + fillings.map { filling in
        let values = filling.assignments.map { "\($0.column) = \($0.sql)" }.joined(separator: ", ")
        return "UPDATE \(oldTable) AS o SET \(values)" + condition(filling).map { " WHERE \($0)" }.joined()
      }
  }

  /// The statements that remove and rename columns, and write the other values of the new model.
  var completions: [String] {
    var statements = oldTable == table ? [] : ["ALTER TABLE \(oldTable) RENAME TO \(table)"]
    func rename(_ column: String, _ name: String) {
      statements.append("ALTER TABLE \(table) RENAME COLUMN \(column) TO \(name)")
    }
    statements += removed.map { "ALTER TABLE \(table) DROP COLUMN \($0)" }
    // Two columns can exchange their names.
    let renamed = columns.filter { $0.key != $0.value }.sorted { $0.key < $1.key }
    for (index, column) in renamed.enumerated() { rename(column.value, "Z_TEMPORARY\(index)") }
    for (index, column) in renamed.enumerated() { rename("Z_TEMPORARY\(index)", column.key) }
    for column in added where column.name != column.temporaryName {
      rename(column.temporaryName, column.name)
    }
    for replacement in replacements {
      for assignment in replacement.assignments {
        let conditions = ["\(assignment.column) IS NULL"] + condition(replacement)
        statements.append(
          """
          UPDATE \(table) SET \(assignment.column) = \(assignment.sql) WHERE \(conditions.joined(separator: " AND "))
          """)
      }
    }
    return statements + renumberings
  }

  /// A Boolean value that indicates whether the table stays as it is.
  var isEmpty: Bool { additions.isEmpty && completions.isEmpty }

  /// Returns the condition that a row is of the entities, whose numbers are those of the old model.
  private func condition(_ filling: Filling) -> [String] {
    if unused.keys.allSatisfy(filling.entities.contains) { return [] }
    return ["Z_ENT IN (\(filling.entities.map(\.description).joined(separator: ", ")))"]
  }

  /// Drops the indexes that the changes would violate or make invalid, which are created again later.
  ///
  /// SQLite removes no column that an index contains, and replaced values can be the same as others.
  func dropIndexes(on connection: Connection) throws {
    let replaced = replacements.flatMap(\.assignments).compactMap { columns[$0.column] }
    let indexes =
      try indexes(of: removed, on: connection) + indexes(of: replaced, areUnique: true, on: connection)
    for index in indexes { try connection.execute("DROP INDEX IF EXISTS \"\(index)\"") }
  }

  private func indexes(
    of columns: [String], areUnique: Bool = false, on connection: Connection
  ) throws -> [String] {
    guard !columns.isEmpty else { return [] }
    let names = columns.map { "'\($0)'" }.joined(separator: ", ")
    return try connection.texts(
      """
      SELECT DISTINCT l.name FROM pragma_index_list(?) AS l, pragma_index_info(l.name) AS i \
      WHERE l.origin = 'c' AND l."unique" >= \(areUnique ? 1 : 0) AND i.name IN (\(names))
      """, [.string(oldTable)])
  }
}

extension EntityLayout {
  /// The columns of the properties in the table of the entity.
  fileprivate var storedColumns: [String] { present.map { columns[$0] } + companions.map(\.column) }
}
