internal import ObjectModel
public import ObjectStore

/// Choosing a store for new objects, where several stores of a ``CombinedStore`` have the entity.
///
/// The counterpart of `assign(_:to:)` (`NSManagedObjectContext.h`). The store is chosen with the insertion, because an
/// object has its permanent ID from then on. Reserving the first keys of a store waits for its writer.
extension ManagedObjectContext {
  /// Inserts a new object of the class, whose row goes into one of the stores of a ``CombinedStore``.
  ///
  /// - Parameters:
  ///   - type: The class of the object.
  ///   - store: One of ``CombinedStore/stores`` of the coordinator's store.
  /// - Throws: A ``CombinedStoreError`` if the store does not have the entity, is read-only, or is none of them; the errors
  ///   of the store when it reserves keys.
  /// - Precondition: The entity of the class is not abstract.
  public func insert<Object: ManagedObject>(
    _ type: Object.Type, into store: any PersistentStore
  ) throws -> Object {
    try insert(type, number: model.number(of: type), into: store.identifier)
  }

  /// Inserts a new object of the entity with this name, whose row goes into one of the stores of a ``CombinedStore``.
  ///
  /// - Throws: As ``insert(_:into:)``.
  /// - Precondition: The model has an entity with this name, which is not abstract.
  public func insert(entityNamed name: String, into store: any PersistentStore) throws -> ManagedObject {
    let number = model.number(ofEntity: name, class: ManagedObject.self)
    return try insert(model[number].managedObjectClass, number: number, into: store.identifier)
  }
}
