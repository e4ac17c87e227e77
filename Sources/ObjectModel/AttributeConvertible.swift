public import Foundation

/// A Swift type that an attribute can have.
public protocol AttributeConvertible {
  /// The value as the column holds it.
  var propertyValue: PropertyValue { get }

  /// Reads the value from a column; nil when the column holds something else, or nothing.
  init?(propertyValue: PropertyValue)

  /// The value that a non-optional property reads while its column is empty, for example on a deleted object.
  static var missing: Self { get }

  /// A column's value of the kind that the type reads and writes, by which a model checks the properties of its classes.
  ///
  /// The default is that of ``missing``.
  static var sampleValue: PropertyValue { get }
}

extension AttributeConvertible {
  /// The value of ``missing``.
  public static var sampleValue: PropertyValue { missing.propertyValue }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
  /// The wrapped value, or null.
  public var propertyValue: PropertyValue { self?.propertyValue ?? .null }

  /// Reads the value; nil stands for an empty column.
  public init?(propertyValue: PropertyValue) { self = Wrapped(propertyValue: propertyValue) }

  /// Nothing.
  public static var missing: Wrapped? { nil }

  /// The wrapped type's.
  public static var sampleValue: PropertyValue { Wrapped.sampleValue }
}

extension AttributeConvertible where Self: FixedWidthInteger {
  /// The number; one of more than 64 bits travels as a decimal, which no save lets pass for an integer.
  public var propertyValue: PropertyValue {
    Int64(exactly: self).map { .integer($0) } ?? .decimal(Decimal(string: "\(self)") ?? .nan)
  }

  /// Reads an integer that fits the type.
  public init?(propertyValue: PropertyValue) {
    guard case .integer(let value) = propertyValue else { return nil }
    self.init(exactly: value)
  }

  /// Zero.
  public static var missing: Self { 0 }
}

extension Int: AttributeConvertible {}
extension Int16: AttributeConvertible {}
extension Int32: AttributeConvertible {}
extension Int64: AttributeConvertible {}

extension Double: AttributeConvertible {
  /// The number; a NaN is no value, as in a store, which has none.
  public var propertyValue: PropertyValue { isNaN ? .null : .real(self) }

  /// Reads a real number.
  public init?(propertyValue: PropertyValue) {
    guard case .real(let value) = propertyValue else { return nil }
    self = value
  }

  /// Zero.
  public static var missing: Double { 0 }
}

extension Float: AttributeConvertible {
  /// The number, as 64 bits; a NaN is no value, as in a store, which has none.
  public var propertyValue: PropertyValue { isNaN ? .null : .real(Double(self)) }

  /// Reads a real number, rounded to 32 bits.
  public init?(propertyValue: PropertyValue) {
    guard case .real(let value) = propertyValue else { return nil }
    self = Float(value)
  }

  /// Zero.
  public static var missing: Float { 0 }
}

extension Bool: AttributeConvertible {
  /// The truth value.
  public var propertyValue: PropertyValue { .boolean(self) }

  /// Reads a truth value.
  public init?(propertyValue: PropertyValue) {
    guard case .boolean(let value) = propertyValue else { return nil }
    self = value
  }

  /// False.
  public static var missing: Bool { false }
}

extension String: AttributeConvertible {
  /// The text.
  public var propertyValue: PropertyValue { .string(self) }

  /// Reads text.
  public init?(propertyValue: PropertyValue) {
    guard case .string(let value) = propertyValue else { return nil }
    self = value
  }

  /// The empty text.
  public static var missing: String { "" }
}

extension Date: AttributeConvertible {
  /// The point in time; one that is not a number is no value.
  public var propertyValue: PropertyValue { timeIntervalSinceReferenceDate.isNaN ? .null : .date(self) }

  /// Reads a point in time.
  public init?(propertyValue: PropertyValue) {
    guard case .date(let value) = propertyValue else { return nil }
    self = value
  }

  /// 2001-01-01 00:00 UTC.
  public static var missing: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension Data: AttributeConvertible {
  /// The bytes.
  public var propertyValue: PropertyValue { .data(self) }

  /// Reads bytes.
  public init?(propertyValue: PropertyValue) {
    guard case .data(let value) = propertyValue else { return nil }
    self = value
  }

  /// No bytes.
  public static var missing: Data { Data() }
}

extension UUID: AttributeConvertible {
  /// The UUID.
  public var propertyValue: PropertyValue { .uuid(self) }

  /// Reads a UUID.
  public init?(propertyValue: PropertyValue) {
    guard case .uuid(let value) = propertyValue else { return nil }
    self = value
  }

  /// The UUID of 16 zeros.
  public static var missing: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension URL: AttributeConvertible {
  /// The address, in full: a store keeps its text, not what it is relative to.
  public var propertyValue: PropertyValue { .url(baseURL == nil ? self : absoluteURL) }

  /// Reads an address.
  public init?(propertyValue: PropertyValue) {
    guard case .url(let value) = propertyValue else { return nil }
    self = value
  }

  /// An address that leads nowhere.
  public static var missing: URL { URL(fileURLWithPath: "/") }
}

extension Decimal: AttributeConvertible {
  /// The number; a NaN is no value.
  public var propertyValue: PropertyValue { isNaN ? .null : .decimal(self) }

  /// Reads a number with decimal digits.
  public init?(propertyValue: PropertyValue) {
    guard case .decimal(let value) = propertyValue else { return nil }
    self = value
  }

  /// Zero.
  public static var missing: Decimal { 0 }
}
