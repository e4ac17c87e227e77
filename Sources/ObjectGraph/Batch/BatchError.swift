/// An error of a batch request that does not fit the model; nothing was written.
public enum BatchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The entity has no property of that name.
  case unknownProperty(entity: String, property: String)
  /// A batch cannot set the property, for a reason.
  case cannotSet(entity: String, property: String, reason: Reason)
  /// The expression leads through a relationship, or has another type than the property.
  case wrongExpression(entity: String, property: String, expression: String)
  /// The value is no destination of the relationship.
  case wrongDestination(entity: String, property: String)
  /// The destination of the relationship does not exist, or was deleted.
  case missingDestination(entity: String, property: String)
  /// The entity is abstract, so no row of it can be inserted.
  case abstractEntity(String)

  /// The reason for which a batch cannot set a property.
  public enum Reason: String, Hashable, Sendable {
    /// The store computes the value.
    case derived = "the store computes it"
    /// The attribute has no column.
    case transient = "it is not stored"
    /// The relationship has many destinations.
    case toMany = "it leads to many objects"
    /// The inverse has a column, too.
    case oneToOne = "its inverse must change with it"
    /// The inverse is ordered, so that the row needs a position.
    case ordered = "its inverse is ordered"
    /// The inverse has a limited number of members.
    case counted = "its inverse limits the number of members"
    /// New rows have no members, which the relationship does not allow.
    case needsMembers = "it needs members, which new rows do not have"
  }

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .unknownProperty(let entity, let property): "\(entity) has no property \(property)"
    case .cannotSet(let entity, let property, let reason):
      "a batch cannot set \(property) of \(entity), because \(reason.rawValue); change objects instead"
    case .wrongExpression(let entity, let property, let expression):
      "a batch cannot set \(property) of \(entity) to \(expression): use attributes of the same row, and a "
        + "result of the type of the property"
    case .wrongDestination(let entity, let property):
      "a batch cannot set \(property) of \(entity) to that object: it is of another entity or store"
    case .missingDestination(let entity, let property):
      "a batch cannot set \(property) of \(entity) to that object: it does not exist any more"
    case .abstractEntity(let entity): "\(entity) is abstract; insert rows of one of its subentities"
    }
  }
}
