/// The reason why an operation on a library failed.
public enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder of the library cannot be created or written.
  case folder(path: String, reason: String)
  /// The library has no photo with this Flickr ID.
  case noSuchPhoto(id: String)
  /// There is no deleted photo with this Flickr ID.
  case notDeleted(id: String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .folder(let path, let reason):
      "The library folder \(path) cannot be used: \(reason); choose another with --library."
    case .noSuchPhoto(let id): "There is no photo with the id \(id) in the library."
    case .notDeleted(let id): "There is no deleted photo with the id \(id) in the library."
    }
  }
}
