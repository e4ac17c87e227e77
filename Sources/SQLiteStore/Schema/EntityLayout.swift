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
  let companions: [EntityColumns.Companion]
  /// A Boolean value that indicates whether this is the join table of a many-to-many relationship.
  let isLink: Bool
  /// The numbers of the entity and its sub-entities.
  let family: ClosedRange<EntityNumber>
  /// A Boolean value that indicates whether the table holds rows of this entity only.
  private let isAlone: Bool
  /// The column list of a query with its own table alias: made once for all queries.
  private let queriedList: String
  /// The columns that are read for a row of the entity or its sub-entities.
  let selection: ColumnSelection
  /// The same columns without those of external data, which are read as null.
  let selectionWithoutFiles: ColumnSelection
  /// The slots that have a column.
  let present: [Slot]
  /// The number of the entity whose row in `Z_PRIMARYKEY` assigns the keys.
  ///
  /// As in Core Data's files, a join table has no row there: its rows take their keys from the inheritance
  /// tree at their first end, where gaps do no harm.
  let keyNumber: Int64

  /// Lays out an entity.
  ///
  /// - Parameters:
  ///   - own: The columns of the entity.
  ///   - members: The columns of the entity and its sub-entities.
  ///   - model: The model of the entity.
  ///   - store: The store to which the rows belong.
  init(
    _ own: EntityColumns, family members: ArraySlice<EntityColumns>, model: ManagedObjectModel,
    store: StoreIdentity
  ) {
    self.store = store
    (number, entity, table) = (own.number, own.entity, own.table)
    (columns, types, companions) = (own.columns, own.types, own.companions)
    isLink = entity.isLink
    family = model.family(of: number)
    isAlone = model.family(of: model.root(of: number)).count == 1
    present = entity.slots.filter { own.types[$0].isPresent }
    externalSlots = entity.slots.filter { own.types[$0].isExternal }
    selection = ColumnSelection(of: members)
    let hasFiles = members.contains { $0.types.contains(where: \.isExternal) }
    selectionWithoutFiles = hasFiles ? ColumnSelection(of: members, includesFiles: false) : selection
    let first = isLink ? entity.toOneRelationships.first : nil
    let keyEntity = first.flatMap { model.number(ofEntity: $0.destination) }.map(model.root) ?? number
    keyNumber = Int64(keyEntity.rawValue)
    queriedList = Self.list(of: selection, number: isLink ? number : nil, alias: Self.queryAlias)
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
  private static func list(of selection: ColumnSelection, number: EntityNumber?, alias: String?) -> String {
    let prefix = alias.map { $0 + "." } ?? ""
    let own =
      number.map { ["\(prefix)rowid", "\($0)", "1"] } ?? ["Z_PK", "Z_ENT", "Z_OPT"].map { prefix + $0 }
    let columns = selection.columns.map { $0.hasPrefix("(") ? $0 : prefix + $0 }
    return (own + columns).joined(separator: ", ")
  }

  /// The SQL that reads rows, to which a condition is appended.
  var select: String { "SELECT \(list()) FROM \(table)" }

  /// The SQL that reads rows without external data, to which a condition is appended.
  var selectWithoutFiles: String {
    let list = Self.list(of: selectionWithoutFiles, number: isLink ? number : nil, alias: nil)
    return "SELECT \(list) FROM \(table)"
  }

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
  func companions(of slots: [Slot]) -> [EntityColumns.Companion] {
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
