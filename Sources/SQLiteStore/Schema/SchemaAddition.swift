internal import ObjectGraph

/// Brings a file to a model that has more than the one it was written with: entities, properties, indexes.
///
/// It runs within the caller's transaction and throws as soon as something would be lost or guessed.
struct SchemaAddition {
  let layout: StoreLayout
  let connection: Connection
  /// What the columns of each entity of the file hold.
  let old: [String: [String: String]]

  init(from metadata: StoreMetadata, to layout: StoreLayout, on connection: Connection) throws(StoreError) {
    guard let properties = metadata.properties else {
      throw .otherModel(path: connection.path, reason: "it does not say which properties it has")
    }
    old = properties
    self.layout = layout
    self.connection = connection
  }

  func run() throws {
    for name in old.keys.sorted() where layout.model.entity(named: name) == nil {
      throw refusal("its entity \(name) is not in this one")
    }
    for entity in layout.entities {
      if let properties = old[entity.entity.name] {
        try extend(entity, properties: properties)
      } else {
        try connection.execute(Schema.table(entity))
      }
      try makeIndexes(of: entity)
    }
    try renumber()
  }

  private func refusal(_ reason: String) -> StoreError { .otherModel(path: connection.path, reason: reason) }

  /// Adds the columns of new properties, and makes sure that nothing else changed.
  private func extend(_ layout: EntityLayout, properties: [String: String]) throws {
    let entity = layout.entity
    for (name, kind) in properties.sorted(by: { $0.key < $1.key }) {
      guard let slot = entity.slot(of: name), layout.types[slot].isPresent else {
        throw refusal("its property \(entity.name).\(name) is not in this one")
      }
      guard entity.kind(ofSlot: slot) == kind else {
        let new = entity.kind(ofSlot: slot)
        throw refusal("its property \(entity.name).\(name) is of the type \(kind), not \(new)")
      }
    }
    for slot in layout.present where properties[entity.name(ofSlot: slot)] == nil {
      try addColumn(slot, of: layout)
    }
    for slot in layout.present where !entity.isOptional(slot: slot) {
      let empty = "SELECT 1 FROM \(layout.table) WHERE \(layout.columns[slot]) IS NULL LIMIT 1"
      guard try connection.integer(empty) == nil else {
        throw refusal(
          "it has rows without \(entity.name).\(entity.name(ofSlot: slot)), which is not optional")
      }
    }
  }

  private func addColumn(_ slot: Int, of layout: EntityLayout) throws {
    let column = layout.columns[slot]
    try connection.execute(
      "ALTER TABLE \(layout.table) ADD COLUMN \(column) \(layout.types[slot].declaration)")
    guard let value = layout.entity.attribute(inSlot: slot)?.defaultValue, !value.isNull else { return }
    try connection.run("UPDATE \(layout.table) SET \(column) = ?", [value])
  }

  /// Makes the indexes that are missing and drops those that the model no longer has: they hold no data.
  private func makeIndexes(of layout: EntityLayout) throws {
    let wanted = Schema.indexes(layout)
    let present = try Set(
      connection.texts(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
        [.string(layout.table)]))
    for name in present.subtracting(wanted.map(\.name)).sorted() {
      try connection.execute("DROP INDEX \"\(name)\"")
    }
    for index in wanted where !present.contains(index.name) {
      do {
        try connection.execute(index.sql)
      } catch {
        guard error.isUniquenessViolation else { throw error }
        throw refusal("it has rows that share what \(index.name) wants to be unique")
      }
    }
  }

  /// Gives the entities their numbers in this model, as a new entity moves those behind it in the alphabet.
  private func renumber() throws {
    var highest: [String: Int64] = [:]
    try connection.forEachRow("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY") {
      highest[$0.text(0)] = $0.integer(1)
    }
    try connection.execute("DELETE FROM Z_PRIMARYKEY")
    for entity in layout.entities {
      try Schema.addKeys(of: entity, highest: highest[entity.entity.name] ?? 0, on: connection)
      let number = PropertyValue.integer(Int64(entity.number))
      try connection.run("UPDATE \(entity.table) SET Z_ENT = ? WHERE Z_ENT <> ?", [number, number])
    }
  }
}
