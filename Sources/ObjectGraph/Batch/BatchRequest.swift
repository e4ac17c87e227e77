public import ObjectModel

/// A request that changes many rows of a store without making objects.
///
/// ``BatchInsertRequest``, ``BatchUpdateRequest`` and ``BatchDeleteRequest`` are requests. A context or a coordinator
/// executes them.
public protocol BatchRequest {
  /// Returns the request as the writer executes it.
  ///
  /// - Throws: A ``BatchError``, a ``FetchError``, or a ``ValidationError`` for a constant that is not valid.
  /// - Precondition: The model has the entity, and its objects are of the class of the request.
  func work(in model: ManagedObjectModel) throws -> BatchWork
}
