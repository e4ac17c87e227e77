import Dispatch
public import Foundation

/// The messages of the browser in a file that only its user can read.
///
/// The file does not grow beyond a limit: when it would, it becomes the file with the suffix `.old` in place of the
/// one before, and a new one begins. Several programs can write to one file. Lines are written on a queue of their own,
/// because a folder of the user can be slow.
nonisolated public final class MessageLog: Sendable {
  private let file: URL
  private let limit: Int
  private let queue = DispatchQueue(label: "proofsheet.messages", qos: .utility)

  /// Creates a log; folder and file are made with its first line.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - limit: The size in bytes that it does not exceed.
  public init(file: URL, limit: Int = 256 << 10) {
    self.file = file
    self.limit = limit
  }

  /// Adds a line with the time.
  ///
  /// A message that cannot be written is lost, because there is no other place to report it.
  func append(_ text: String, isError: Bool) {
    queue.async { [self] in
      let line = Self.line(text, isError: isError, at: Date())
      guard let descriptor = opened(for: line.count) else { return }
      defer { close(descriptor) }
      // One call, so that lines of several programs do not mix.
      _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
  }

  /// Waits until all lines are written.
  func flush() { queue.sync {} }

  private static func line(_ text: String, isError: Bool, at time: Date) -> [UInt8] {
    let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let visible = String(
      words.unicodeScalars.filter { $0.properties.generalCategory != .control }.map(Character.init))
    return Array("\(timestamp(time)) \(isError ? "error" : "info ") \(visible.prefix(4_000))\n".utf8)
  }

  /// A time as ISO 8601, in UTC.
  ///
  /// The C library makes it: Foundation's formatter reads the time zones of ICU for the first one, which takes
  /// milliseconds of processor time beside the frame that shows the message.
  private static func timestamp(_ time: Date) -> String {
    var (seconds, parts) = (time_t(time.timeIntervalSince1970.rounded(.down)), tm())
    gmtime_r(&seconds, &parts)
    return String(unsafeUninitializedCapacity: 32) { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        strftime($0.baseAddress, $0.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
      }
    }
  }

  /// The file, rotated if it has no room for `count` more bytes; `nil` if it cannot be used.
  private func opened(for count: Int) -> Int32? {
    guard let descriptor = opened() else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) + count > limit, status.st_size > 0 else {
      return descriptor
    }
    rotate(descriptor)
    close(descriptor)
    return opened()
  }

  /// Gives the file its old name, unless another program has done that since the file was opened.
  ///
  /// Only a program that holds the lock of the file that has the name renames it.
  func rotate(_ descriptor: Int32) {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var (own, named) = (stat(), stat())
    guard fstat(descriptor, &own) == 0, lstat(file.path, &named) == 0,
      (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)
    else { return }
    rename(file.path, file.path + ".old")
  }

  /// Neither follows a link nor waits for the reader of a pipe.
  private func opened() -> Int32? {
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var descriptor = open(file.path, flags, 0o600)
    if descriptor < 0, errno == ENOENT {
      try? FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      descriptor = open(file.path, flags, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    // A file that others may read was not made by this program; it becomes private before anything is written.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o077 == 0 || fchmod(descriptor, 0o600) == 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
