#if PostgreSQL
  internal import ObjectStore

  /// Gives the tables and columns of a store the names that they have in another model, within the caller's transaction.
  struct SchemaRenaming {
    /// The model with which the store was written.
    let old: ManagedObjectModel
    /// The new names of its entities and properties.
    let renaming: ModelRenaming
    /// The layout of the model with which it is opened.
    let layout: StoreLayout
    let connection: Connection

    /// A new name of a table, or of a column of a table.
    private struct Change: Hashable {
      /// The table of a column, by its new name.
      var table = ""
      let old: String
      let new: String
    }

    /// Renames the tables, then their columns.
    func run() throws {
      var tables: Set<Change> = []
      var columns: Set<Change> = []
      let entities = Dictionary(
        layout.entities.map { ($0.entity.name, $0) }, uniquingKeysWith: { first, _ in first })
      for before in old.storedEntities {
        guard let entity = entities[renaming.entity(before.name)] else { continue }
        let root = old[old.root(of: before.number)]
        tables.insert(Change(old: SchemaName.shortened(root.name.lowercased()), new: entity.tableName))
        for slot in before.slots where !before.transientSlots.contains(slot) {
          let name = renaming.property(before.name(ofSlot: slot), of: before.name)
          guard let place = entity.entity.slot(of: name) else { continue }
          let (column, newColumn) = (
            SchemaName.column(slot: slot, of: before), SchemaName.column(slot: place, of: entity.entity)
          )
          columns.insert(Change(table: entity.table, old: column, new: newColumn))
          if before.fullTextIndex.contains(before.name(ofSlot: slot)) {
            columns.insert(
              Change(
                table: entity.table, old: SchemaName.trigrams(of: column),
                new: SchemaName.trigrams(of: newColumn)))
          }
          guard let destination = before.relationship(inSlot: slot)?.destination,
            old.entity(named: destination).map({ $0.family.count > 1 }) == true
          else { continue }
          columns.insert(
            Change(
              table: entity.table, old: SchemaName.companion(of: column),
              new: SchemaName.companion(of: newColumn)))
        }
      }
      let server = layout.server
      try rename(tables) { "ALTER TABLE \(server.name($1)) RENAME TO \(Server.quoted($2))" }
      try rename(columns) {
        "ALTER TABLE \($0) RENAME COLUMN \(Server.quoted($1)) TO \(Server.quoted($2))"
      }
    }

    /// Performs changes with the SQL for a table, an old name and a new one.
    ///
    /// Uses names in between that are unused, because two columns can exchange their names.
    private func rename(_ changes: Set<Change>, _ sql: (String, String, String) -> String) throws {
      let changes = changes.filter { $0.old != $0.new }.sorted { ($0.table, $0.old) < ($1.table, $1.old) }
      for (index, change) in changes.enumerated() {
        try connection.execute(sql(change.table, change.old, "_renamed_\(index)"))
      }
      for (index, change) in changes.enumerated() {
        try connection.execute(sql(change.table, "_renamed_\(index)", change.new))
      }
    }
  }
#endif
