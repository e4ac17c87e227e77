internal import ObjectStore

/// The functions of a custom stage, called for the rows of the old tables.
final class ObjectMapper: MigrationEditor {
  private let source: CellSource
  private let connection: Connection
  private let transaction: SQLiteTransaction
  private var highestKeys: [EntityNumber: Int64]
  private var joinKeys: [EntityNumber: Int64] = [:]

  /// Creates the mapper, in the caller's transaction.
  init(_ source: CellSource, _ external: ExternalDataWriter, on connection: Connection) {
    self.source = source
    self.connection = connection
    transaction = SQLiteTransaction(
      connection, layout: source.new, statements: WriteStatements(connection, layout: source.new),
      external: external)
    highestKeys = source.offsets.highest
  }

  var model: ManagedObjectModel { source.plan.new }

  var path: String { connection.path }

  func newID(_ id: ManagedObjectID) -> ManagedObjectID? {
    guard let number = source.plan.newNumber(of: id.entity) else { return nil }
    let offset = source.offsets.offset(
      from: source.old.model.root(of: id.entity), to: model.root(of: number))
    return ManagedObjectID(entity: number, key: id.key &+ offset, in: source.new.store)
  }

  /// Calls the functions for all objects.
  func run() throws {
    try transaction.run { _ in
      var deleted: [ManagedObjectID] = []
      for (number, body) in source.plan.objectMappings.sorted(by: { $0.key < $1.key }) {
        let layout = source.old[number]
        try connection.forEachRow(layout.select + " WHERE Z_ENT = \(number) ORDER BY Z_PK") {
          let row = try layout.row($0)
          if let id = try map(row, of: layout.entity, by: body) { deleted.append(id) }
        }
      }
      try delete(deleted)
    }
  }

  /// Calls a function for an object; returns its ID if the object is deleted.
  private func map(
    _ row: Row, of entity: Entity, by body: MigrationStage.ObjectMapping
  ) throws -> ManagedObjectID? {
    let id = newID(row.id)
    let new = try id.flatMap { try connection.rows([$0], layout: source.new).first }
    let object = MigratedObject(
      old: row, of: entity, new: new, of: new.map { model[$0.id.entity] }, editor: self)
    try body(object)
    guard let new else { return nil }
    if object.isDeleted { return new.id }
    let slots = try changedSlots(of: new, by: object)
    guard !slots.isEmpty else { return nil }
    try expect(
      transaction.overwrite(Row(id: new.id, version: new.version, values: object.values), slots: slots),
      new.id)
    return nil
  }

  func insert(_ name: String, _ values: [String: PropertyValue]) throws -> ManagedObjectID {
    let (entity, row) = try self.values(name, values)
    let key = try nextKey(of: entity)
    let id = ManagedObjectID(entity: entity.number, key: key, in: source.new.store)
    try expect(transaction.insert(Row(id: id, version: 0, values: row)), id)
    return id
  }

  private func nextKey(of entity: Entity) throws -> Int64 {
    if entity.isLink {
      let table = source.new[entity.number].table
      let highest = try joinKeys[entity.number] ?? connection.integer("SELECT max(rowid) FROM \(table)") ?? 0
      joinKeys[entity.number] = try key(after: highest, of: entity)
      return highest + 1
    }
    let highest = highestKeys[entity.root] ?? 0
    highestKeys[entity.root] = try key(after: highest, of: entity)
    return highest + 1
  }

  private func key(after highest: Int64, of entity: Entity) throws(StoreError) -> Int64 {
    guard highest < Connection.keys.upperBound else {
      throw .damaged(path: path, reason: "it has no usable highest key for \(entity.name)")
    }
    return highest + 1
  }

  /// Checks that a row was written, unless it is a second join row between the same two objects, which is no conflict.
  ///
  /// Most rows that share unique values are found when the unique indexes are created.
  private func expect(_ outcome: WriteOutcome, _ id: ManagedObjectID) throws {
    guard outcome == .duplicate, !model.isLink(id.entity) else { return }
    let entity = model[id.entity]
    let constraint = entity.uniquenessConstraints.first ?? []
    throw MigrationError(
      path: connection.path,
      problems: [
        MigrationProblem(entity: entity.name, .notUnique(constraint: constraint, count: 1, example: []))
      ])
  }

  /// Deletes objects, and makes references to them empty.
  ///
  /// There is one statement for each relationship: the indexes of references come last, so that a search for each object
  /// would read whole tables.
  private func delete(_ ids: [ManagedObjectID]) throws {
    guard !ids.isEmpty else { return }
    try connection.execute(
      "CREATE TEMP TABLE Z_DELETED (Z_ENT INTEGER, Z_PK INTEGER, PRIMARY KEY (Z_ENT, Z_PK)) WITHOUT ROWID")
    for id in ids {
      try connection.run(
        "INSERT INTO temp.Z_DELETED VALUES (?, ?)",
        [.integer(Int64(id.entity.rawValue)), .integer(id.key)])
    }
    for entity in Set(ids.map(\.entity)) {
      for referrer in model.referrers(to: entity) {
        let layout = source.new[referrer.entity]
        let column = layout.columns[referrer.slot]
        let emptied = [column] + layout.companions(of: [referrer.slot]).map(\.column)
        let change =
          layout.isLink
          ? "DELETE FROM \(layout.table)"
          : "UPDATE \(layout.table) SET \(emptied.map { "\($0) = NULL" }.joined(separator: ", "))"
        try connection.execute(
          "\(change) WHERE \(column) IN (SELECT Z_PK FROM temp.Z_DELETED WHERE Z_ENT = \(entity))")
      }
    }
    for id in ids { _ = try transaction.delete(id, version: nil) }
    try connection.execute("DROP TABLE temp.Z_DELETED")
  }
}
