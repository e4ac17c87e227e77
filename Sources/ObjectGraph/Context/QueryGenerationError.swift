/// The reason why a context could not be pinned.
public enum QueryGenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The readers of the store cannot hold a snapshot.
  case unsupportedByStore
  /// The context is a child, which shares the query generation of its parent.
  case child

  /// A description of the error in one sentence.
  public var description: String {
    switch self {
    case .unsupportedByStore: "the store's readers cannot stay at one state of it: they are no SnapshotReader"
    case .child: "a child reads what its parent shows: pin the context on the store"
    }
  }
}
