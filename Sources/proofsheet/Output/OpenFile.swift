import Foundation

/// An open file of the system.
struct OpenFile: Sendable {
  static let standardOutput = OpenFile(descriptor: STDOUT_FILENO)
  static let standardError = OpenFile(descriptor: STDERR_FILENO)

  let descriptor: Int32

  /// Writes bytes, and waits for room.
  ///
  /// - Throws: An ``OutputError`` if they cannot be written.
  func write(_ bytes: [UInt8]) throws(OutputError) {
    // Not by FileHandle, which traps when a disk is full or a reader gone.
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress?.advanced(by: start), $0.count - start)
      }
      if count < 0 {
        let reason = errno
        // Another program that has the same pipe or terminal can have set that nothing waits for it.
        if reason == EAGAIN { waitForRoom() }
        guard [EINTR, EAGAIN].contains(reason) else { throw OutputError(number: reason) }
        continue
      }
      start += count
    }
  }

  private func waitForRoom() {
    var file = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&file, 1, -1)
  }
}
