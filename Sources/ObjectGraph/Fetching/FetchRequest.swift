/// Which objects are wanted, and in which order.
public struct FetchRequest<Object: ManagedObject> {
  /// Which objects match; nil for all of the entity.
  public var predicate: FetchPredicate?
  /// The order; objects that it leaves equal are in the order of their IDs.
  public var order: [FetchOrder]
  /// How many objects at the most; nil for all.
  public var limit: Int?
  /// How many of the first objects are passed over.
  public var offset: Int
  /// Whether objects of the entity's sub-entities are wanted, too.
  public var includesSubentities: Bool

  /// Asks for objects of the class `Object`.
  public init(
    _: Object.Type = Object.self, where predicate: FetchPredicate? = nil, order: [FetchOrder] = [],
    limit: Int? = nil, offset: Int = 0, includesSubentities: Bool = true
  ) {
    self.predicate = predicate
    self.order = order
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
  }

  /// The request as a store is asked.
  public func query(in model: ObjectModel) -> StoreQuery {
    StoreQuery(
      entity: model.number(of: Object.self), predicate: predicate, order: order, limit: limit, offset: offset,
      includesSubentities: includesSubentities)
  }
}
