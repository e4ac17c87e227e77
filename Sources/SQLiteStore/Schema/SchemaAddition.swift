internal import ObjectStore

/// A migration of a file to a model with additional entities, properties or indexes, or with other names for them.
///
/// It runs within the caller's transaction and throws as soon as data would be lost or guessed.
struct SchemaAddition {
  let layout: StoreLayout
  let connection: Connection
  /// The column types of each entity of the file, by their names in the model.
  private let old: [String: [String: String]]
  /// The table and column names of the file, by the names of entities and properties in the model.
  private let names: SchemaNames
  private let renaming: ModelRenaming

  init(from metadata: StoreMetadata, to layout: StoreLayout, on connection: Connection) throws(StoreError) {
    guard let properties = metadata.properties, let names = metadata.names else {
      throw .otherModel(path: connection.path, reason: "it does not say which properties it has")
    }
    renaming = ModelRenaming(of: properties.mapValues { Array($0.keys) }, to: layout.model)
    old = renaming.renamed(properties).mapValues { [renaming] in $0.mapValues(renaming.entity) }
    self.names = names.renamed(by: renaming)
    self.layout = layout
    self.connection = connection
  }

  /// Performs the migration.
  ///
  /// - Returns: The tables that have another name, or columns with other names.
  func run() throws -> Set<String> {
    try refuseLosses()
    let renamed = try rename()
    try renameEntities()
    try renumberEntities()
    let indexes = Schema.indexes(layout)
    for root in layout.roots {
      let tree = layout.family(of: root.number)
      if old[root.entity.name] == nil {
        try connection.execute(Schema.table(tree))
      } else {
        for entity in tree { try extend(entity) }
      }
      try makeIndexes(indexes[root.number] ?? [], of: root)
    }
    return renamed
  }

  /// Renumbers the entities of a file that has the same model to match this model.
  ///
  /// - Returns: The tables that have another name, or columns with other names.
  func renumber() throws -> Set<String> {
    let renamed = try rename()
    try renumberEntities()
    let indexes = Schema.indexes(layout)
    for root in layout.roots { try makeIndexes(indexes[root.number] ?? [], of: root) }
    return renamed
  }

  private func refusal(_ reason: String) -> StoreError { .otherModel(path: connection.path, reason: reason) }

  // MARK: What must not change

  private func refuseLosses() throws {
    for (name, properties) in old.sorted(by: { $0.key < $1.key }) {
      guard let entity = layout.model.entity(named: name) else {
        throw refusal("its entity \(name) is not in this one")
      }
      guard names.entities[name]?[SchemaNames.parent] == entity.parent?.name else {
        throw refusal("its entity \(name) inherits from another one in this")
      }
      for (property, kind) in properties.sorted(by: { $0.key < $1.key }) {
        try refuseLoss(of: property, kind, of: entity)
      }
    }
  }

  private func refuseLoss(of name: String, _ kind: String, of entity: Entity) throws {
    guard let slot = entity.slot(of: name), !entity.transientSlots.contains(slot) else {
      throw refusal("its property \(entity.name).\(name) is not in this one")
    }
    guard entity.kind(ofSlot: slot) == kind else {
      let new = entity.kind(ofSlot: slot)
      throw refusal("its property \(entity.name).\(name) is of the type \(kind), not \(new)")
    }
  }

  // MARK: Names and numbers

  /// Renames tables and columns to their names in this model: some names contain the numbers of entities.
  ///
  /// - Returns: The old and new names of the tables, and those of the tables of the columns.
  private func rename() throws -> Set<String> {
    let new = SchemaNames(layout).entities
    var tables: Set<Renaming> = []
    var columns: Set<Renaming> = []
    for (entity, oldNames) in names.entities {
      guard let newNames = new[entity], let table = newNames[SchemaNames.table] else { continue }
      if let name = oldNames[SchemaNames.table], name != table {
        tables.insert(Renaming(old: name, new: table))
      }
      for (property, name) in oldNames where !property.hasPrefix("@") {
        if let column = newNames[property], column != name {
          columns.insert(Renaming(table: table, old: name, new: column))
        }
      }
    }
    try rename(tables) { "ALTER TABLE \($1) RENAME TO \($2)" }
    try rename(columns) { "ALTER TABLE \($0) RENAME COLUMN \($1) TO \($2)" }
    return Set(tables.flatMap { [$0.old, $0.new] } + columns.map(\.table))
  }

  /// Renames the entities in the table of keys.
  private func renameEntities() throws {
    for (old, new) in renaming.entities.sorted(by: { $0.key < $1.key }) {
      try connection.run(
        "UPDATE Z_PRIMARYKEY SET Z_NAME = ? WHERE Z_NAME = ?", [.string(new), .string(old)])
    }
  }

  private struct Renaming: Hashable {
    /// The table of a column.
    var table = ""
    var old: String
    var new: String
  }

  /// Performs renamings with the SQL for a table, an old name and a new one.
  ///
  /// Uses unused intermediate names, because two tables or columns can exchange their names.
  private func rename(_ renamings: Set<Renaming>, _ sql: (String, String, String) -> String) throws {
    let renamings = renamings.sorted { ($0.table, $0.old) < ($1.table, $1.old) }
    for (index, renaming) in renamings.enumerated() {
      try connection.execute(sql(renaming.table, renaming.old, "Z_TEMPORARY\(index)"))
    }
    for (index, renaming) in renamings.enumerated() {
      try connection.execute(sql(renaming.table, "Z_TEMPORARY\(index)", renaming.new))
    }
  }

  /// Renumbers the entities to match this model: a new entity shifts those after it.
  private func renumberEntities() throws {
    var highest: [String: Int64] = [:]
    var moved: [(old: Int64, new: Int64)] = []
    let entries = "SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE \(HistorySchema.isOther)"
    try connection.forEachRow(entries) { row in
      highest[row.text(1)] = row.integer(2)
      guard let number = layout.model.number(ofEntity: row.text(1)), Int64(number.rawValue) != row.integer(0),
        !layout[number].isLink
      else { return }
      moved.append((row.integer(0), Int64(number.rawValue)))
    }
    try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE \(HistorySchema.isOther)")
    for entity in layout.entities where !entity.isLink {
      try Schema.addKeys(of: entity, highest: highest[entity.entity.name] ?? 0, in: layout, on: connection)
    }
    guard !moved.isEmpty else { return }
    // While numbers change, rows of two sub-entities could violate an index that is unique in one of them.
    // These indexes are created again.
    let partial = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE Z_ENT %'"
    for index in try connection.texts(partial) { try connection.execute("DROP INDEX \"\(index)\"") }
    let cases = moved.map { "WHEN \($0.old) THEN \($0.new)" }.joined(separator: " ")
    let numbers = moved.map { "\($0.old)" }.joined(separator: ", ")
    for (table, column) in numberColumns() {
      try connection.execute(
        "UPDATE \(table) SET \(column) = CASE \(column) \(cases) END WHERE \(column) IN (\(numbers))")
    }
  }

  /// Returns the columns of the file that hold numbers of entities.
  private func numberColumns() -> [(table: String, column: String)] {
    var columns: [(String, String)] = []
    for root in layout.roots where old[root.entity.name] != nil && !root.isLink {
      columns.append((root.table, "Z_ENT"))
      let tree = layout.family(of: root.number).filter { old[$0.entity.name] != nil }
      let companions = tree.flatMap { entity in
        entity.companions.filter { companion in
          let name = entity.entity.name(ofSlot: companion.slot)
          return names.entities[entity.entity.name]?[SchemaNames.companion(name)] != nil
        }
      }
      columns += Set(companions.map(\.column)).sorted().map { (root.table, $0) }
    }
    return columns
  }

  // MARK: What is new

  /// Adds the columns of new properties.
  private func extend(_ layout: EntityLayout) throws {
    let entity = layout.entity
    let properties = old[entity.name] ?? [:]
    for slot in layout.present where properties[entity.name(ofSlot: slot)] == nil {
      try addColumn(slot, of: layout)
    }
    for companion in layout.isLink ? [] : layout.companions { try addCompanion(companion, of: layout) }
    for slot in layout.present where !entity.isOptional(slot: slot) {
      let empty = """
        SELECT 1 FROM \(layout.table) WHERE \(layout.columns[slot]) IS NULL\(condition(layout)) LIMIT 1
        """
      guard try connection.integer(empty) == nil else {
        throw refusal(
          "it has rows without \(entity.name).\(entity.name(ofSlot: slot)), which is not optional")
      }
    }
  }

  /// Returns the condition that a row of the tree's table is of the entity.
  private func condition(_ layout: EntityLayout) -> String {
    layout.isLink || layout.entity.parent == nil
      ? "" : " AND Z_ENT BETWEEN \(layout.family.lowerBound) AND \(layout.family.upperBound)"
  }

  private func hasColumn(_ column: String, _ table: String) throws -> Bool {
    try connection.integer(
      "SELECT 1 FROM pragma_table_info('\(table)') WHERE name = '\(column)'") != nil
  }

  private func addColumn(_ slot: Slot, of layout: EntityLayout) throws {
    let column = layout.columns[slot]
    guard try !hasColumn(column, layout.table) else { return }
    try connection.execute(
      "ALTER TABLE \(layout.table) ADD COLUMN \(column) \(layout.types[slot].declaration)")
    guard let value = layout.entity.attribute(inSlot: slot)?.defaultValue, !value.isNull else { return }
    try connection.run(
      "UPDATE \(layout.table) SET \(column) = ? WHERE 1\(condition(layout))",
      [layout.types[slot].inlineCell(value)])
  }

  /// Adds a column for the entity of the referenced rows of a relationship: until now, they were all of one
  /// entity.
  private func addCompanion(_ companion: EntityColumns.Companion, of layout: EntityLayout) throws {
    guard try !hasColumn(companion.column, layout.table),
      case .reference(let destination, _) = layout.types[companion.slot]
    else { return }
    try connection.execute("ALTER TABLE \(layout.table) ADD COLUMN \(companion.column) INTEGER")
    let target = self.layout[destination].table
    let column = layout.columns[companion.slot]
    try connection.execute(
      """
      UPDATE \(layout.table) SET \(companion.column) = (SELECT Z_ENT FROM \(target) d WHERE d.Z_PK = \(column)) \
      WHERE \(column) IS NOT NULL
      """)
  }

  private func makeIndexes(_ indexes: [Schema.Index], of root: EntityLayout) throws {
    try Schema.updateIndexes(of: root.table, to: indexes, on: connection) { index in
      StoreError.sharedValues(index: index.name, path: connection.path)
    }
  }
}
