package import ObjectModel

/// Of which type the values of a column of dictionaries are.
package enum ResultType: Hashable, Sendable {
  /// The type of an attribute.
  case attribute(AttributeType)
  /// An object of one of the entities with these numbers: a destination and its sub-entities.
  case object(ClosedRange<EntityNumber>)
  /// A number, whole or real.
  case number

  /// The entities of the objects, if there are several.
  package var severalEntities: ClosedRange<EntityNumber>? {
    if case .object(let family) = self, family.count > 1 { family } else { nil }
  }

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
