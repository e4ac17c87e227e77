internal import ObjectStore

/// The migration of a file by a plan, within the caller's transaction.
///
/// Old tables that are not changed in place are renamed aside, read to fill the new ones, and dropped. Indexes come last.
struct SchemaMigration {
  private let plan: MigrationPlan
  private let source: CellSource
  private let connection: Connection
  private let external: ExternalDataWriter
  /// The rule by which rows with the same unique values are merged; `nil` if they are refused.
  private let duplicates: DuplicatePolicy?
  private let trees: [TreeMigration]
  /// The old tables that are renamed aside, by their names in the old model.
  private let aside: Set<String>

  /// Prepares the migration.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - old: The layout of the old model, in which the file is.
  ///   - new: The layout of the new model, for the same store.
  ///   - duplicates: The rule by which rows with the same unique values are merged; `nil` if they are refused.
  ///   - external: The writer of external data, whose files the caller discards or drops.
  ///   - connection: The connection, in a transaction.
  init(
    _ plan: MigrationPlan, from old: StoreLayout, to new: StoreLayout, duplicates: DuplicatePolicy?,
    external: ExternalDataWriter, on connection: Connection
  ) throws {
    self.external = external
    self.plan = plan
    self.duplicates = duplicates
    self.connection = connection
    let offsets = try KeyOffsets(
      plan.mapping, highest: Self.highestKeys(old, on: connection),
      unbounded: Self.treesBeyondKeys(old, on: connection), path: connection.path)
    let inPlace = CellSource(plan: plan, old: old, new: new, offsets: offsets)
    let keptTables = Set(
      new.roots.compactMap { root in
        let tree = TreeMigration(inPlace, members: new.family(of: root.number))
        return tree.changes?.oldTable == root.table ? root.table : nil
      })
    aside = Set(old.roots.map(\.table)).subtracting(keptTables)
    let moved = StoreLayout(
      plan.old, externalData: old.externalData, store: old.store, names: SchemaNames(old).renamedAside(aside))
    let source = CellSource(plan: plan, old: moved, new: new, offsets: offsets)
    self.source = source
    trees = new.roots.map { TreeMigration(source, members: new.family(of: $0.number)) }
  }

  /// Returns the highest keys of the inheritance trees, also of a damaged file whose table of keys is wrong.
  private static func highestKeys(
    _ layout: StoreLayout, on connection: Connection
  ) throws -> [EntityNumber: Int64] {
    var highest: [EntityNumber: Int64] = [:]
    for root in layout.roots where !root.isLink {
      let known = try connection.integer(
        "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [.integer(Int64(root.number.rawValue))])
      let valid = known.flatMap { Connection.keys.contains($0) ? $0 : nil }
      highest[root.number] = max(valid ?? 0, try connection.highestUsedKey(in: root.table))
    }
    return highest
  }

  /// Returns the inheritance trees of a damaged file that have rows with keys beyond ``Connection/keys``.
  private static func treesBeyondKeys(
    _ layout: StoreLayout, on connection: Connection
  ) throws -> Set<EntityNumber> {
    let roots = try layout.roots.filter { root in
      if root.isLink { return false }
      let highest = try connection.integer("SELECT max(Z_PK) FROM \(root.table)")
      return highest.map { $0 > Connection.keys.upperBound } ?? false
    }
    return Set(roots.map(\.number))
  }

  /// The tables whose rows, keys and columns stay as they are.
  private var unchangedTables: Set<String> {
    Set(trees.compactMap(\.changes).filter(\.isEmpty).map(\.oldTable))
  }

  /// Performs the migration.
  ///
  /// - Parameter report: Is called before each step, and at the end, with the number of complete steps and of all.
  /// - Returns: The tables whose rows and texts stay as they are, and a Boolean value that indicates whether rows may have been
  ///   inserted, merged or deleted.
  /// - Throws: A ``MigrationError`` for rows that cannot be migrated, and the errors of functions and of `report`.
  func run(
    _ report: (Int, Int) throws -> Void
  ) throws -> (unchangedTables: Set<String>, changesRows: Bool) {
    // The next plan or the store reads rows with another layout.
    defer { connection.dropLookUps() }
    try connection.addFunction(ConversionSQL.register)
    var merged: Set<String> = []
    var filled: Set<String> = []
    var steps = steps()
    let owners = source.new.entities.filter { !$0.entity.derivedUniqueSlots.isEmpty }
    if !owners.isEmpty {
      steps.append { filled = try fillConstraints(of: owners) }
    }
    if let duplicates {
      steps.append {
        merged = try DuplicateMerging(layout: source.new, policy: duplicates, connection: connection).run()
      }
    }
    steps += indexSteps
    for (index, step) in steps.enumerated() {
      try report(index, steps.count)
      try step()
    }
    try report(steps.count, steps.count)
    return (
      unchangedTables.subtracting(merged).subtracting(filled), !merged.isEmpty || !plan.objectMappings.isEmpty
    )
  }

  private typealias Step = () throws -> Void

  private func steps() -> [Step] {
    let changes = trees.compactMap(\.changes)
    let dropped = aside.map { SchemaNames.asidePrefix + $0 }.filter { table in
      !changes.contains { $0.oldTable == table }
    }
    var steps: [Step] = []
    func add(_ statements: [String]) {
      for sql in statements { steps.append { try connection.execute(sql) } }
    }
    add(aside.sorted().map { "ALTER TABLE \($0) RENAME TO \(SchemaNames.asidePrefix)\($0)" })
    steps.append { try refuse(MigrationChecks(source: source, connection: connection).problems()) }
    // Values are computed from old columns, also of tables that are changed in place, so these change afterwards.
    add(trees.filter { $0.changes == nil }.flatMap(\.fillings))
    add(changes.flatMap(\.additions))
    steps.append {
      try dropPartialIndexes()
      for table in changes { try table.dropIndexes(on: connection) }
    }
    add(changes.flatMap(\.completions))
    steps.append { try writeKeys() }
    if !plan.objectMappings.isEmpty {
      steps.append { try ObjectMapper(source, external, on: connection).run() }
      steps.append { try refuse(missingValues()) }
    }
    add(dropped.sorted().map { "DROP TABLE \($0)" })
    return steps
  }

  /// Computes the derived values that constraints of entities compare, before duplicates are merged and indexes created, and
  /// returns the tables that have changed.
  private func fillConstraints(of owners: [EntityLayout]) throws -> Set<String> {
    let derived = DerivedColumns(layout: source.new, connection: connection)
    // Rows get the former values of others, and the same values before they are merged.
    let indexes = try Schema.uniqueIndexes(of: Set(owners.map(\.table)), on: connection)
    try Schema.dropIndexes(indexes, on: connection)
    let areTexts = owners.allSatisfy { owner in
      owner.entity.derivedUniqueSlots.allSatisfy { owner.entity.textSource(ofSlot: $0) != nil }
    }
    // To aggregate destinations without the indexes of references, which come last, can take a pass over a table for each row.
    let count = areTexts ? try derived.fillTexts(of: owners) : try derived.fill()
    guard count > 0 else { return [] }
    return Set(source.new.entities.lazy.filter { !$0.entity.derivedSlots.isEmpty }.map(\.table))
  }

  private var indexSteps: [Step] {
    let indexes = Schema.indexes(source.new)
    return source.new.roots.map { root in
      {
        let tree = source.new.family(of: root.number)
        try Schema.updateIndexes(of: root.table, to: indexes[root.number] ?? [], on: connection) {
          try conflict($0, tree)
        }
      }
    }
  }

  private func refuse(_ problems: [MigrationProblem]) throws(MigrationError) {
    guard problems.isEmpty else { throw MigrationError(path: connection.path, problems: problems) }
  }

  /// While numbers of entities change, rows could violate an index that is unique in one of them.
  private func dropPartialIndexes() throws {
    let partial = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE Z_ENT %'"
    for index in try connection.texts(partial) { try connection.execute("DROP INDEX \"\(index)\"") }
  }

  /// Writes the numbers of the new entities, and the highest keys in use.
  private func writeKeys() throws {
    try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE \(HistorySchema.isOther)")
    for entity in source.new.entities where !entity.isLink {
      try Schema.addKeys(
        of: entity, highest: source.offsets.highest[entity.number] ?? 0, in: source.new, on: connection)
    }
  }

  /// Returns the required values that the functions of a custom stage have left empty.
  private func missingValues() throws -> [MigrationProblem] {
    var problems: [MigrationProblem] = []
    for layout in source.new.entities where !layout.isLink {
      for slot in layout.present where !layout.entity.isOptional(slot: slot) {
        let count = try connection.integer(
          """
          SELECT count(*) FROM \(layout.table) WHERE Z_ENT = \(layout.number) AND \(layout.columns[slot]) IS NULL
          """)
        guard let count, count > 0 else { continue }
        problems.append(
          MigrationProblem(
            entity: layout.entity.name, property: layout.entity.name(ofSlot: slot),
            .missingValue(count: Int(count))))
      }
    }
    return problems
  }

  // MARK: Uniqueness

  /// Returns the error for a unique index that the rows do not permit: with the values that they share.
  private func conflict(
    _ index: Schema.Index, _ tree: ArraySlice<EntityLayout>
  ) throws -> any Error {
    for layout in tree {
      for (names, slots) in zip(layout.entity.uniquenessConstraints, layout.entity.uniqueSlots)
      where plan.new.constraintOwner(slots, of: layout.entity) == layout.number {
        if let problem = try conflict(names, slots, layout) {
          return MigrationError(path: connection.path, problems: [problem])
        }
      }
    }
    return StoreError.damaged(path: connection.path, reason: "the index \(index.name) cannot be created")
  }

  private func conflict(
    _ names: [String], _ slots: [Slot], _ layout: EntityLayout
  ) throws -> MigrationProblem? {
    let columns = slots.map { layout.columns[$0] }
    let conditions =
      columns.map { "\($0) IS NOT NULL" } + [
        "Z_ENT BETWEEN \(layout.family.lowerBound) AND \(layout.family.upperBound)"
      ]
    let list = columns.joined(separator: ", ")
    let sql = """
      SELECT \(list), min(Z_PK) AS k FROM \(layout.table) WHERE \(conditions.joined(separator: " AND ")) \
      GROUP BY \(list) HAVING count(*) > 1 ORDER BY k
      """
    var count = 0
    var example: [PropertyValue] = []
    try connection.forEachRow(sql) { row in
      if count == 0 {
        example = try zip(slots, Int32(0)...).map {
          try layout.types[$0].value(row, $1, in: layout.store)
        }
      }
      count += 1
    }
    guard count > 0 else { return nil }
    return MigrationProblem(
      entity: layout.entity.name, .notUnique(constraint: names, count: count, example: example))
  }
}

extension Entity {
  /// The slots of uniqueness constraints whose values are derived from others.
  fileprivate var derivedUniqueSlots: [Slot] { uniqueSlots.joined().filter(derivedSlots.contains) }
}
