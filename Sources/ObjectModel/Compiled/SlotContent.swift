/// The content of a slot.
package enum SlotContent: Sendable, Hashable {
  case attribute(AttributeDescription)
  case toOne(RelationshipDescription)
  /// The place of the row among the members of an ordered to-many relationship, whose inverse is the to-one
  /// relationship of that name.
  case position(of: String)

  /// The role of a slot.
  package enum Role: Sendable {
    case attribute
    case reference
    case position
  }

  /// The name by which the slot is found; no property can have that of a position.
  var name: String {
    switch self {
    case .attribute(let attribute): attribute.name
    case .toOne(let relationship): relationship.name
    case .position(let name): name + "@position"
    }
  }

  var attribute: AttributeDescription? {
    if case .attribute(let attribute) = self { attribute } else { nil }
  }

  var relationship: RelationshipDescription? {
    if case .toOne(let relationship) = self { relationship } else { nil }
  }

  var role: Role {
    switch self {
    case .attribute: .attribute
    case .toOne: .reference
    case .position: .position
    }
  }

  var isOptional: Bool {
    switch self {
    case .attribute(let attribute): attribute.isOptional
    case .toOne(let relationship): relationship.isOptional
    case .position: true
    }
  }

  var defaultValue: PropertyValue {
    if case .attribute(let attribute) = self { attribute.defaultValue } else { .null }
  }
}
