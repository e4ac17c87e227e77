import Flickr
import Glibc

/// Locks between processes (flock(2)), on files that are created if necessary.
enum CacheLock {
  /// Waits for the lock and runs `body` under it; returns nil if no lock is possible.
  ///
  /// Only for threads that may block: a stopped process may hold the lock forever.
  static func waited<Result>(_ path: String, _ body: (Int32) -> Result) -> Result? {
    locked(path) { descriptor in
      while flock(descriptor, LOCK_EX) != 0 {
        guard errno == EINTR else { return nil }
      }
      return body(descriptor)
    }
  }

  /// Runs `body` under the lock, if it is free within a few milliseconds; otherwise returns nil.
  static func tried<Result>(_ path: String, _ body: (Int32) -> Result) -> Result? {
    locked(path) { tryLock($0, LOCK_EX) ? body($0) : nil }
  }

  /// The number of attempts to get a lock, which is usually held for microseconds, and the pause between
  /// them.
  private static let attempts = 8
  private static let pause: UInt32 = 500

  /// Acquires a lock if it is free within a few milliseconds.
  static func tryLock(_ descriptor: Int32, _ kind: Int32) -> Bool {
    for attempt in 1...attempts {
      if flock(descriptor, kind | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      if attempt < attempts { usleep(pause) }
    }
    return false
  }

  private static func locked<Result>(_ path: String, _ body: (Int32) -> Result?) -> Result? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & 0o777 != 0o600 { PrivateFolder.protect(descriptor) }
    return body(descriptor)
  }
}
