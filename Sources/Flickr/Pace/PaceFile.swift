internal import Foundation

/// The file in which the processes of a user record their API calls for each other.
///
/// A process reads and writes it under its lock (`flock`), which it holds for microseconds.
struct PaceFile {
  let path: String

  /// The maximum size that is read, far above that of any valid file.
  private static let largest = 1 << 14

  enum Outcome<Result> {
    /// The result of `body`; the file contains the ledger that `body` left, unless it could not be written.
    case done(Result)
    /// Another process holds the lock.
    case locked
    /// The file cannot be opened or read; `body` was not called.
    case unusable
  }

  /// Calls `body` with the contents of the file, `nil` if damaged, and writes the changed contents.
  ///
  /// A full disk does not stop the program: what cannot be written is known to this process only.
  func update<Result>(_ body: (inout PaceLedger?) -> Result) -> Outcome<Result> {
    guard let descriptor = opened() else { return .unusable }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      return errno == EWOULDBLOCK || errno == EINTR ? .locked : .unusable
    }
    guard let text = read(descriptor) else { return .unusable }
    var ledger = text.isEmpty ? PaceLedger() : PaceLedger(text: text)
    let result = body(&ledger)
    write(ledger?.text ?? "", to: descriptor)
    return .done(result)
  }

  /// Opens the file without following a link or waiting for a pipe.
  private func opened() -> Int32? {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var descriptor = open(path, flags, 0o600)
    if descriptor < 0, errno == ENOENT {
      try? PrivateFolder.make(at: URL(filePath: path).deletingLastPathComponent())
      descriptor = open(path, flags, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    if status.st_mode & 0o777 != 0o600 { PrivateFolder.protect(descriptor) }
    return descriptor
  }

  private func read(_ descriptor: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: Self.largest)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Writes the text before truncating: in the opposite order, an interruption would lose everything.
  private func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { return }
    ftruncate(descriptor, off_t(bytes.count))
  }
}
