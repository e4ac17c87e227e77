public import ObjectModel
internal import ObjectStore

/// A request that changes properties of the rows that match, without making objects.
///
/// ```swift
/// let request = BatchUpdateRequest<Photo>(
///   where: \.rating > 3, set: [.set(\.views, to: Photo.views + 1)])
/// let result = try await context.execute(request)
/// ```
///
/// Every matching row is written and gets a new version, also if its values stay the same. All values are computed from the
/// row before the update.
public struct BatchUpdateRequest<Object: ManagedObject>: BatchRequest {
  /// The rows: predicate, order, limit and offset.
  public var fetchRequest: FetchRequest<Object>
  /// The new values.
  public var assignments: [PropertyAssignment<Object>]
  /// The kind of the result.
  public var resultType: BatchResultType
  /// The maximum number of rows that are announced one by one; nil for the usual one.
  var rowLimit: Int?

  /// Makes a request that updates the objects that a fetch request would return.
  public init(
    _ fetchRequest: FetchRequest<Object>, set assignments: [PropertyAssignment<Object>],
    resultType: BatchResultType = .count
  ) {
    self.fetchRequest = fetchRequest
    self.assignments = assignments
    self.resultType = resultType
  }

  /// Makes a request that updates the objects that match.
  public init(
    _: Object.Type = Object.self, where predicate: TypedPredicate<Object> = .all,
    set assignments: [PropertyAssignment<Object>], resultType: BatchResultType = .count
  ) {
    self.init(FetchRequest(where: predicate), set: assignments, resultType: resultType)
  }

  /// Returns the request as the writer executes it.
  public func work(in model: ManagedObjectModel) throws -> BatchWork {
    let query = fetchRequest.query(in: model)
    let properties = BatchProperties(query.entity, in: model)
    let checked = try assignments.map { assignment in
      let slot = try properties.slot(of: assignment.property)
      try properties.check(assignment.expression, slot)
      return BatchAssignment(slot: slot, expression: assignment.expression)
    }
    // The last value of a property counts, as in a sequence of assignments.
    var last: [Slot: BatchAssignment] = [:]
    for assignment in checked { last[assignment.slot] = assignment }
    let unique = last.values.sorted { $0.slot < $1.slot }
    return BatchWork(.update(query, unique), resultType, rowLimit: rowLimit)
  }
}
