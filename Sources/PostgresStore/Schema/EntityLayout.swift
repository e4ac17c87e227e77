#if PostgreSQL
  internal import ObjectStore

  /// The storage of an entity: its table, its columns and its SQL.
  ///
  /// An inheritance tree has one table with the columns of all its entities. The join rows of a many-to-many relationship
  /// have a table like any other entity. Names of the store's own begin with an underscore, which no name of a model does.
  ///
  /// It is a class because it is used for every row.
  final class EntityLayout: Sendable {
    /// The number of the entity in the model.
    let number: EntityNumber
    /// The number of the entity in the database, which stays when the model changes.
    let storedNumber: Int64
    let entity: Entity
    /// The qualified name of the table.
    let table: String
    /// The name of the table alone.
    let tableName: String
    /// The names of the columns by slot, in quotes.
    let columns: [String]
    /// The types of the columns by slot.
    let types: [ColumnType]
    /// The columns with the entities of referenced rows, by slot, where several entities are possible.
    let companions: [String?]
    /// The columns with the trigrams of texts in the full-text index, by slot.
    let trigrams: [String?]
    /// The slots that have a column.
    let present: [Slot]
    /// The SQL that inserts a row: its key, its version, and the columns of all slots.
    let insert: String
    /// The SQL that inserts many rows from arrays of their keys, their versions, and the values of the columns.
    let insertMany: String
    /// The types of the columns that are written for a slot.
    private let kinds: [[Parameter.Kind]]

    init(
      _ entity: Entity, number: EntityNumber, storedNumber: Int64, root: Entity, model: ManagedObjectModel,
      server: Server
    ) {
      self.number = number
      self.storedNumber = storedNumber
      self.entity = entity
      tableName = SchemaName.shortened(root.name.lowercased())
      table = server.name(tableName)
      let slots = entity.slots
      let types = slots.map { ColumnType(slot: $0, of: entity, in: model) }
      self.types = types
      let names = slots.map { SchemaName.column(slot: $0, of: entity) }
      let columns = names.map { Server.quoted($0) }
      self.columns = columns
      let companions: [String?] = slots.map { slot in
        guard case .reference(let destination) = types[slot], model.family(of: destination).count > 1 else {
          return nil
        }
        return Server.quoted(SchemaName.companion(of: names[slot.rawValue]))
      }
      self.companions = companions
      let trigrams: [String?] = slots.map { slot in
        guard entity.fullTextIndex.contains(entity.name(ofSlot: slot)), types[slot].kind == .text else {
          return nil
        }
        return Server.quoted(SchemaName.trigrams(of: names[slot.rawValue]))
      }
      self.trigrams = trigrams
      present = slots.filter { types[$0].isPresent }
      let written = present.flatMap { [columns[$0], companions[$0], trigrams[$0]].compactMap(\.self) }
      let list = ([Self.own.key, Self.own.entity, Self.own.version] + written).joined(separator: ", ")
      let values = written.indices.map { ", $\($0 + 3)" }.joined()
      insert = "INSERT INTO \(table) (\(list)) VALUES ($1, \(storedNumber), $2\(values))"
      let kinds = slots.map { slot in
        guard types[slot].isPresent else { return [Parameter.Kind]() }
        return [types[slot].kind] + (companions[slot] == nil ? [] : [.integer])
          + (trigrams[slot] == nil ? [] : [.smallIntegers])
      }
      self.kinds = kinds
      let rows = ArrayRows(present.flatMap { kinds[$0.rawValue] })
      insertMany =
        "INSERT INTO \(table) AS t (\(list)) SELECT k, \(storedNumber), n\(rows.elements) FROM \(rows.source)"
    }

    /// The names of the key, the entity and the version of a row.
    static let own = (key: "\"_key\"", entity: "\"_entity\"", version: "\"_version\"")

    /// The declarations of the columns, without those of every table.
    var declarations: [(name: String, type: String)] {
      present.map { (columns[$0], types[$0].declaration) }
        + present.compactMap { slot in companions[slot].map { ($0, "integer") } }
        + present.compactMap { slot in trigrams[slot].map { ($0, Parameter.Kind.smallIntegers.name) } }
    }

    /// The columns of binary values that may be long.
    var externalColumns: [String] {
      present.filter {
        types[$0].kind == .bytes && entity.attribute(inSlot: $0)?.allowsExternalStorage == true
      }
      .map { columns[$0] }
    }

    /// Returns the columns that are written for a slot.
    func written(_ slot: Slot) -> [String] {
      [columns[slot], companions[slot], trigrams[slot]].compactMap(\.self)
    }

    /// Returns the parameters for the value of a slot.
    func parameters(_ slot: Slot, _ value: PropertyValue, in layout: StoreLayout) -> [Parameter] {
      var parameters: [Parameter] = []
      append(slot, value, in: layout, to: &parameters)
      return parameters
    }

    /// Appends the parameters for the value of a slot.
    func append(
      _ slot: Slot, _ value: PropertyValue, in layout: StoreLayout, to parameters: inout [Parameter]
    ) {
      parameters.append(types[slot].parameter(value))
      if trigrams[slot] != nil {
        parameters.append(TrigramArray.parameter(value))
      } else if companions[slot] != nil {
        let entity = value.reference.flatMap { layout.storedNumber(of: $0.entity) }
        parameters.append(entity.map { .integer($0) } ?? .null(.integer))
      }
    }

    // MARK: Statements

    /// Returns the SQL that updates slots of a row: its key, its version, then the columns of the slots.
    ///
    /// - Parameters:
    ///   - slots: The slots.
    ///   - isOverwriting: A Boolean value that indicates whether the row gets the version, instead of having to match it
    ///     and getting the next one.
    ///   - constraints: The conditions that no other row has the unique values.
    func update(slots: [Slot], isOverwriting: Bool, constraints: [String]) -> String {
      let names = slots.filter { types[$0].isPresent }.flatMap(written)
      let version = isOverwriting ? "$2" : "t.\(Self.own.version) + 1"
      let changes = ["\(Self.own.version) = \(version)"] + names.enumerated().map { "\($1) = $\($0 + 3)" }
      let match = isOverwriting ? [] : ["t.\(Self.own.version) = $2"]
      let conditions = [isRow] + match + constraints
      return """
        UPDATE \(table) t SET \(changes.joined(separator: ", ")) WHERE \(conditions.joined(separator: " AND "))
        """
    }

    /// Returns the SQL that updates slots of many rows: arrays of their keys, their versions, then of the columns of the slots.
    func updateMany(slots: [Slot]) -> String {
      let slots = slots.filter { types[$0].isPresent }
      let rows = ArrayRows(slots.flatMap { kinds[$0.rawValue] })
      let changes =
        ["\(Self.own.version) = t.\(Self.own.version) + 1"]
        + zip(slots.flatMap(written), rows.values).map { "\($0) = \($1)" }
      return """
        UPDATE \(table) t SET \(changes.joined(separator: ", ")) FROM \(rows.source) \
        WHERE \(isRowOfMany) AND t.\(Self.own.version) = v.n
        """
    }

    /// Returns the SQL that deletes many rows: arrays of their keys, then of the versions that they must have.
    func deleteMany(hasVersion: Bool) -> String {
      guard hasVersion else {
        return
          "DELETE FROM \(table) t WHERE t.\(Self.own.key) = ANY($1) AND t.\(Self.own.entity) = \(storedNumber)"
      }
      return """
        DELETE FROM \(table) t USING \(ArrayRows([]).source) WHERE \(isRowOfMany) AND t.\(Self.own.version) = v.n
        """
    }

    private var isRowOfMany: String { "t.\(Self.own.key) = v.k AND t.\(Self.own.entity) = \(storedNumber)" }

    /// Returns the numbers of the parameters with the values of slots in an update.
    func places(of slots: [Slot]) -> [Slot: Int] {
      var (places, next) = ([Slot: Int](), 3)
      for slot in slots {
        if !kinds[slot.rawValue].isEmpty { places[slot] = next }
        next += kinds[slot.rawValue].count
      }
      return places
    }

    /// Returns the SQL that deletes a row: its key, then the version that it must have.
    func delete(hasVersion: Bool) -> String {
      "DELETE FROM \(table) t WHERE \(isRow)" + (hasVersion ? " AND t.\(Self.own.version) = $2" : "")
    }

    /// Returns the condition that a slot has the value of a parameter, as uniqueness constraints compare it.
    func equality(_ slot: Slot, _ parameter: Int, alias: String) -> String {
      "\(types[slot].compared("\(alias).\(columns[slot])")) = \(types[slot].compared("$\(parameter)"))"
    }

    /// The condition that a row has the key `$1` and is of the entity.
    var isRow: String { "t.\(Self.own.key) = $1 AND t.\(Self.own.entity) = \(storedNumber)" }
  }
#endif
