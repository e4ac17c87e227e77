public import ObjectModel

/// Why the rows of a store cannot be copied into another one.
public enum StoreCopyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stores have different models.
  case otherModel(reason: String)
  /// The destination has rows of the entity.
  case notEmpty(entity: String)
  /// The destination treats a row as a duplicate of an existing one: the uniqueness constraints of the models
  /// differ, or another writer changes the destination.
  case refused(ManagedObjectID)
  /// The destination does not return a row as it was written.
  case different(ManagedObjectID)

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .otherModel(let reason): "the stores have different models: \(reason)"
    case .notEmpty(let entity): "there are rows of \(entity) in the store that was to be copied to"
    case .different(let id): "the store has not kept \(id) as it was written"
    case .refused(let id): "the store takes \(id) for a row that it has already"
    }
  }
}
