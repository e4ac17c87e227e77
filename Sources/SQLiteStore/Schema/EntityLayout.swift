internal import ObjectStore

/// The storage of an entity: its table, its columns and its SQL, by Core Data's rules.
///
/// An inheritance tree has one table with the columns of all its entities. A many-to-many relationship has
/// a join table, whose rows have no version and no key but SQLite's.
///
/// It is a class because it is used for every row, and copying its contents would cost more than binding a
/// value.
final class EntityLayout: Sendable {
  /// The number of the entity (`Z_ENT`).
  let number: EntityNumber
  let entity: Entity
  /// The store to which the rows belong.
  let store: StoreIdentity
  let table: String
  /// The expression that is read for each slot: the name of its column, or NULL where there is none.
  let columns: [String]
  /// The types of the columns, by slot.
  let types: [ColumnType]
  /// The slots whose values may be in external files.
  let externalSlots: [Slot]
  /// The columns with the entities of referenced rows, where several entities are possible.
  let companions: [Companion]
  /// A Boolean value that indicates whether this is the join table of a many-to-many relationship.
  let isLink: Bool
  /// The numbers of the entity and its sub-entities.
  let family: ClosedRange<EntityNumber>
  /// A Boolean value that indicates whether the table holds rows of this entity only.
  private let isAlone: Bool
  /// The column list of a query with its own table alias: made once for all queries.
  private let queriedList: String
  /// The columns that are read for a row of the entity or its sub-entities.
  let selection: Selection
  /// The slots that have a column.
  let present: [Slot]
  /// The number of the entity whose row in `Z_PRIMARYKEY` assigns the keys.
  ///
  /// As in Core Data's files, a join table has no row there: its rows take their keys from the inheritance
  /// tree at their first end, where gaps do no harm.
  let keyNumber: Int64

  /// The column with the entity of the referenced row of a slot.
  struct Companion: Sendable {
    var slot: Slot
    var column: String
  }

  /// The columns that are read, and the positions of each entity's slots among them.
  struct Selection: Sendable {
    /// The columns after key, entity and version; for a join table, expressions replace companions.
    var columns: [String]
    /// The positions of slots, by the number of the entity minus the first number of the family.
    var places: [[Place]]
    /// The entities and properties of the positions, as `Person.avatar`.
    var properties: [[String]]

    struct Place: Sendable {
      /// The column with the value.
      var column: Int32
      /// The column with the entity of the referenced row.
      var companion: Int32?
      var type: ColumnType
    }
  }

  /// Lays out an entity; `family` contains the layouts of the entity and its sub-entities, of which only
  /// the columns are used.
  ///
  /// - Parameter names: The names in the file; `nil` for those that follow from the model.
  init(
    _ entity: Entity, number: EntityNumber, model: ManagedObjectModel,
    externalData: ExternalDataFolder,
    store: StoreIdentity, names: SchemaNames? = nil, family members: ArraySlice<EntityLayout> = []
  ) {
    self.store = store
    self.number = number
    self.entity = entity
    isLink = entity.isLink
    family = model.family(of: number)
    isAlone = model.family(of: model.root(of: number)).count == 1
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
    present = slots.filter { types[$0].isPresent }
    externalSlots = slots.filter { types[$0].isExternal }
    companions = Self.companions(entity, columns, isLink: isLink, in: model, names)
    selection = Self.selection(members)
    let first = isLink ? entity.toOneRelationships.first : nil
    let keyEntity = first.flatMap { model.number(ofEntity: $0.destination) }.map(model.root) ?? number
    keyNumber = Int64(keyEntity.rawValue)
    queriedList = Self.list(of: selection, number: isLink ? number : nil, alias: Self.queryAlias)
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

  /// Returns the columns that are read for the rows of a family.
  private static func selection(_ family: ArraySlice<EntityLayout>) -> Selection {
    var indexes: [String: Int32] = [:]
    var all: [String] = []
    func index(_ column: String) -> Int32 {
      if let known = indexes[column] { return known }
      defer { all.append(column) }
      indexes[column] = Int32(all.count) + 3
      return Int32(all.count) + 3
    }
    let places = family.map { member in
      member.entity.slots.map { slot in
        let column = index(member.columns[slot])
        let companion = member.companions.first { $0.slot == slot }.map { index($0.column) }
        return Selection.Place(column: column, companion: companion, type: member.types[slot])
      }
    }
    let properties = family.map { member in
      member.entity.slots.map { "\(member.entity.name).\(member.entity.name(ofSlot: $0))" }
    }
    return Selection(columns: all, places: places, properties: properties)
  }
}

// MARK: - Statements

extension EntityLayout {
  /// The column that is read as the key of a row.
  var key: String { isLink ? "rowid" : "Z_PK" }

  /// Returns the expression for the entity of a row: a number if all rows of the table are of one entity,
  /// so that an index can serve a query for IDs alone.
  func entityOfRow(alias: String? = nil) -> String {
    if isLink || isAlone { return number.description }
    return (alias.map { $0 + "." } ?? "") + "Z_ENT"
  }

  /// Returns the column list of a row: key, entity, version, then the columns of the selection.
  ///
  /// Rows of a join table are inserted and deleted, and never updated: all have the first version.
  func list(alias: String? = nil) -> String {
    if alias == Self.queryAlias { return queriedList }
    return Self.list(of: selection, number: isLink ? number : nil, alias: alias)
  }

  private static let queryAlias = "t0"

  /// Returns the list for a join table with that number, or for another entity.
  private static func list(of selection: Selection, number: EntityNumber?, alias: String?) -> String {
    let prefix = alias.map { $0 + "." } ?? ""
    let own =
      number.map { ["\(prefix)rowid", "\($0)", "1"] } ?? ["Z_PK", "Z_ENT", "Z_OPT"].map { prefix + $0 }
    let columns = selection.columns.map { $0.hasPrefix("(") ? $0 : prefix + $0 }
    return (own + columns).joined(separator: ", ")
  }

  /// The SQL that reads rows, to which a condition is appended.
  var select: String { "SELECT \(list()) FROM \(table)" }

  /// The SQL that inserts a row: its key, its version, its slots that have a column, then the entities of
  /// the referenced rows.
  var insert: String {
    let own = isLink ? ["rowid"] : ["Z_PK", "Z_ENT", "Z_OPT"]
    let written = isLink ? [] : companions
    let names = (own + present.map { columns[$0] } + written.map(\.column)).joined(separator: ", ")
    let ownValues = isLink ? ["?1"] : ["?1", "\(number)", "?2"]
    let values = ownValues + (3..<3 + present.count + written.count).map { "?\($0)" }
    return "INSERT INTO \(table) (\(names)) VALUES (\(values.joined(separator: ", ")))"
  }

  /// Returns the SQL that updates slots of a row: their values, its key, a version (except for a join
  /// table), then the entities of the referenced rows in those slots.
  ///
  /// - Parameter isOverwriting: A Boolean value that indicates whether the row gets the version, instead of
  ///   having to match it and getting the next one.
  func update(slots: [Slot], isOverwriting: Bool) -> String {
    var number = slots.count + 2
    let values = slots.enumerated().map { "\(columns[$1]) = ?\($0 + 1)" }
    let entities = companions(of: slots).map { companion in
      number += 1
      return "\(companion.column) = ?\(number)"
    }
    let condition = "\(key) = ?\(slots.count + 1)"
    if isLink { return "UPDATE \(table) SET \(values.joined(separator: ", ")) WHERE \(condition)" }
    let version = "?\(slots.count + 2)"
    let own = isOverwriting ? "Z_OPT = \(version)" : "Z_OPT = Z_OPT + 1"
    let changes = ([own] + values + entities).joined(separator: ", ")
    let statement = "UPDATE \(table) SET \(changes) WHERE \(condition)"
    return isOverwriting ? statement : statement + " AND Z_OPT = \(version)"
  }

  /// Returns the SQL that deletes a row: its key, then the version it must have.
  func delete(hasVersion: Bool) -> String {
    "DELETE FROM \(table) WHERE \(key) = ?" + (hasVersion ? " AND Z_OPT = ?" : "")
  }

  /// Returns the companions that are written with some slots.
  func companions(of slots: [Slot]) -> [Companion] {
    isLink ? [] : companions.filter { slots.contains($0.slot) }
  }
}

extension Entity {
  /// The name of the entity's table.
  var tableName: String { "Z" + storageName.uppercased() }

  /// Returns the name of the column of a slot.
  func columnName(ofSlot slot: Slot) -> String { "Z" + storageNames[slot].uppercased() }

  /// Returns the kind of a slot in one word: the type of an attribute or the destination of a relationship.
  func kind(ofSlot slot: Slot) -> String {
    if let attribute = attribute(inSlot: slot) {
      return attribute.type.rawValue + (attribute.allowsExternalStorage ? " external" : "")
    }
    return relationship(inSlot: slot)?.destination ?? "position"
  }

  /// Returns whether a slot may be empty, such as that of a derived attribute until it is computed.
  func isOptional(slot: Slot) -> Bool {
    if derivedSlots.contains(slot) { return true }
    return attribute(inSlot: slot)?.isOptional ?? relationship(inSlot: slot)?.isOptional ?? true
  }
}
