/// One relationship of an entity.
///
/// Every to-many relationship has an inverse: a to-one relationship, whose column says which objects belong together,
/// or another to-many relationship (*many-to-many*), where a table of its own does.
public struct RelationshipDescription: Sendable, Hashable {
  /// The number of destination objects that a relationship can have.
  public enum Cardinality: Sendable, Hashable {
    /// None or one.
    case toOne
    /// Any number.
    case toMany
  }

  /// The name, as in Swift.
  public let name: String
  /// The number of destination objects that the relationship can have.
  public let cardinality: Cardinality
  /// The name of the destination entity; objects of its subentities can be destination objects, too.
  public let destination: String
  /// The name of the relationship that leads back, if there is one.
  public let inverse: String?
  /// A Boolean value that indicates whether an object can be saved without a destination object.
  public let isOptional: Bool
  /// The effect on the destination objects when the source object is deleted.
  public let deleteRule: DeleteRule
  /// A Boolean value that indicates whether the destination objects of a to-many relationship have an order
  /// that the user defines.
  public let isOrdered: Bool
  /// The minimum number of destination objects of a to-many relationship when the object is saved.
  public let minimumCount: Int
  /// The maximum number of destination objects when the object is saved, or `nil` for no limit.
  public let maximumCount: Int?
  /// The name of the relationship in an earlier version of the model, or `nil` if it is the same; see
  /// ``AttributeDescription/renamingIdentifier``.
  public let renamingIdentifier: String?
  /// A text that makes this version of the relationship differ from another that is described alike.
  public let versionHashModifier: String?
  /// Whatever the application wants to know of the relationship; ObjectGraph does not look at it.
  public let userInfo: [String: String]

  /// A Boolean value that indicates whether a to-many relationship limits the number of its members.
  var isCounted: Bool { cardinality == .toMany && (minimumCount > 0 || maximumCount != nil) }

  /// The table that joins the two ends of a many-to-many relationship.
  package var link: Link?

  /// The hidden entity that joins the two ends of a many-to-many relationship: a row for each pair of objects.
  package struct Link: Sendable, Hashable {
    /// The name of the hidden entity.
    var entity: String
    /// The relationship of the hidden entity that leads to this end.
    var near: String
    /// The relationship of the hidden entity that leads to the destination.
    var far: String
  }

  /// Describes a relationship to one object.
  ///
  /// Without an inverse it becomes empty when the object is deleted; one that is not optional goes on pointing to
  /// what is not there.
  public static func toOne(
    _ name: String, _ destination: String, inverse: String? = nil, isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) -> RelationshipDescription {
    RelationshipDescription(
      name: name, cardinality: .toOne, destination: destination, inverse: inverse, isOptional: isOptional,
      deleteRule: deleteRule, isOrdered: false, minimumCount: isOptional ? 0 : 1, maximumCount: 1,
      renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier, userInfo: userInfo)
  }

  /// Describes a relationship to any number of objects, whose `inverse` is a relationship to one or to many.
  ///
  /// The counts are checked when an object is saved; one that is not optional needs one member at least.
  public static func toMany(
    _ name: String, _ destination: String, inverse: String, isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify, isOrdered: Bool = false, count: ClosedRange<Int>? = nil,
    renamingIdentifier: String? = nil, versionHashModifier: String? = nil, userInfo: [String: String] = [:]
  ) -> RelationshipDescription {
    let least = max(count?.lowerBound ?? 0, isOptional ? 0 : 1)
    return RelationshipDescription(
      name: name, cardinality: .toMany, destination: destination, inverse: inverse, isOptional: isOptional,
      deleteRule: deleteRule, isOrdered: isOrdered, minimumCount: least, maximumCount: count?.upperBound,
      renamingIdentifier: renamingIdentifier, versionHashModifier: versionHashModifier, userInfo: userInfo)
  }

  /// The same relationship, joined by a hidden entity.
  func joined(by link: Link) -> RelationshipDescription {
    var joined = self
    joined.link = link
    return joined
  }
}
