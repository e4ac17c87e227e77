public import Foundation

/// IDs as URIs, to be stored outside of the store: in settings, or on a clipboard.
///
/// They have the form of Core Data's: `x-coredata://IDENTIFIER/ENTITY/pKEY`, with the identifier of the store and the name
/// of the entity. So they stay valid when a new model numbers entities differently. The `Codable` form of an ID is the
/// same text.
extension PersistentStoreCoordinator {
  /// The URI of an object, or of a row that has not been read or saved.
  ///
  /// - Precondition: The ID belongs to the coordinator's store.
  public func uriRepresentation(of id: ManagedObjectID) -> URL {
    requireOwn(id)
    let uri = ObjectURI(store: store.identifier, entity: model.entity(of: id).name, key: id.key)
    guard let url = URL(string: uri.text) else { misuse("\(uri.text) is no address") }
    return url
  }

  /// The ID that a URI stands for.
  ///
  /// Does not check whether the row exists; ``ManagedObjectContext/existingObject(with:)`` does.
  ///
  /// - Returns: The ID, or nil if the URI is not that of an object, if it is of another store, or if the model has no such
  ///   entity.
  public func managedObjectID(forURIRepresentation uri: URL) -> ManagedObjectID? {
    guard let uri = ObjectURI(uri.absoluteString), uri.store == store.identifier,
      let entity = model.entities.firstIndex(where: { $0.name == uri.entity })
    else { return nil }
    return ManagedObjectID(entity: entity + 1, key: uri.key, in: identity)
  }
}
