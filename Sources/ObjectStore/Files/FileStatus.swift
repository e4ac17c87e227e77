internal import Foundation

/// The state of a file for comparison: its identity, its size, and the time of the last write.
package struct FileStatus: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int
  /// The access permissions; not part of the comparison.
  let permissions: mode_t
  /// A Boolean value that indicates whether it is a regular file; not part of the comparison.
  let isRegular: Bool

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
    permissions = status.st_mode & 0o7777
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }

  /// Looks at the file at a path.
  package init(path: String) throws(SystemError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last }
    self.init(status)
  }

  package static func == (left: FileStatus, right: FileStatus) -> Bool {
    left.device == right.device && left.number == right.number && left.size == right.size
      && left.seconds == right.seconds && left.nanoseconds == right.nanoseconds
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
