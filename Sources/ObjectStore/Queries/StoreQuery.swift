public import ObjectModel

/// A query for rows of an entity, with a predicate and an order.
public struct StoreQuery: Hashable, Sendable {
  /// The number of the entity.
  public var entity: EntityNumber
  /// The predicate that rows must match, or `nil` for all rows.
  public var predicate: FetchPredicate?
  /// The order; rows with equal keys are in the order of their IDs.
  public var order: [FetchOrder]
  /// The maximum number of rows, or `nil` for no limit; a negative one is 0.
  public var limit: Int?
  /// The number of leading rows to skip; a negative one is 0.
  public var offset: Int
  /// A Boolean value that indicates whether rows of subentities match, too.
  public var includesSubentities: Bool
  /// The row next to which the query begins, or `nil` to begin with the first row.
  ///
  /// - Precondition: A query with a start has no offset.
  public var start: Start?

  /// A row in the order of a query, next to which another query begins: it reads the rows after this one, or those
  /// before it in the reverse order.
  ///
  /// The rows next to any row of a large table are read from an index, while an offset passes over all rows before it.
  public struct Start: Hashable, Sendable {
    /// The collation keys of the row (``FetchOrder/key(for:)``), one for each key of the order.
    public var keys: [PropertyValue]
    /// The ID of the row, which need not exist any more.
    public var id: ManagedObjectID
    /// A Boolean value that indicates whether the rows before this one are read, the nearest first.
    public var isBackward: Bool

    /// Makes a start.
    public init(keys: [PropertyValue], id: ManagedObjectID, isBackward: Bool = false) {
      self.keys = keys
      self.id = id
      self.isBackward = isBackward
    }
  }

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
