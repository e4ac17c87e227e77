public import ObjectModel
public import ObjectStore

/// Which objects are wanted, and in which order.
public struct FetchRequest<Object: ManagedObject> {
  /// Which objects match; nil for all of the entity.
  public var predicate: FetchPredicate?
  /// The order; objects that it leaves equal are in the order of their IDs.
  public var order: [FetchOrder]
  /// The maximum number of objects, or `nil` for no limit.
  public var limit: Int?
  /// The number of leading objects to skip.
  public var offset: Int
  /// A Boolean value that indicates whether the result includes objects of subentities.
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

  /// Returns the request as a store query.
  ///
  /// - Precondition: The model has the entity, and its objects are of the class `Object`.
  public func query(in model: ManagedObjectModel) -> StoreQuery {
    StoreQuery(
      entity: model.number(ofEntity: entity, class: Object.self), predicate: predicate, order: order,
      limit: limit, offset: offset, includesSubentities: includesSubentities)
  }
}
