/// Why bytes are not the file of a store.
public enum AtomicStoreFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// They are something else altogether.
  case otherFormat
  /// A later version of the format wrote them.
  case newerVersion(found: Int, supported: Int)
  /// The bytes are not those that were written.
  case damaged(reason: String)

  /// The error as one sentence.
  public var description: String {
    switch self {
    case .otherFormat: "this is no store"
    case .newerVersion(let found, let supported):
      "this was written by a later version (\(found), this one reads up to \(supported))"
    case .damaged(let reason): "this is damaged: \(reason)"
    }
  }
}
