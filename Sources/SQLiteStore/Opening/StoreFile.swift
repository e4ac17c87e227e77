internal import Foundation
internal import ObjectStore

/// The file of a store, examined without SQLite.
struct StoreFile {
  /// The kind of a file, by its first bytes.
  enum Kind {
    /// There is no file.
    case missing
    /// A database, with a write-ahead log or another journal.
    case database(hasLog: Bool)
    /// Another kind of file.
    case other
  }

  /// The absolute path.
  let path: String
  /// The wait for locks that all connections to the file share.
  let lockWait: LockWait
  /// The hook that is called after each statement of all connections to the file.
  let trace: SQLTrace?

  init(_ path: String, lockWait: LockWait = LockWait(), trace: SQLTrace? = nil) {
    self.lockWait = lockWait
    self.trace = trace
    self.path = URL(fileURLWithPath: path).standardizedFileURL.path
  }

  /// Reads the header.
  func kind() throws(StoreError) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else {
      if errno == ENOENT { return .missing }
      throw .cannotRead(path: path, reason: String(cString: strerror(errno)))
    }
    try refuseSpecialFiles(status)
    let header = try StoreHeader(at: path).bytes
    guard header.starts(with: "SQLite format 3\0".utf8) else { return .other }
    return .database(hasLog: header[18] == 2)
  }

  /// Refuses folders, pipes and devices, also in place of the files that SQLite opens beside the store: it
  /// would wait for a pipe.
  private func refuseSpecialFiles(_ status: stat) throws(StoreError) {
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .cannotRead(path: path, reason: "it is not a regular file")
    }
    var status = status
    for suffix in ["-wal", "-shm", "-journal"] where stat(path + suffix, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .cannotRead(path: path, reason: "\(path + suffix) is not a regular file")
      }
    }
  }

  /// A Boolean value that indicates whether a log or its index is beside the file: another connection has
  /// it open, or its process was killed.
  var isInUse: Bool { size("-wal") != nil || size("-shm") != nil }

  /// Returns the length in bytes of the file with that suffix, or `nil` if there is none.
  func size(_ suffix: String = "") -> Int? {
    var status = stat()
    return stat(path + suffix, &status) == 0 ? Int(status.st_size) : nil
  }
}
  /// A Boolean value that indicates whether a rollback journal is beside the file: another connection writes, or its process
  /// was killed.
  var hasJournal: Bool { size("-journal") ?? 0 > 0 }

