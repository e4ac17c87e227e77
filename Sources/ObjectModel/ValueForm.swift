/// The form in which attribute values are held: a case of ``PropertyValue`` that is neither null nor a reference.
///
/// Several attribute types can share a form, as the integer types do. Code that depends on values, and not on their
/// limits, switches over the form, so that a new attribute type of a known form needs no change there.
package enum ValueForm: Hashable, Sendable, CaseIterable {
  /// An integer.
  case integer
  /// A real number.
  case real
  /// A decimal number.
  case decimal
  /// Text.
  case string
  /// True or false.
  case boolean
  /// A point in time.
  case date
  /// Bytes.
  case data
  /// A UUID.
  case uuid
  /// An address.
  case url
  /// A value that a transformer encodes.
  case transformed

  /// A Boolean value that indicates whether values can be added.
  package var isNumber: Bool { self == .integer || self == .real || self == .decimal }

  /// A Boolean value that indicates whether values have an order that limits can use.
  package var isOrdered: Bool { isNumber || self == .date }

  /// A Boolean value that indicates whether values are text.
  package var isText: Bool { self == .string || self == .url }

  /// The attribute type that holds all values of the form.
  package var widestType: AttributeType {
    switch self {
    case .integer: .integer64
    case .real: .double
    case .decimal: .decimal
    case .string: .string
    case .boolean: .boolean
    case .date: .date
    case .data: .binary
    case .uuid: .uuid
    case .url: .uri
    case .transformed: .transformable
    }
  }
}

extension PropertyValue {
  /// The form of the value, or `nil` for null and references.
  package var form: ValueForm? {
    switch self {
    case .null, .reference: nil
    case .integer: .integer
    case .real: .real
    case .decimal: .decimal
    case .string: .string
    case .boolean: .boolean
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url: .url
    case .transformed: .transformed
    }
  }
}
