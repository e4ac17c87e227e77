public import ObjectModel
internal import ObjectStore

/// A request that deletes the rows that match, without making objects.
///
/// ```swift
/// let request = BatchDeleteRequest<Photo>(where: \.rating == 0)
/// let result = try await context.execute(request)
/// ```
///
/// Delete rules apply, as in a save. Hooks of the objects are not called, and the deletion cannot be undone.
public struct BatchDeleteRequest<Object: ManagedObject>: BatchRequest {
  /// The rows: predicate, order, limit and offset.
  public var fetchRequest: FetchRequest<Object>
  /// The kind of the result.
  public var resultType: BatchResultType
  /// The maximum number of rows that are announced one by one; nil for the usual one.
  var rowLimit: Int?

  /// Makes a request that deletes the objects that a fetch request would return.
  public init(_ fetchRequest: FetchRequest<Object>, resultType: BatchResultType = .count) {
    self.fetchRequest = fetchRequest
    self.resultType = resultType
  }

  /// Makes a request that deletes the objects that match.
  public init(
    _: Object.Type = Object.self, where predicate: TypedPredicate<Object>,
    resultType: BatchResultType = .count
  ) {
    self.init(FetchRequest(where: predicate), resultType: resultType)
  }

  /// Returns the request as the writer executes it.
  public func work(in model: ManagedObjectModel) throws -> BatchWork {
    BatchWork(.delete(fetchRequest.query(in: model)), resultType, rowLimit: rowLimit)
  }
}
