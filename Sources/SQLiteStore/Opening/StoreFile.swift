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

  /// The suffixes of the files that SQLite has beside a file.
  static let companions = ["-journal", "-wal", "-shm"]

  /// The absolute path, without symbolic links: SQLite and external data use the files beside that file.
  let path: String
  /// The wait for locks that all connections to the file share.
  let lockWait: LockWait
  /// The hook that is called after each statement of all connections to the file.
  let trace: SQLTrace?

  init(_ path: String, lockWait: LockWait = LockWait(), trace: SQLTrace? = nil) {
    self.lockWait = lockWait
    self.trace = trace
    let url = URL(fileURLWithPath: path).standardizedFileURL
    self.path = Self.resolvedFile(url.path) ?? Self.resolvedFolder(of: url) ?? url.path
  }

  /// Returns the path of a regular file that exists, without symbolic links; others are refused under the given path.
  private static func resolvedFile(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return resolved(path)
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the path of a file that does not exist yet, without symbolic links to its folder.
  private static func resolvedFolder(of new: URL) -> String? {
    resolved(new.deletingLastPathComponent().path).map {
      URL(fileURLWithPath: $0).appending(path: new.lastPathComponent).path
    }
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
    guard header.starts(with: StoreHeader.beginning) else { return .other }
    return .database(hasLog: header[18] == 2)
  }

  /// Returns a Boolean value that indicates whether the file has no contents, zeros in place of its header, or only a part of it, as
  /// the failure of a disk or of the power can leave them.
  func isBlank() throws(StoreError) -> Bool { try StoreHeader(at: path).isBlank }

  /// Refuses folders, pipes and devices, also in place of the files that SQLite opens beside the store: it
  /// would wait for a pipe.
  private func refuseSpecialFiles(_ status: stat) throws(StoreError) {
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .cannotRead(path: path, reason: "it is not a regular file")
    }
    var status = status
    for suffix in Self.companions where stat(path + suffix, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw .cannotRead(path: path, reason: "\(path + suffix) is not a regular file")
      }
    }
  }

  /// A Boolean value that indicates whether a log or its index is beside the file: another connection has
  /// it open, or its process was killed.
  var isInUse: Bool { size("-wal") != nil || size("-shm") != nil }

  /// A Boolean value that indicates whether a rollback journal is beside the file: another connection writes, or its process
  /// was killed.
  var hasJournal: Bool { size("-journal") ?? 0 > 0 }

  /// A Boolean value that indicates whether there is a regular file at the path.
  var isRegular: Bool { Self.resolvedFile(path) != nil }

  /// Returns the length in bytes of the file with that suffix, or `nil` if there is none.
  func size(_ suffix: String = "") -> Int? {
    var status = stat()
    return stat(path + suffix, &status) == 0 ? Int(status.st_size) : nil
  }
}
