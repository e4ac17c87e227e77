internal import Foundation
internal import ObjectGraph

/// What a column holds.
enum ColumnType: Hashable, Sendable {
  /// A value of an attribute.
  case attribute(AttributeType)
  /// Data, or the name of a file that holds it.
  case external(ExternalDataFolder)
  /// The key of a row of the entity with that number, or of one of its sub-entities.
  case reference(Int)
  /// Nothing, as there is no column: the slot reads as this value.
  case absent(PropertyValue)
  /// A number that was computed, whole or real.
  case number

  /// What the column of a slot holds.
  init(
    slot: Int, of entity: EntityDescription, in model: ObjectModel, externalData: ExternalDataFolder
  ) {
    if let attribute = entity.attribute(inSlot: slot), attribute.isTransient {
      self = .absent(attribute.defaultValue)
    } else if entity.attribute(inSlot: slot)?.allowsExternalStorage == true {
      self = .external(externalData)
    } else if let destination = entity.relationship(inSlot: slot)?.destination {
      // A model is not made with a relationship that leads nowhere.
      self = .reference(model.number(ofEntity: destination) ?? 0)
    } else {
      // What is no attribute either is a place in an order.
      self = .attribute(entity.attribute(inSlot: slot)?.type ?? .integer64)
    }
  }

  /// Whether there is a column.
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
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64, .boolean: "INTEGER"
      case .double, .float: "FLOAT"
      case .decimal: "DECIMAL"
      case .date: "TIMESTAMP"
      case .string, .uri: "VARCHAR"
      case .binary, .uuid, .transformable: "BLOB"
      }
    }
  }

  /// Whether long values are in files of their own.
  var isExternal: Bool { if case .external = self { true } else { false } }

  /// Reads a column of the current row; what cannot be of the type is null.
  ///
  /// The entity of an object is in `companion`, where it can be one of several. Throws an ``ExternalDataError`` when
  /// data are in a file that cannot be read.
  func value(
    _ statement: Statement, _ column: Int32, companion: Int32? = nil, in store: StoreIdentity
  ) throws -> PropertyValue {
    if statement.isNull(column) {
      if case .absent(let value) = self { return value }
      return .null
    }
    switch self {
    case .absent(let value): return value
    case .reference(let entity):
      var number = entity
      if let companion, !statement.isNull(companion) { number = Int(statement.integer(companion)) }
      return .reference(ManagedObjectID(entity: number, key: statement.integer(column), in: store))
    case .attribute(let type): return type.value(statement, column)
    case .external(let folder):
      return .data(try folder.data(of: ExternalCell(statement.data(column))))
    case .number:
      return statement.isWhole(column) ? .integer(statement.integer(column)) : .real(statement.real(column))
    }
  }
}

extension AttributeType {
  /// Reads a column that is not empty.
  fileprivate func value(_ statement: Statement, _ column: Int32) -> PropertyValue {
    switch self {
    case .integer16, .integer32, .integer64: .integer(statement.integer(column))
    case .boolean: .boolean(statement.integer(column) != 0)
    case .double, .float: .real(statement.real(column))
    // By way of the shortest text of the number, which gives back the digits that were written.
    case .decimal: Decimal(string: "\(statement.real(column))").map { .decimal($0) } ?? .null
    case .date: .date(Date(timeIntervalSinceReferenceDate: statement.real(column)))
    case .string: .string(statement.text(column))
    case .uri: URL(string: statement.text(column)).map { .url($0) } ?? .null
    case .binary: .data(statement.data(column))
    case .transformable: .transformed(TransformedValue(bytes: statement.data(column)))
    case .uuid: statement.uuid(column).map { .uuid($0) } ?? .null
    }
  }
}

extension Statement {
  /// A column of 16 bytes as a UUID.
  fileprivate func uuid(_ column: Int32) -> UUID? {
    withBytes(column) { bytes in
      bytes.count == 16 ? UUID(uuid: bytes.loadUnaligned(as: uuid_t.self)) : nil
    }
  }
}
