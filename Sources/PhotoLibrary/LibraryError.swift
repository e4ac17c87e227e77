/// Why something could not be done with a library.
public enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder of the library cannot be made or written.
  case folder(path: String, reason: String)
  /// No photo has this id of Flickr's.
  case noSuchPhoto(id: String)
  /// No deleted photo has this id of Flickr's.
  case notDeleted(id: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .folder(let path, let reason):
      "The library folder \(path) cannot be used: \(reason); choose another with --library."
    case .noSuchPhoto(let id): "There is no photo with the id \(id) in the library."
    case .notDeleted(let id): "There is no deleted photo with the id \(id) in the library."
    }
  }
}
