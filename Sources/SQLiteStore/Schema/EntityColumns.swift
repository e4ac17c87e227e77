internal import ObjectStore

/// The columns of an entity in its table, by Core Data's rules or as another library named them.
struct EntityColumns: Sendable {
  /// The number of the entity (`Z_ENT`).
  let number: EntityNumber
  let entity: Entity
  let table: String
  /// The expression that is read for each slot: the name of its column, or NULL where there is none.
  let columns: [String]
  /// The types of the columns, by slot.
  let types: [ColumnType]
  /// The columns with the entities of referenced rows, where several entities are possible.
  let companions: [Companion]

  /// The column with the entity of the referenced row of a slot.
  struct Companion: Sendable {
    var slot: Slot
    var column: String
  }

  /// Returns the columns of an entity.
  ///
  /// - Parameter names: The names in the file; `nil` for those that follow from the model.
  init(
    _ entity: Entity, number: EntityNumber, model: ManagedObjectModel, externalData: ExternalDataFolder,
    names: SchemaNames? = nil
  ) {
    self.number = number
    self.entity = entity
    let ownNames = names?.entities[entity.name] ?? [:]
    table = ownNames[SchemaNames.table] ?? entity.tableName
    let slots = entity.slots
    let types = slots.map { ColumnType(slot: $0, of: entity, in: model, externalData: externalData) }
    self.types = types
    // NULL is read where there is no column; in parentheses, as an expression.
    columns = slots.map { slot in
      guard types[slot].isPresent else { return "(NULL)" }
      return ownNames[entity.name(ofSlot: slot)] ?? entity.columnName(ofSlot: slot)
    }
    companions = Self.companions(entity, columns, isLink: entity.isLink, in: model, names)
  }

  /// Returns the columns that hold the entities of referenced rows, where several are possible: in a
  /// separate column, or in the destination's table.
  private static func companions(
    _ entity: Entity, _ columns: [String], isLink: Bool, in model: ManagedObjectModel, _ names: SchemaNames?
  ) -> [Companion] {
    entity.referenceSlots.compactMap { slot in
      guard
        let destination = entity.relationship(inSlot: slot).flatMap({ model.entity(named: $0.destination) }),
        destination.family.count > 1
      else { return nil }
      if isLink {
        let table = names?.entities[destination.name]?[SchemaNames.table] ?? destination.tableName
        return Companion(slot: slot, column: "(SELECT Z_ENT FROM \(table) WHERE Z_PK = \(columns[slot]))")
      }
      let name = names?.entities[entity.name]?[SchemaNames.companion(entity.name(ofSlot: slot))]
      return Companion(
        slot: slot, column: name ?? companionName(of: columns[slot], destination: destination.number))
    }
  }

  /// Returns the name of the column with the entity of a reference to rows of several entities.
  static func companionName(of column: String, destination: EntityNumber) -> String {
    "Z\(destination)_\(column.dropFirst())"
  }
}
