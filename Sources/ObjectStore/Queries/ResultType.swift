package import ObjectModel

/// Of which type the values of a column of dictionaries are.
package enum ResultType: Hashable, Sendable {
  /// The type of an attribute.
  case attribute(AttributeType)
  /// An object of the entity with that number.
  case object(EntityNumber)
  /// A number, whole or real.
  case number

  /// The type of an attribute that holds the values.
  var attributeType: AttributeType {
    switch self {
    // Values that only a transformer understands are compared by their bytes.
    case .attribute(let type): type == .transformable ? .binary : type
    case .object: .integer64
    case .number: .double
    }
  }
}
