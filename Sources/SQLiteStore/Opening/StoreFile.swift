internal import Foundation
internal import Glibc
internal import ObjectGraph

/// The file of a store, seen from outside: what can be told without SQLite.
struct StoreFile {
  /// What the first bytes of the file say.
  enum Kind {
    /// There is no file.
    case missing
    /// A database; with a write-ahead log or with another journal.
    case database(hasLog: Bool)
    /// Something else.
    case other
  }

  /// The absolute path.
  let path: String
  /// The wait for locks that all connections to the file share.
  let lockWait: LockWait

  init(_ path: String, lockWait: LockWait = LockWait()) {
    self.lockWait = lockWait
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Looks at the header (sqlite.org/fileformat.html, section 1.3).
  func kind() throws(StoreError) -> Kind {
    // Without waiting for the writer of a pipe.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return .missing }
      throw .cannotRead(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    try refuseSpecialFiles(descriptor)
    var header = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &header, header.count)
    guard count >= 0 else { throw .cannotRead(path: path, reason: String(cString: strerror(errno))) }
    guard count == header.count, header.starts(with: "SQLite format 3\0".utf8) else { return .other }
    return .database(hasLog: header[18] == 2)
  }

  /// Refuses folders, pipes and devices, also in the place of files that SQLite opens beside: it would wait for a pipe.
  private func refuseSpecialFiles(_ descriptor: Int32) throws(StoreError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .cannotRead(path: path, reason: "it is not a regular file")
    }
    for suffix in ["-wal", "-shm", "-journal"] where stat(path + suffix, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .cannotRead(path: path, reason: "\(path + suffix) is not a regular file")
      }
    }
  }

  /// Whether a log or its index lies beside the file: somebody has it open, or had it when he was killed.
  var isInUse: Bool { size("-wal") != nil || size("-shm") != nil }

  /// The length in bytes of the file with that suffix, or nil when there is none.
  func size(_ suffix: String = "") -> Int? {
    var status = stat()
    return stat(path + suffix, &status) == 0 ? Int(status.st_size) : nil
  }
}
