public import ObjectModel
internal import ObjectStore

extension FetchPredicate {
  /// Returns a Boolean value that indicates whether an object matches, with its unsaved changes.
  ///
  /// An object that is deleted, or whose context is gone, matches no predicate.
  ///
  /// - Throws: ``FetchError`` for a predicate that does not fit the entity, and the errors of the store, from which related
  ///   objects are read.
  public func evaluate(with object: ManagedObject) throws -> Bool {
    guard let context = object.managedObjectContext else { return false }
    try validate(for: object.entity, in: context.model)
    try validateObjects(of: context.coordinator.identity)
    guard let row = try context.row(for: object.objectID) else { return false }
    return try matches(row, in: context)
  }
}

extension TypedPredicate {
  /// Returns a Boolean value that indicates whether an object matches; see ``FetchPredicate/evaluate(with:)``.
  ///
  /// - Throws: The same errors.
  public func evaluate(with object: Object) throws -> Bool { try predicate.evaluate(with: object) }
}
