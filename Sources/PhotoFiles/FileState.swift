import Glibc

/// The state of a file by which a change of its contents is noticed.
public struct FileState: Hashable, Sendable {
  /// The size in bytes.
  public let size: Int
  /// The time of the last change of the contents or of the attributes (`ctime`) in nanoseconds since 1970.
  ///
  /// Two files that change places have the same time of modification as before, but not of change.
  public let changed: Int

  /// Creates a state.
  public init(size: Int, changed: Int) { (self.size, self.changed) = (size, changed) }

  /// Returns the state of a regular file; `nil` if there is none at the path.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    self.init(
      size: Int(status.st_size),
      changed: Int(status.st_ctim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
        &+ Int(status.st_ctim.tv_nsec))
  }
}
