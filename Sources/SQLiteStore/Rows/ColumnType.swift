internal import Foundation
internal import ObjectGraph

/// What a column holds.
enum ColumnType: Hashable, Sendable {
  /// A value of an attribute.
  case attribute(AttributeType)
  /// The key of a row of the entity with that number.
  case reference(Int)
  /// A number that was computed, whole or real.
  case number

  /// What the column of a slot holds.
  init(slot: Int, of entity: EntityDescription, in model: ObjectModel) {
    if let attribute = entity.attribute(inSlot: slot) {
      self = .attribute(attribute.type)
    } else {
      let destination = entity.toOneRelationships[slot - entity.attributes.count].destination
      // A model is not made with a relationship that leads nowhere.
      self = .reference(model.number(ofEntity: destination) ?? 0)
    }
  }

  /// The type of the column as Core Data declares it.
  var declaration: String {
    switch self {
    case .reference: "INTEGER"
    case .number: "NUMERIC"
    case .attribute(let type):
      switch type {
      case .integer16, .integer32, .integer64, .boolean: "INTEGER"
      case .double, .float: "FLOAT"
      case .decimal: "DECIMAL"
      case .date: "TIMESTAMP"
      case .string, .uri: "VARCHAR"
      case .binary, .uuid: "BLOB"
      }
    }
  }

  /// Reads a column of the current row; what cannot be of the type is null.
  func value(_ statement: Statement, _ column: Int32) -> PropertyValue {
    if statement.isNull(column) { return .null }
    switch self {
    case .reference(let entity):
      return .reference(ManagedObjectID(entity: entity, key: statement.integer(column)))
    case .attribute(let type): return type.value(statement, column)
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
