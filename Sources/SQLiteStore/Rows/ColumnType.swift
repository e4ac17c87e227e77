internal import Foundation
internal import ObjectStore

/// The type of a column.
enum ColumnType: Hashable, Sendable {
  /// A value of an attribute, and its form, which is looked up once and not for each row.
  case attribute(AttributeType, form: ValueForm)
  /// Data, or the name of a file that holds it.
  case external(ExternalDataFolder)
  /// The key of a row of the entity with that number, or of one of its sub-entities, up to the last number.
  case reference(EntityNumber, last: EntityNumber)
  /// No column: the slot always reads as this value.
  case absent(PropertyValue)
  /// A computed number, integer or real.
  case number

  /// Returns the type of the column of an attribute.
  static func attribute(_ type: AttributeType) -> ColumnType { .attribute(type, form: type.traits.form) }

  /// Returns the type of the column of a reference to an entity.
  static func reference(to destination: String, in model: ManagedObjectModel) -> ColumnType {
    // A valid model has a destination for each relationship.
    guard let number = model.number(ofEntity: destination) else { return .reference(0, last: 0) }
    return .reference(number, last: model.family(of: number).upperBound)
  }

  /// Creates the type of the column of a slot.
  init(
    slot: Slot, of entity: Entity, in model: ManagedObjectModel, externalData: ExternalDataFolder
  ) {
    if let attribute = entity.attribute(inSlot: slot), attribute.isTransient {
      self = .absent(attribute.defaultValue)
    } else if entity.attribute(inSlot: slot)?.allowsExternalStorage == true {
      self = .external(externalData)
    } else if let destination = entity.relationship(inSlot: slot)?.destination {
      self = .reference(to: destination, in: model)
    } else {
      // A slot that is not an attribute is a position in an ordered relationship.
      self = .attribute(entity.attribute(inSlot: slot)?.type ?? .integer64)
    }
  }

  /// A Boolean value that indicates whether there is a column.
  var isPresent: Bool {
    if case .absent = self { false } else { true }
  }

  /// The type of the column as Core Data declares it.
  var declaration: String {
    switch self {
    case .absent: ""
    case .reference: "INTEGER"
    case .external: "BLOB"
    case .number: "NUMERIC"
    case .attribute(let type, _): type.traits.column.rawValue
    }
  }

  /// A Boolean value that indicates whether long values are in external files.
  var isExternal: Bool { if case .external = self { true } else { false } }

  /// Reads a column of the current row; a value of the wrong type is read as null.
  ///
  /// The entity of a reference is in `companion`, where several are possible.
  ///
  /// - Throws: An ``ExternalDataError`` if external data cannot be read.
  func value(
    _ statement: Statement, _ column: Int32, companion: Int32? = nil, in store: StoreIdentity
  ) throws -> PropertyValue {
    if statement.isNull(column) {
      if case .absent(let value) = self { return value }
      return .null
    }
    switch self {
    case .absent(let value): return value
    case .reference(let entity, let last):
      var number = entity
      if let companion, !statement.isNull(companion) {
        let own = EntityNumber(Int(statement.integer(companion)))
        // An unknown number is read as that of the destination, as by `EntityLayout.row`.
        if (entity...last).contains(own) { number = own }
      }
      return .reference(ManagedObjectID(entity: number, key: statement.integer(column), in: store))
    case .attribute(_, let form): return form.value(statement, column)
    case .external(let folder):
      return .data(try folder.data(of: ExternalCell(statement.data(column))))
    case .number:
      return statement.isWhole(column) ? .integer(statement.integer(column)) : .real(statement.real(column))
    }
  }
}

extension ValueForm {
  /// Reads a column that is not NULL.
  fileprivate func value(_ statement: Statement, _ column: Int32) -> PropertyValue {
    switch self {
    case .integer: .integer(statement.integer(column))
    case .boolean: .boolean(statement.integer(column) != 0)
    case .real: .real(statement.real(column))
    // Converts through the shortest text of the number, which restores the digits that were written.
    case .decimal: Decimal(string: "\(statement.real(column))").map { .decimal($0) } ?? .null
    case .date: .date(Date(timeIntervalSinceReferenceDate: statement.real(column)))
    case .string: .string(statement.text(column))
    case .url: URL(string: statement.text(column)).map { .url($0) } ?? .null
    case .data: .data(statement.data(column))
    case .transformed: .transformed(TransformedValue(bytes: statement.data(column)))
    case .uuid: statement.uuid(column).map { .uuid($0) } ?? .null
    }
  }
}

extension Statement {
  /// Returns a column of 16 bytes as a UUID.
  fileprivate func uuid(_ column: Int32) -> UUID? {
    withBytes(column) { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
  }
}
