internal import ObjectStore

/// The keys of the rows of an inheritance tree, or of a join table, that a batch writes, in a temporary table.
struct BatchTable {
  /// The name of the temporary table.
  let name: String
  /// The layout of the root of the tree, or of the join table.
  let layout: EntityLayout
  private let connection: Connection

  /// Makes the table, empty.
  init(_ layout: EntityLayout, on connection: Connection) throws {
    self.layout = layout
    self.connection = connection
    name = "temp.Z_BATCH\(layout.number)"
    try connection.run(
      """
      CREATE TEMP TABLE IF NOT EXISTS Z_BATCH\(layout.number) \
      (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_STEP INTEGER DEFAULT 0)
      """, [])
    try clear()
  }

  /// Deletes all keys.
  func clear() throws { try connection.run("DELETE FROM \(name)", []) }

  /// Inserts the keys and entities that a query selects, and returns their number.
  func insert(_ query: SQLQuery) throws -> Int {
    try connection.run("INSERT INTO \(name) (Z_PK, Z_ENT) \(query.sql)", query.bindings)
    return connection.changedRows
  }

  /// Inserts the keys, entities and steps that a query selects and that are not there yet.
  ///
  /// - Returns: A Boolean value that indicates whether there were new ones.
  func insertNew(_ select: String) throws -> Bool {
    try connection.run("INSERT OR IGNORE INTO \(name) (Z_PK, Z_ENT, Z_STEP) \(select)", [])
    return connection.changedRows > 0
  }

  /// A subquery for the keys.
  var keys: String { "(SELECT Z_PK FROM \(name))" }

  /// The number of rows.
  func count() throws -> Int { Int(try connection.integer("SELECT count(*) FROM \(name)") ?? 0) }

  /// The IDs of the rows that matched the request, not those that delete rules added.
  func matches() throws -> [ManagedObjectID] {
    var ids: [ManagedObjectID] = []
    try connection.forEachRow("SELECT Z_PK, Z_ENT FROM \(name) WHERE Z_STEP = 0") {
      ids.append($0.id(of: layout))
    }
    return ids
  }

  /// Returns the rows in their current state.
  ///
  /// - Parameter includesFiles: A Boolean value that indicates whether external data are read; otherwise, null is read
  ///   for them.
  func rows(includesFiles: Bool) throws -> [Row] {
    try rows(where: "\(layout.key) IN \(keys)", includesFiles: includesFiles)
  }

  /// Returns the rows of the table that meet a condition.
  func rows(where condition: String, includesFiles: Bool) throws -> [Row] {
    let select = includesFiles ? layout.select : layout.selectWithoutFiles
    let selection = includesFiles ? layout.selection : layout.selectionWithoutFiles
    var rows: [Row] = []
    try connection.forEachRow(select + " WHERE " + condition) { rows.append(try layout.row($0, selection)) }
    return rows
  }
}

extension RowChanges.Update {
  /// Creates the update of a row by a batch, which changes no external data.
  ///
  /// - Parameters:
  ///   - row: The row after the update.
  ///   - former: The values before it, without external data.
  ///   - layout: The layout of the row's entity.
  init(row: Row, beforeWithoutFiles former: [PropertyValue], layout: EntityLayout) {
    var before = former
    for slot in layout.externalSlots { before[slot] = row.values[slot] }
    self.init(row: row, before: before)
  }
}
