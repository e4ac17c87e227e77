/// The reason why a file was not moved to the trash, or not moved back.
public enum TrashError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no file.
  case missing(path: String)
  /// The file system of a file has no trash, and none can be made there.
  case noTrash(path: String, reason: String)
  /// The file cannot be moved.
  case refused(path: String, reason: String)
  /// The file is not in the trash any more.
  case emptied(path: String)
  /// The trash of a file cannot be read, and the file can be in it.
  case unreachable(path: String, reason: String)
  /// There is a file at the place to which a file would be moved back.
  case occupied(path: String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .missing(let path): "\(path) was not moved to the trash: there is no such file."
    case .noTrash(let path, let reason):
      "\(path) was not moved to the trash: its file system has none, and none can be made (\(reason))."
    case .refused(let path, let reason): "\(path) cannot be moved: \(reason)."
    case .emptied(let path): "\(path) cannot be moved back: it is not in the trash any more."
    case .unreachable(let path, let reason): "\(path) cannot be moved back: \(reason)."
    case .occupied(let path):
      "There is another file at \(path) by now: rename it and try again. The trash still has the former one."
    }
  }
}
