public import ObjectModel

/// A query for rows of an entity, with a predicate and an order.
public struct StoreQuery: Hashable, Sendable {
  /// The number of the entity.
  public var entity: EntityNumber
  /// The predicate that rows must match, or `nil` for all rows.
  public var predicate: FetchPredicate?
  /// The order; rows with equal keys are in the order of their IDs.
  public var order: [FetchOrder]
  /// The maximum number of rows, or `nil` for no limit.
  public var limit: Int?
  /// The number of leading rows to skip.
  public var offset: Int
  /// A Boolean value that indicates whether rows of subentities match, too.
  public var includesSubentities: Bool

  /// Makes a query.
  public init(
    entity: EntityNumber, predicate: FetchPredicate? = nil, order: [FetchOrder] = [], limit: Int? = nil,
    offset: Int = 0, includesSubentities: Bool = true
  ) {
    self.entity = entity
    self.predicate = predicate
    self.order = order
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
  }

  /// The numbers of the entities whose rows can match.
  public func entities(in model: ManagedObjectModel) -> ClosedRange<EntityNumber> {
    includesSubentities ? model.family(of: entity) : entity...entity
  }
}
