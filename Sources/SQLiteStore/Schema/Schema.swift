internal import ObjectStore

/// The tables and indexes in the file of a model.
///
/// `Z_MODELCACHE` is omitted: it holds an archive of Apple's own classes, and readers work without it,
/// because the stores of older systems have none.
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

  /// Returns the SQL that creates the table of an inheritance tree, or of a many-to-many relationship.
  static func table(_ tree: ArraySlice<EntityLayout>) -> String {
    guard let root = tree.first else { return "" }
    var columns: [String] = []
    for column in tree.flatMap({ Self.columns($0) }) where !columns.contains(column) {
      columns.append(column)
    }
    if root.isLink {
      columns.append("PRIMARY KEY (\(root.columns[0]), \(root.columns[1]))")
    } else {
      columns = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + columns
    }
    return "CREATE TABLE \(root.table) (\(columns.joined(separator: ", ")))"
  }

  /// Returns the column declarations of an entity.
  static func columns(_ layout: EntityLayout) -> [String] {
    let values = layout.present.map { "\(layout.columns[$0]) \(layout.types[$0].declaration)" }
    return layout.isLink ? values : values + layout.companions.map { "\($0.column) INTEGER" }
  }

  /// Returns the indexes of all inheritance trees and join tables, by the number of the root.
  ///
  /// All names of a file must differ, also from those of tables: a name that is taken gets a number behind it.
  static func indexes(_ layout: StoreLayout) -> [EntityNumber: [Index]] {
    var taken = Set(layout.entities.map { $0.table.uppercased() })
    var indexes: [EntityNumber: [Index]] = [:]
    for root in layout.roots {
      indexes[root.number] = self.indexes(layout.family(of: root.number)).map { index in
        var (name, number) = (index.name, 0)
        while !taken.insert(name.uppercased()).inserted {
          number += 1
          name = index.name + String(number)
        }
        return number == 0 ? index : index.renamed(name)
      }
    }
    return indexes
  }

  /// Returns the indexes of an inheritance tree, whose names need not differ: for to-one relationships, for declared
  /// indexes, and for uniqueness constraints.
  static func indexes(_ tree: ArraySlice<EntityLayout>) -> [Index] {
    guard let root = tree.first else { return [] }
    if root.isLink {
      let name = "\(root.table)_\(root.columns[1])_INDEX"
      return [
        Index(
          name: name, sql: "CREATE INDEX \(name) ON \(root.table) (\(root.columns[1]), \(root.columns[0]))")
      ]
    }
    var indexes: [Index] = []
    if tree.count > 1 { indexes.append(index("\(root.table)_Z_ENT_INDEX", on: root.table, "Z_ENT")) }
    for index in tree.flatMap({ Self.ownIndexes($0) }) where !indexes.contains(index) {
      indexes.append(index)
    }
    return indexes
  }

  private static func ownIndexes(_ layout: EntityLayout) -> [Index] {
    let (entity, table) = (layout.entity, layout.table)
    let relationships = entity.referenceSlots.map { slot in
      let column = layout.columns[slot]
      let index = index("\(table)_\(column)_INDEX", on: table, column)
      guard entity.relationship(inSlot: slot)?.isOptional == true else { return index }
      // Every row without a reference would have an entry: about 10 bytes for each relationship that few rows use. A term that
      // compares the column implies the condition (sqlite.org/partialindex.html, section 3).
      return Index(name: index.name, sql: index.sql + " WHERE \(column) IS NOT NULL")
    }
    let lookups = entity.indexes.map { elements in
      let parts = elements.map { $0.isAscending ? $0.property : "\($0.property)_DESC" }
      let name = "Z_\(entity.name)_" + parts.joined(separator: "_")
      return index(name, on: table, keys(elements, layout))
    }
    return relationships + lookups + constraints(layout)
  }

  /// Returns the indexes of the constraints that the entity itself declares.
  private static func constraints(_ layout: EntityLayout) -> [Index] {
    let (entity, table) = (layout.entity, layout.table)
    let owned = zip(entity.uniquenessConstraints, entity.constraintOwners).filter { $1 == entity.number }
    return owned.map { properties, _ in
      let name = "Z_\(entity.name)_UNIQUE_" + properties.joined(separator: "_")
      let sql =
        "CREATE UNIQUE INDEX \(name) ON \(table) (\(keys(properties.map { IndexElement($0) }, layout)))"
      // A sub-entity's constraint does not apply to the rest of its tree.
      let family = layout.family
      guard entity.parent != nil else { return Index(name: name, sql: sql) }
      return Index(
        name: name, sql: sql + " WHERE Z_ENT >= \(family.lowerBound) AND Z_ENT <= \(family.upperBound)")
    }
  }

  private static func index(_ name: String, on table: String, _ keys: String) -> Index {
    Index(name: name, sql: "CREATE INDEX \(name) ON \(table) (\(keys))")
  }

  private static func keys(_ elements: [IndexElement], _ layout: EntityLayout) -> String {
    let keys = elements.compactMap { element in
      layout.entity.slot(of: element.property).map { slot in
        layout.columns[slot] + " COLLATE BINARY " + (element.isAscending ? "ASC" : "DESC")
      }
    }
    return keys.joined(separator: ", ")
  }

  /// Creates all tables and indexes in an empty file, within the caller's transaction.
  static func create(_ layout: StoreLayout, metadata: StoreMetadata, on connection: Connection) throws {
    for sql in bookkeeping { try connection.execute(sql) }
    let indexes = indexes(layout)
    for root in layout.roots {
      let tree = layout.family(of: root.number)
      try connection.execute(table(tree))
      for index in indexes[root.number] ?? [] { try connection.execute(index.sql) }
    }
    for entity in layout.entities where !entity.isLink {
      try addKeys(of: entity, highest: 0, in: layout, on: connection)
    }
    try TextIndexSchema(layout, on: connection).make()
    try metadata.write(on: connection)
  }

  /// Starts the key counter of an entity, whose keys up to `highest` are in use.
  ///
  /// A whole inheritance tree takes its keys from its root.
  static func addKeys(
    of entity: EntityLayout, highest: Int64, in layout: StoreLayout, on connection: Connection
  ) throws {
    let parent = entity.entity.parent?.number ?? 0
    try connection.run(
      "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
      [
        .integer(Int64(entity.number.rawValue)), .string(entity.entity.name),
        .integer(Int64(parent.rawValue)),
        .integer(entity.entity.parent == nil ? highest : 0),
      ])
  }
}
