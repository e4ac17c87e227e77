public import Foundation

/// IDs as text, to be kept outside of the store: in settings, or on a clipboard.
///
/// They have the form of Core Data's: `x-coredata://IDENTIFIER/ENTITY/pKEY`, with the store's identifier and the name of
/// the entity, so that they outlive a change of the model that numbers entities anew.
extension PersistentStoreCoordinator {
  private static let scheme = "x-coredata"

  /// The URI of an object, or of a row that was never read.
  ///
  /// - Precondition: The ID belongs to the coordinator's store.
  public func uriRepresentation(of id: ManagedObjectID) -> URL {
    requireOwn(id)
    var parts = URLComponents()
    parts.scheme = Self.scheme
    parts.host = store.identifier.uuidString
    parts.path = "/\(model.entity(of: id).name)/p\(id.key)"
    // Names of entities are checked with the model, so that nothing in them needs to be escaped.
    guard let uri = parts.url else { misuse("\(parts) is no address") }
    return uri
  }

  /// The ID that a URI stands for; nil when it is none, is of another store, or names an entity that the model does not
  /// have.
  ///
  /// Whether there is such a row is not asked: ``ManagedObjectContext/existingObject(with:)`` does that.
  public func managedObjectID(forURIRepresentation uri: URL) -> ManagedObjectID? {
    let parts = uri.pathComponents
    guard uri.scheme == Self.scheme, uri.host?.uppercased() == store.identifier.uuidString,
      parts.count == 3, let entity = model.entities.firstIndex(where: { $0.name == parts[1] }),
      parts[2].first == "p", let key = Int64(parts[2].dropFirst()), key > 0
    else { return nil }
    return ManagedObjectID(entity: entity + 1, key: key, in: identity)
  }
}
