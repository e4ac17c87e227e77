internal import Synchronization

/// The key paths that have been resolved in a model.
final class KnownKeyPaths: Sendable {
  private struct Start: Hashable {
    let path: String
    let entity: EntityNumber
  }

  /// The largest number of paths that are kept, after which all are dropped: a model with cycles has any number of them.
  private static let limit = 4_096

  private let resolved = Mutex<[Start: ResolvedKeyPath]>([:])

  /// The meaning of a path from an entity on; nil if it is not known.
  subscript(path: String, entity: EntityNumber) -> ResolvedKeyPath? {
    get { resolved.withLock { $0[Start(path: path, entity: entity)] } }
    set {
      resolved.withLock { resolved in
        if resolved.count == Self.limit { resolved.removeAll() }
        resolved[Start(path: path, entity: entity)] = newValue
      }
    }
  }
}
