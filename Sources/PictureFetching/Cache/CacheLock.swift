import Flickr
import Glibc

/// Locks between processes (flock(2)), on files that are created if necessary.
enum CacheLock {
  /// Waits up to `patience` for the lock and runs `body` under it; returns nil if it is not free by then, or no lock is
  /// possible.
  ///
  /// Only for threads that may block. A stopped process may hold the lock forever.
  static func waited<Result>(
    _ path: String, patience: Duration, _ body: (Int32) -> Result
  ) -> Result? {
    locked(path) { descriptor in
      let end = ContinuousClock.now + patience
      var pause = pause
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { return nil }
        usleep(pause)
        pause = min(2 * pause, longestPause)
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
  /// The longest pause of a wait for a lock that is held for seconds.
  private static let longestPause: UInt32 = 32_000

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
