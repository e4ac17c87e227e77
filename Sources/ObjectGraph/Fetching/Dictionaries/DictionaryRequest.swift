public import ObjectModel
public import ObjectStore

/// Which values are wanted of the objects that match, as dictionaries and without the objects.
///
/// ```swift
/// var request = DictionaryRequest<Photo>([FetchedColumn("photographer.name"), FetchedColumn("photos", .count)])
/// request.groupBy = [.path("photographer.name")]
/// request.having = try FetchPredicate("photos > 10")
/// request.order = [FetchOrder("photos", ascending: false)]
/// let rows = try context.fetchDictionaries(request)
/// ```
///
/// With groups, or when a column is a function of many values over the rows (`sum`, `average`, `min`, `max`, `count`
/// of one expression), there is one dictionary for each group, and one for all rows without `groupBy`; every column is
/// then made of such functions, of expressions of `groupBy`, and of constants. Nil is in one group with nil.
///
/// Values are as a store's columns hold them, with the type of the attribute, or of the computation: whole or real
/// numbers. Changes that were not saved are considered, which they are not in Core Data.
public struct DictionaryRequest<Object: ManagedObject> {
  /// The name of the entity; nil for the one that has the class `Object`.
  public var entity: String?
  /// The values in the dictionaries; without columns, all attributes of the entity that are not transient.
  public var columns: [FetchedColumn]
  /// Which objects match; nil for all of the entity.
  public var predicate: FetchPredicate?
  /// The expressions that group rows.
  public var groupBy: [FetchExpression] = []
  /// Which dictionaries are wanted, by the names of the columns; nil for all.
  public var having: FetchPredicate?
  /// A Boolean value that indicates whether duplicate dictionaries are left out.
  public var isDistinct = false
  /// The sort order, by the names of the columns.
  ///
  /// Equal dictionaries are in the order of the objects' IDs; groups and distinct dictionaries are in the
  /// order of the columns.
  public var order: [FetchOrder] = []
  /// The maximum number of dictionaries, or `nil` for no limit.
  public var limit: Int?
  /// The number of leading dictionaries to skip.
  public var offset = 0

  /// Asks for values of objects of the class `Object`, of the entity of that name if there is one; without columns, for
  /// all attributes.
  public init(
    _ columns: [FetchedColumn] = [], of _: Object.Type = Object.self, entity: String? = nil,
    where predicate: FetchPredicate? = nil
  ) {
    self.entity = entity
    self.columns = columns
    self.predicate = predicate
  }

  /// The request as a store is asked.
  public func query(in model: ManagedObjectModel) -> DictionaryQuery {
    let number = model.number(ofEntity: entity, class: Object.self)
    let attributes = model[number].attributes.filter { !$0.isTransient }
    return DictionaryQuery(
      rows: StoreQuery(entity: number, predicate: predicate),
      columns: columns.isEmpty ? attributes.map { FetchedColumn($0.name) } : columns, groupBy: groupBy,
      having: having, isDistinct: isDistinct, order: order, limit: limit,
      offset: offset)
  }
}
