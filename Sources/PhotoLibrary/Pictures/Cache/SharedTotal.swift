import Foundation
import Glibc

/// How many bytes the cache holds, for all processes that use it: a number in a file, changed under its lock.
///
/// It is an estimate: who looks through the cache sets it right.
struct SharedTotal {
  let path: String

  /// Changes the number and returns it; `change` gets nil when there is none, or none that can be.
  ///
  /// Nil when there can be no such file.
  @discardableResult
  func update(_ change: (Int?) -> Int) -> Int? {
    let total = CacheLock.with(path) { descriptor -> Int? in
      let total = max(0, change(Self.read(descriptor)))
      let text = Array(String(total).utf8) + [UInt8(ascii: "\n")]
      guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
        return nil
      }
      return total
    }
    return total ?? nil
  }

  /// The number; nil when there is none.
  var value: Int? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return CacheLock.wait(descriptor, LOCK_SH) ? Self.read(descriptor) : nil
  }

  private static func read(_ descriptor: Int32) -> Int? {
    var buffer = [UInt8](repeating: 0, count: 24)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0, let total = Int(String(decoding: buffer[..<(count - 1)], as: UTF8.self)),
      possible.contains(total)
    else { return nil }
    return total
  }

  /// A petabyte is no count but a damaged one.
  private static let possible = 0...1_000_000_000_000_000
}

/// Locks between processes (flock(2)).
enum CacheLock {
  /// Runs `body` while nobody else has the file locked, which is made if need be; nil when it cannot be.
  static func with<Result>(_ path: String, _ body: (Int32) -> Result) -> Result? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return wait(descriptor, LOCK_EX) ? body(descriptor) : nil
  }

  /// Waits for a lock; false when there can be none.
  static func wait(_ descriptor: Int32, _ kind: Int32) -> Bool {
    while flock(descriptor, kind) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }
}
