internal import ObjectGraph

/// How an entity lies in the file: its table, its columns and the SQL made from them, by Core Data's rules.
struct EntityLayout: Sendable {
  /// The number of the entity (`Z_ENT`).
  let number: Int
  let entity: EntityDescription
  let table: String
  /// What is read for each slot: the name of its column, or NULL where there is none.
  let columns: [String]
  /// What the columns hold, by slot.
  let types: [ColumnType]
  /// The slots that have a column.
  let present: [Int]

  init(_ entity: EntityDescription, number: Int, model: ObjectModel) {
    self.number = number
    self.entity = entity
    table = entity.tableName
    let slots = 0..<entity.slotCount
    let types = slots.map { ColumnType(slot: $0, of: entity, in: model) }
    self.types = types
    columns = slots.map {
      types[$0].isPresent ? EntityDescription.columnName(entity.name(ofSlot: $0)) : "NULL"
    }
    present = slots.filter { types[$0].isPresent }
  }

  /// The SQL that reads rows; a condition is appended.
  var select: String {
    let list = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).joined(separator: ", ")
    return "SELECT \(list) FROM \(table)"
  }

  /// The SQL that writes a row: its key, its version, then its slots that have a column.
  var insert: String {
    let list = (["Z_PK", "Z_ENT", "Z_OPT"] + present.map { columns[$0] }).joined(separator: ", ")
    let values = (["?", "\(number)", "?"] + present.map { _ in "?" }).joined(separator: ", ")
    return "INSERT INTO \(table) (\(list)) VALUES (\(values))"
  }

  /// The SQL that writes some slots of a row: their values, then its key and the version it must have.
  func update(slots: [Int]) -> String {
    let values = ["Z_OPT = Z_OPT + 1"] + slots.map { "\(columns[$0]) = ?" }
    return "UPDATE \(table) SET \(values.joined(separator: ", ")) WHERE Z_PK = ? AND Z_OPT = ?"
  }
}

extension EntityDescription {
  /// The name of the entity's table.
  var tableName: String { "Z" + name.uppercased() }

  /// What a slot holds, in a word: the type of an attribute or the destination of a relationship.
  func kind(ofSlot slot: Int) -> String {
    attribute(inSlot: slot)?.type.rawValue ?? toOneRelationships[slot - attributes.count].destination
  }

  /// Whether a slot may be empty, as that of a derived attribute until it is computed.
  func isOptional(slot: Int) -> Bool {
    if derivedSlots.contains(slot) { return true }
    return attribute(inSlot: slot)?.isOptional ?? toOneRelationships[slot - attributes.count].isOptional
  }

  /// The name of the column of a property.
  static func columnName(_ property: String) -> String { "Z" + property.uppercased() }
}

/// How all entities of a model lie in the file.
struct StoreLayout: Sendable {
  let model: ObjectModel
  let entities: [EntityLayout]

  init(_ model: ObjectModel) {
    self.model = model
    entities = model.entities.enumerated().map { EntityLayout($1, number: $0 + 1, model: model) }
  }

  /// The layout of the entity with that number; another model's number is a programmer's mistake.
  subscript(number: Int) -> EntityLayout {
    precondition(
      entities.indices.contains(number - 1),
      "no entity of this model has the number \(number): use an ID or query with the store it came from")
    return entities[number - 1]
  }
}
