package import Foundation

/// An open file, closed with the last reference to it.
package final class FileDescriptor: Sendable {
  let number: Int32

  private init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file or folder that is there for reading, without waiting if it is a pipe.
  package convenience init(reading path: String) throws(SystemError) {
    let number = Foundation.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw .last }
    self.init(number)
  }

  /// Makes a file that must not be there yet.
  package convenience init(creating path: String, permissions: mode_t = 0o600) throws(SystemError) {
    let number = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard number >= 0 else { throw .last }
    self.init(number)
  }

  /// Writes all of the bytes.
  package func write(_ data: Data) throws(SystemError) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(number, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads everything from the beginning on; refuses what is not a regular file, such as a device without an end.
  package func readAll() throws(SystemError) -> Data {
    guard try status().isRegular else { throw .irregularFile }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = pread(number, &buffer, buffer.count, off_t(data.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }

  /// Returns when the written data is on disk; for a folder, when the names in it are.
  package func synchronize() throws(SystemError) {
    guard fsync(number) == 0 else { throw .last }
  }
}

extension FileDescriptor {
  /// Returns the current state of the file.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// Waits until the lock is free, and holds it until the file is unlocked or closed (flock(2)).
  package func lock() throws(SystemError) {
    while flock(number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw .last }
    }
  }

  /// Lets others lock the file.
  package func unlock() { flock(number, LOCK_UN) }

  /// Sets the access permissions of the file.
  package func setPermissions(_ permissions: mode_t) throws(SystemError) {
    guard fchmod(number, permissions) == 0 else { throw .last }
  }
}
