internal import ObjectStore

/// The tables and entities of a file that Apple's Core Data wrote, as the file itself lists them.
struct AppleSchema {
  /// A row of `Z_PRIMARYKEY`.
  struct Key {
    /// The number of the entity (`Z_ENT`).
    let number: Int
    /// The name of the entity.
    let name: String
    /// The number of the parent; 0 for the root of an inheritance tree.
    let parent: Int
  }

  /// A table.
  struct Table {
    /// The columns, in the order of the file.
    var columns: [String] = []
    /// The declared types, by column.
    var types: [String: String] = [:]
    /// The columns of each unique index or constraint, except for the key.
    var unique: Set<Set<String>> = []
  }

  /// The entities of the model, by number; those of the framework itself are left out.
  let keys: [Key]
  /// The tables, by name.
  let tables: [String: Table]

  /// The lowest number of the framework's own entities: those of the history have 16001 to 16003.
  private static let firstOwnNumber = 16_000

  /// A Boolean value that indicates whether the file records its changes in a persistent history.
  var hasHistory: Bool { tables["ATRANSACTION"] != nil && tables["ACHANGE"] != nil }

  /// Reads the schema on a connection, as of one state of the file.
  init(on connection: Connection) throws {
    (keys, tables) = try connection.snapshot {
      (try Self.keys(on: connection), try Self.tables(on: connection))
    }
  }

  private static func keys(on connection: Connection) throws -> [Key] {
    var keys: [Key] = []
    try connection.forEachRow("SELECT Z_ENT, Z_NAME, ifnull(Z_SUPER, 0) FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
      let key = Key(number: Int($0.integer(0)), name: $0.text(1), parent: Int($0.integer(2)))
      if key.number < firstOwnNumber { keys.append(key) }
    }
    return keys
  }

  private static func tables(on connection: Connection) throws -> [String: Table] {
    var tables: [String: Table] = [:]
    // SQLite cannot describe a virtual table whose module it does not have.
    let real = "t.type = 'table' AND t.sql NOT LIKE 'CREATE VIRTUAL TABLE%'"
    let columns = """
      SELECT t.name, c.name, c.type FROM sqlite_master t JOIN pragma_table_info(t.name) c \
      WHERE \(real) ORDER BY t.name, c.cid
      """
    try connection.forEachRow(columns) {
      let (table, column) = ($0.text(0), $0.text(1))
      tables[table, default: Table()].columns.append(column)
      tables[table]?.types[column] = $0.text(2).uppercased()
    }
    // An index of expressions has columns without a name, which match no property.
    let indexes = """
      SELECT t.name, i.name, ifnull(c.name, '') FROM sqlite_master t JOIN pragma_index_list(t.name) i \
      JOIN pragma_index_info(i.name) c WHERE \(real) AND i."unique" AND i.origin <> 'pk'
      """
    var unique: [String: [String: Set<String>]] = [:]
    try connection.forEachRow(indexes) {
      unique[$0.text(0), default: [:]][$0.text(1), default: []].insert($0.text(2))
    }
    for (table, indexes) in unique { tables[table]?.unique = Set(indexes.values) }
    return tables
  }
}
