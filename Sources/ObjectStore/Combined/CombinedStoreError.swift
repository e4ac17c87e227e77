/// The reason why several stores cannot be combined, or why a combined store cannot write.
public enum CombinedStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no stores to combine, or more than keys can distinguish.
  case wrongCount(Int)
  /// Two of the stores have the same identifier: they are one file, or a file and its copy.
  case sameStore(identifier: String)
  /// No store has the entity.
  case missingEntity(String)
  /// A store has an entity that the model lacks, or that the model describes differently.
  case otherEntity(String, store: String)
  /// All stores that have the entity are read-only.
  case readOnly(entity: String)
  /// The store has no such entity, or is none of the combined stores.
  case cannotHold(entity: String, store: String)
  /// A relationship leads from an object in one store to an object in another.
  case crossesStores(entity: String, relationship: String)
  /// Some stores have committed their part of a save, and then another one failed.
  case partlySaved(committed: [String], failed: String, reason: String)

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .wrongCount(let count): "\(count) stores cannot be combined: give it from 1 to \(CombinedKey.limit)"
    case .sameStore(let identifier):
      "two of the stores have the identifier \(identifier): combine a store with itself or its copy once only"
    case .missingEntity(let entity): "no store has the entity \(entity): add one whose model has it"
    case .otherEntity(let entity, let store):
      """
      the store \(store) has another entity \(entity) than the model: open it with the model of a configuration \
      (ManagedObjectModel.model(ofConfiguration:))
      """
    case .readOnly(let entity): "\(entity) cannot be written: all stores that have it are read-only"
    case .cannotHold(let entity, let store):
      "the store \(store) cannot hold objects of \(entity): choose a store whose model has the entity"
    case .crossesStores(let entity, let relationship):
      """
      \(entity).\(relationship) leads from one store to another, which a relationship cannot: insert both objects into \
      the same store, or use a fetched property
      """
    case .partlySaved(let committed, let failed, let reason):
      """
      the store \(failed) was not written (\(reason)), after \(committed.joined(separator: ", ")) had committed their \
      changes: reset the context, and make the other changes again
      """
    }
  }
}
