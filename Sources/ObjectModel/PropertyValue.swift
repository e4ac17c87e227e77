public import Foundation

/// The value of one column of one row.
///
/// Rows travel between contexts and stores as arrays of these values; objects expose them as typed
/// properties.
public enum PropertyValue: Sendable {
  /// Nothing.
  case null
  /// An integer, of an attribute of any integer type.
  case integer(Int64)
  /// A real number, of a double or float attribute.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// Text.
  case string(String)
  /// A point in time.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A UUID.
  case uuid(UUID)
  /// An address.
  case url(URL)
  /// A number with decimal digits.
  indirect case decimal(Decimal)
  /// A value of a transformable attribute.
  case transformed(TransformedValue)
  /// The destination object of a to-one relationship.
  case reference(ManagedObjectID)

  /// A Boolean value that indicates whether the value is null.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The destination object of a to-one relationship, if the value is a reference.
  public var reference: ManagedObjectID? {
    if case .reference(let id) = self { id } else { nil }
  }
}

extension PropertyValue: CustomStringConvertible {
  /// The value as a reader of an error message wants it.
  public var description: String {
    switch self {
    case .null: "nil"
    case .integer(let value): String(value)
    case .real(let value): String(value)
    case .boolean(let value): String(value)
    case .string(let value): "\"\(value)\""
    // Foundation traps on dates that no calendar has.
    case .date(let value) where abs(value.timeIntervalSinceReferenceDate) < 1e11: "\(value)"
    case .date(let value): "\(value.timeIntervalSinceReferenceDate) seconds since 2001"
    case .data(let value): "\(value.count) bytes"
    case .uuid(let value): value.uuidString
    case .url(let value): value.absoluteString
    case .decimal(let value): "\(value)"
    case .transformed(let value): "\(value)"
    case .reference(let id): "\(id)"
    }
  }
}
