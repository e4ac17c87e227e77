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
    withLock { descriptor in
      let total = max(0, change(Self.read(descriptor)))
      let text = Array(String(total).utf8) + [UInt8(ascii: "\n")]
      guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
        return nil
      }
      return total
    }
  }

  /// The number; nil when there is none.
  var value: Int? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return Self.read(descriptor)
  }

  private static func read(_ descriptor: Int32) -> Int? {
    var buffer = [UInt8](repeating: 0, count: 24)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0, let total = Int(String(decoding: buffer[..<(count - 1)], as: UTF8.self)), total >= 0
    else { return nil }
    return total
  }

  private func withLock<Result>(_ body: (Int32) -> Result?) -> Result? {
    CacheLock.with(path) { body($0) } ?? nil
  }
}

/// Locks between processes (flock(2)).
enum CacheLock {
  /// Runs `body` while nobody else has the file locked, which is made if need be; nil when it cannot be.
  static func with<Result>(_ path: String, _ body: (Int32) -> Result) -> Result? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { return nil }
    }
    return body(descriptor)
  }
}
