/// The reason why a file was not moved.
public enum FileMoveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no file.
  case missing(path: String)
  /// There is a file at the destination.
  case taken(path: String, destination: String)
  /// The destination is on another file system.
  case otherFileSystem(path: String, destination: String)
  /// The file cannot be moved.
  case refused(path: String, destination: String, reason: String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .missing(let path): "There is no file at \(path) any more."
    case .taken(let path, let destination):
      "\(path) stays as it is: there is a file at \(destination) already."
    case .otherFileSystem(let path, let destination):
      "\(path) stays as it is: \(destination) would be on another file system, and files are not copied."
    case .refused(let path, let destination, let reason):
      "\(path) cannot be moved to \(destination): \(reason)."
    }
  }
}
