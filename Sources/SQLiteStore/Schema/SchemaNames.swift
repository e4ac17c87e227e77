internal import ObjectStore

/// The names of all tables and columns of a file, by entity and property.
///
/// Some names contain the numbers of entities and change with them, so the file records its names.
struct SchemaNames {
  /// The names of an entity's columns by property, with its table and its parent under keys that no property can have.
  let entities: [String: [String: String]]

  static let table = "@table"
  static let parent = "@parent"

  /// Returns the key under which the column with the entity of a relationship's destination is found.
  static func companion(_ relationship: String) -> String { relationship + "@entity" }

  init(entities: [String: [String: String]]) { self.entities = entities }

  /// Returns the same tables and columns by the new names of entities and properties.
  func renamed(by renaming: ModelRenaming) -> SchemaNames {
    SchemaNames(
      entities: renaming.renamed(entities).mapValues { names in
        var names = names
        names[Self.parent] = names[Self.parent].map(renaming.entity)
        return names
      })
  }

  /// The prefix of a table that is renamed aside during a migration.
  ///
  /// No other table begins with it: the name of an entity begins with a letter, and in the name of a join table a
  /// number follows the underscore.
  static let asidePrefix = "Z_OLD_"

  /// Returns the same names, with some tables renamed aside.
  func renamedAside(_ tables: Set<String>) -> SchemaNames {
    SchemaNames(
      entities: entities.mapValues { names in
        var names = names
        if let table = names[Self.table], tables.contains(table) {
          names[Self.table] = Self.asidePrefix + table
        }
        return names
      })
  }

  /// Creates the names of a layout.
  init(_ layout: StoreLayout) {
    var entities: [String: [String: String]] = [:]
    for entity in layout.entities {
      var names = [Self.table: entity.table]
      names[Self.parent] = entity.entity.parent?.name
      for slot in entity.present { names[entity.entity.name(ofSlot: slot)] = entity.columns[slot] }
      for companion in entity.isLink ? [] : entity.companions {
        names[Self.companion(entity.entity.name(ofSlot: companion.slot))] = companion.column
      }
      entities[entity.entity.name] = names
    }
    self.entities = entities
  }

  /// Creates the names of files that do not record them: no name there contains a number.
  init(properties: [String: [String: String]]) {
    var entities: [String: [String: String]] = [:]
    for (entity, kinds) in properties {
      var names = [Self.table: "Z" + entity.uppercased()]
      for name in kinds.keys { names[name] = "Z" + name.uppercased() }
      entities[entity] = names
    }
    self.entities = entities
  }
}
