internal import ObjectGraph

/// What the file of a model consists of, besides rows.
///
/// `Z_MODELCACHE` is left out: it holds an archive of Apple's own classes, and readers do without it, as the
/// stores of older systems have none.
enum Schema {
  /// The tables that every store has.
  static let bookkeeping = [
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
  ]

  /// An index, by name.
  struct Index: Hashable {
    let name: String
    let sql: String
  }

  /// The SQL that makes the table of an entity.
  static func table(_ layout: EntityLayout) -> String {
    let own = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    let columns = layout.present.map { "\(layout.columns[$0]) \(layout.types[$0].declaration)" }
    return "CREATE TABLE \(layout.table) (\((own + columns).joined(separator: ", ")))"
  }

  /// The indexes of an entity: to-one relationships, what is to be looked up by, what is unique.
  static func indexes(_ layout: EntityLayout) -> [Index] {
    let (entity, table) = (layout.entity, layout.table)
    let relationships = entity.toOneRelationships.map { relationship in
      let column = EntityDescription.columnName(relationship.name)
      let name = "\(table)_\(column)_INDEX"
      return Index(name: name, sql: "CREATE INDEX \(name) ON \(table) (\(column))")
    }
    let lookups = entity.indexes.map { properties in
      let name = "Z_\(entity.name)_" + properties.joined(separator: "_")
      return Index(name: name, sql: "CREATE INDEX \(name) ON \(table) (\(keys(properties)))")
    }
    let constraints = entity.uniquenessConstraints.map { properties in
      let name = "Z_\(entity.name)_UNIQUE_" + properties.joined(separator: "_")
      return Index(name: name, sql: "CREATE UNIQUE INDEX \(name) ON \(table) (\(keys(properties)))")
    }
    return relationships + lookups + constraints
  }

  private static func keys(_ properties: [String]) -> String {
    properties.map { EntityDescription.columnName($0) + " COLLATE BINARY ASC" }.joined(separator: ", ")
  }

  /// Makes everything in an empty file, within the caller's transaction.
  static func create(_ layout: StoreLayout, metadata: StoreMetadata, on connection: Connection) throws {
    for sql in bookkeeping { try connection.execute(sql) }
    for entity in layout.entities {
      try connection.execute(table(entity))
      for index in indexes(entity) { try connection.execute(index.sql) }
      try addKeys(of: entity, highest: 0, on: connection)
    }
    try metadata.write(on: connection)
  }

  /// Begins to count the keys of an entity, of which the ones up to `highest` are taken.
  static func addKeys(of entity: EntityLayout, highest: Int64, on connection: Connection) throws {
    try connection.run(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, ?)",
      [.integer(Int64(entity.number)), .string(entity.entity.name), .integer(highest)])
  }
}
