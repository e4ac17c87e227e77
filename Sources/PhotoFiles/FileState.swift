import Glibc

/// The state of a file by which a change of its contents is noticed.
public struct FileState: Hashable, Sendable {
  /// The size in bytes.
  public let size: Int
  /// The time of the last modification in nanoseconds since 1970.
  public let modified: Int

  /// Creates a status.
  public init(size: Int, modified: Int) { (self.size, self.modified) = (size, modified) }

  /// Returns the status of a regular file; `nil` if there is none at the path.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    self.init(
      size: Int(status.st_size),
      modified: Int(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
        &+ Int(status.st_mtim.tv_nsec))
  }
}
