/// The progress of ``SQLiteStore/vacuum(onProgress:)``, for a message to the user.
public enum VacuumProgress: Hashable, Sendable, CustomStringConvertible {
  /// The file has `size` bytes, of which `free` are unused, and is being written again.
  case began(path: String, size: Int, free: Int)
  /// The file had `before` bytes and has `after`.
  case ended(path: String, before: Int, after: Int)

  /// The progress as one sentence.
  public var description: String {
    switch self {
    case .began(let path, let size, let free):
      "Compacting \(path): \(size) bytes, of which \(free) are free."
    case .ended(let path, let before, let after):
      "Compacted \(path): \(after) bytes, \(max(0, before - after)) less than before."
    }
  }
}
