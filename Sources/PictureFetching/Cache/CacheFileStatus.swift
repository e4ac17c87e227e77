import Foundation
import Glibc

/// The file system's metadata of a file in the cache, or of a file of the user.
struct CacheFileStatus {
  let size: Int
  let isRegular: Bool
  /// The modification time, which renaming does not change.
  let written: timespec
  /// The time of the last use, recorded by ``CacheFile/recordUse(of:)`` or the system.
  let used: timespec

  init(_ status: stat) {
    size = Int(status.st_size)
    isRegular = status.st_mode & S_IFMT == S_IFREG
    written = status.st_mtim
    used = status.st_atim
  }

  /// Reads the metadata of a file without following a link; returns nil if there is no file.
  init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the metadata of a file of the user, or of the file that a link leads to; returns nil if there is no file.
  init?(userFile path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Returns the age of a time in seconds.
  static func age(_ time: timespec, now: Date = .now) -> Double {
    now.timeIntervalSince1970 - Double(time.tv_sec) - Double(time.tv_nsec) / 1e9
  }
}
