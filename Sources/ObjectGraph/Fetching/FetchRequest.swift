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
  /// The name of the entity; nil for the one that has the class `Object`.
  ///
  /// Entities without a class of their own are fetched by it:
  ///
  /// ```swift
  /// FetchRequest<ManagedObject>(entity: "Photo", where: try FetchPredicate("title == 'Tram'"))
  /// ```
  public var entity: String?

  /// Asks for objects of the class `Object`, of the entity of that name if there is one.
  public init(
    _: Object.Type = Object.self, entity: String? = nil, where predicate: FetchPredicate? = nil,
    order: [FetchOrder] = [], limit: Int? = nil, offset: Int = 0, includesSubentities: Bool = true
  ) {
    self.entity = entity
    self.predicate = predicate
    self.order = order
    self.limit = limit
    self.offset = offset
    self.includesSubentities = includesSubentities
  }

  /// The request as a store is asked.
  ///
  /// An entity that the model does not have, or whose objects are no `Object`, is a programmer's mistake.
  public func query(in model: ObjectModel) -> StoreQuery {
    StoreQuery(
      entity: model.number(ofEntity: entity, class: Object.self), predicate: predicate, order: order,
      limit: limit, offset: offset, includesSubentities: includesSubentities)
  }
}
