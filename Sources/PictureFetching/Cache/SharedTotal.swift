import Foundation
import Glibc
import Synchronization

/// The total size of the cache in bytes, shared by all processes that use it: a number in a file, changed
/// under its lock.
///
/// It is an estimate, which an examination of the cache corrects. Therefore only that waits for the lock, and not for long:
/// a stopped process may hold it forever.
final class SharedTotal: Sendable {
  private let path: String
  private let patience: Duration
  /// The changes that could not be written because another process held the lock, and those of an unknown number.
  private let postponed = Mutex(0)

  /// Creates the total in a file, for whose lock an examination of the cache waits up to `patience`.
  init(path: String, patience: Duration) {
    self.path = path
    self.patience = patience
  }

  /// Changes the number and returns it; `change` gets nil if the number is missing or invalid, and returns nil to leave it so.
  ///
  /// - Returns: nil, without having called `change`, if the file cannot be created or another process holds
  ///   its lock; nil also if the number stays unknown.
  @discardableResult
  func update(_ change: (Int?) -> Int?) -> Int? {
    CacheLock.tried(path) { changed($0, change) } ?? nil
  }

  /// Does the same, but waits longer for the lock; only for threads that may block.
  @discardableResult
  func updateWaiting(_ change: (Int?) -> Int?) -> Int? {
    CacheLock.waited(path, patience: patience) { changed($0, change) } ?? nil
  }

  private func changed(_ descriptor: Int32, _ change: (Int?) -> Int?) -> Int? {
    let before = Self.read(descriptor).map { $0 + removePostponed() }
    guard let total = change(before).map({ max(0, $0) }) else { return nil }
    let text = Array(String(total).utf8) + [UInt8(ascii: "\n")]
    // Writes before truncating: on a full disk, the write fails and the former number remains.
    guard pwrite(descriptor, text, text.count, 0) == text.count,
      ftruncate(descriptor, off_t(text.count)) == 0
    else { return nil }
    return total
  }

  /// Records a change for the next update.
  func postpone(_ change: Int) { postponed.withLock { $0 += change } }

  /// Records a change for the next update while the number is unknown; a removal only takes back recorded additions.
  ///
  /// Another process may count the files after a removal. A number that is then too large ends in another count; one that is
  /// too small would not.
  func postponeUncounted(_ change: Int) { postponed.withLock { $0 = max(min(0, $0), $0 + change) } }

  /// Discards the changes that were recorded for the next update.
  func discardPostponed() { _ = removePostponed() }

  private func removePostponed() -> Int {
    postponed.withLock { change in
      defer { change = 0 }
      return change
    }
  }

  /// The number; nil if it is missing, or another process holds the lock.
  var value: Int? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return CacheLock.tryLock(descriptor, LOCK_SH) ? Self.read(descriptor) : nil
  }

  private static func read(_ descriptor: Int32) -> Int? {
    var buffer = [UInt8](repeating: 0, count: 24)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    guard count > 0, let total = Int(String(decoding: buffer[..<(count - 1)], as: UTF8.self)),
      possible.contains(total)
    else { return nil }
    return total
  }

  /// The valid range; a petabyte indicates a damaged file.
  private static let possible = 0...1_000_000_000_000_000
}
