/// The number of objects that a relationship joins at its two ends.
public enum RelationshipForm: String, Hashable, Sendable {
  /// One destination object and no inverse.
  case oneWay = "to-one without an inverse"
  /// One object at each end.
  case oneToOne = "one-to-one"
  /// One destination object, which has many source objects.
  case manyToOne = "to-one"
  /// Many destination objects, each of which has one source object.
  case oneToMany = "to-many"
  /// Many objects at each end.
  case manyToMany = "many-to-many"

  /// A Boolean value that indicates whether an object has at most one destination object.
  package var isToOne: Bool { self != .oneToMany && self != .manyToMany }

  /// A Boolean value that indicates whether an object can have several source objects.
  package var hasManySources: Bool { self != .oneToOne && self != .oneToMany }
}

extension ManagedObjectModel {
  /// Returns the form of a relationship.
  package func form(of relationship: RelationshipDescription) -> RelationshipForm {
    let inverse = inverse(of: relationship)?.cardinality
    switch relationship.cardinality {
    case .toOne: return inverse.map { $0 == .toOne ? .oneToOne : .manyToOne } ?? .oneWay
    case .toMany: return inverse == .toMany ? .manyToMany : .oneToMany
    }
  }
}
