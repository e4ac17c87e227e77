/// The reason why an operation on a library failed.
public enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder of the library cannot be created or written.
  case folder(path: String, reason: String)
  /// The library must be updated to this program's version, and a copy of it cannot be written before.
  case noUpdateCopy(path: String, reason: String)
  /// The library has no photo with this Flickr ID.
  case noSuchPhoto(id: String)
  /// There is no deleted photo with this Flickr ID.
  case notDeleted(id: String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .folder(let path, let reason):
      "The library folder \(path) cannot be used: \(reason); choose another with --library."
    case .noUpdateCopy(let path, let reason):
      """
      The library \(path) is of an earlier version and was not updated, because a copy of it cannot be written first: \
      \(reason). Make room, or choose another folder with --library.
      """
    case .noSuchPhoto(let id): "There is no photo with the id \(id) in the library."
    case .notDeleted(let id): "There is no deleted photo with the id \(id) in the library."
    }
  }
}
