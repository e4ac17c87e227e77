public import Foundation
public import ObjectModel
internal import ObjectStore

/// URIs of object IDs, which can be stored outside the store: in settings, or on a clipboard.
///
/// They have the form of Core Data's URIs: `x-coredata://IDENTIFIER/ENTITY/pKEY`, with the identifier of the
/// store and the name of the entity. So they stay valid when a new model numbers the entities differently.
/// The `Codable` form of an ID is the same text.
extension PersistentStoreCoordinator {
  /// Returns the URI of an object ID, which may be that of an unread or unsaved row.
  ///
  /// - Precondition: The ID belongs to the coordinator's store.
  public func uriRepresentation(of id: ManagedObjectID) -> URL {
    requireOwn(id)
    let uri = ObjectURI(store: store.identifier, entity: model.entity(of: id).name, key: id.key)
    guard let url = URL(string: uri.text) else { misuse("\(uri.text) is no address") }
    return url
  }

  /// Returns the object ID of a URI.
  ///
  /// It does not check whether the row exists; use ``ManagedObjectContext/existingObject(with:)`` for that.
  ///
  /// - Returns: The ID, or nil if the URI is not that of an object, if it belongs to another store, or if the
  ///   model has no such entity.
  public func managedObjectID(forURIRepresentation uri: URL) -> ManagedObjectID? {
    guard let uri = ObjectURI(uri.absoluteString), uri.store == store.identifier,
      let entity = model.entities.firstIndex(where: { $0.name == uri.entity })
    else { return nil }
    return ManagedObjectID(entity: EntityNumber(index: entity), key: uri.key, in: identity)
  }
}
