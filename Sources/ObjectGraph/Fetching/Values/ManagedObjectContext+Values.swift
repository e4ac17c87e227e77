internal import ObjectModel
internal import ObjectStore

extension ManagedObjectContext {
  /// Returns the values of the objects that match, in the order of the request, then by ID.
  ///
  /// Unsaved changes are considered. The call ends the event (``processPendingChanges()``), and makes no objects.
  ///
  /// - Throws: ``FetchError`` for a request that does not fit the entity, and the errors of the store.
  public func fetchValues<Object: ManagedObject>(
    _ request: FetchRequest<Object>
  ) throws -> [ObjectValues<Object>] {
    processPendingChanges()
    return try matchingRows(request.query(in: model)).map { ObjectValues($0, of: model[$0.id.entity]) }
  }

  /// Returns the object of values that were fetched, without reading it again.
  ///
  /// An object that the context has already keeps its values if they are newer, or have unsaved changes. A save finds
  /// a change of the row since it was fetched, as it does for objects.
  ///
  /// - Precondition: The values are of an object of this context's stores.
  public func object<Object: ManagedObject>(for values: ObjectValues<Object>) -> Object {
    guard let object = object(for: values.row) as? Object else {
      misuse("\(values.objectID) is no \(Object.self) in this context")
    }
    return object
  }
}
