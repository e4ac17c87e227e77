internal import CSQLite
internal import Foundation
internal import ObjectStore

/// Runs `body` and rethrows errors of SQLite that concern the file or the machine as `StoreError`.
///
/// Every access to the store uses it, or ``storeError(for:)``.
func throwingStoreErrors<Result>(_ body: () throws -> Result) throws -> Result {
  do { return try body() } catch { throw storeError(for: error) }
}

/// Returns an error of SQLite that concerns the file or the machine as a `StoreError`, and other errors as they are.
///
/// This is the only place that maps result codes to errors for users of a store.
func storeError(for error: any Error) -> any Error { (error as? SQLiteError)?.storeError ?? error }

extension SQLiteError {
  /// The error as one of the file or the machine, or `nil` for one of the statement itself.
  var storeError: StoreError? {
    switch primaryCode {
    case SQLITE_BUSY, SQLITE_LOCKED: .locked(path: path)
    case SQLITE_FULL: .diskFull(path: path)
    case SQLITE_NOTADB: .notADatabase(path: path)
    case SQLITE_CORRUPT: .damaged(path: path, reason: "its pages do not fit together")
    case SQLITE_IOERR: inputOutputError
    case SQLITE_CANTOPEN: .cannotRead(path: path, reason: refusalReason)
    case SQLITE_READONLY, SQLITE_PERM: .cannotWrite(path: path, reason: refusalReason)
    case SQLITE_ERROR: missingPart.map { .damaged(path: path, reason: "\($0) is missing") }
    case SQLITE_CONSTRAINT where code == csqlite_constraint_trigger:
      .cannotWrite(path: path, reason: "a trigger in the file refuses it (\(message))")
    default: nil
    }
  }

  /// The reason why a file cannot be opened or written, for ``isWriteRefusal``.
  var refusalReason: String {
    switch primaryCode {
    case SQLITE_READONLY: "the file or its folder is read-only"
    case SQLITE_PERM: "permission denied"
    default: systemReason ?? "it cannot be opened"
    }
  }

  /// A Boolean value that indicates whether the disk, or the user's part of it, is full.
  var isFullDisk: Bool {
    primaryCode == SQLITE_FULL || systemError == ENOSPC || systemError == EDQUOT
  }

  /// A Boolean value that indicates whether the process has no file descriptor left.
  var isLackOfDescriptors: Bool { systemError == EMFILE || systemError == ENFILE }

  /// The cause that the system reports; SQLite's own message does not contain it.
  private var systemReason: String? {
    switch systemError {
    case 0: nil
    case EFBIG: "it would exceed the file size limit of this process (ulimit -f)"
    case EMFILE, ENFILE: "too many files are open (ulimit -n)"
    case ENOSPC, EDQUOT: "the disk is full"
    default: String(cString: strerror(systemError))
    }
  }

  private var inputOutputError: StoreError {
    if isFullDisk { return .diskFull(path: path) }
    let reason = systemReason ?? Self.unknownInputOutputReason
    return [csqlite_ioerr_read, csqlite_ioerr_short_read, csqlite_ioerr_fstat].contains(code)
      ? .cannotRead(path: path, reason: reason) : .cannotWrite(path: path, reason: reason)
  }

  /// SQLite often overwrites the error number of a failed write before it can be read.
  private static var unknownInputOutputReason: String {
    var limit = rlimit()
    let isLimited =
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 && limit.rlim_cur != rlim_t.max
    guard isLimited else { return "the disk reports an error" }
    return "the file size limit of this process (ulimit -f) is reached, or the disk reports an error"
  }

  /// The table or column that a statement names and the file lacks: SQLite has no separate code for that.
  private var missingPart: String? {
    for (prefix, kind) in [("no such table: ", "the table"), ("no such column: ", "the column")]
    where message.hasPrefix(prefix) {
      return "\(kind) \(message.dropFirst(prefix.count))"
    }
    return nil
  }
}
