internal import Foundation
internal import ObjectStore

extension SQLiteStore {
  /// Writes the file again without free pages, so that it is as small and as little scattered as possible.
  ///
  /// Readers continue to read; writers wait. Rows keep their keys and versions. Until the write-ahead log is copied,
  /// the new pages are in the log: without other connections, that is done when this method returns. The counterpart
  /// of `NSSQLiteManualVacuumOption` (`NSPersistentStoreCoordinator.h`). This method blocks until it is done.
  ///
  /// - Parameter onProgress: Called on the caller's thread at the beginning and at the end. SQLite reports nothing in
  ///   between.
  /// - Throws: A `StoreError`: `readOnly(path:)`, `locked(path:)`, or `cannotWrite(path:reason:)` if there is less
  ///   free space beside the file than twice its contents, as SQLite needs (sqlite.org/lang_vacuum.html);
  ///   `CancellationError` if the current task is canceled. The store is then unchanged.
  /// - Complexity: O(*n*) in the size of the file.
  public func vacuum(onProgress: (VacuumProgress) -> Void = { _ in }) throws {
    try vacuum(availableSpace: Self.availableSpace, onProgress: onProgress)
  }

  func vacuum(
    availableSpace: (_ folder: String) -> Int?, onProgress: (VacuumProgress) -> Void = { _ in }
  ) throws {
    try refuseIfReadOnly()
    try throwingStoreErrors {
      let connection = try file.connectionForWriting()
      let (before, free) = try (Self.size(connection), Self.freeSize(connection))
      let (needed, available) = (
        2 * (before - free), availableSpace(URL(fileURLWithPath: path).deletingLastPathComponent().path)
      )
      if let available, available < needed {
        throw StoreError.cannotWrite(
          path: path,
          reason: "compacting needs \(needed) bytes beside it, and \(available) are free; remove other files")
      }
      onProgress(.began(path: path, size: before, free: free))
      try connection.interruptible { try connection.execute("VACUUM") }
      // Readers of an older state keep the log; the last connection that closes copies it.
      _ = try connection.checkpoint(.truncate)
      onProgress(.ended(path: path, before: before, after: try Self.size(connection)))
    }
  }

  private static func size(_ connection: Connection) throws -> Int {
    Int(try (connection.integer("PRAGMA page_count") ?? 0) * (connection.integer("PRAGMA page_size") ?? 0))
  }

  private static func freeSize(_ connection: Connection) throws -> Int {
    Int(
      try (connection.integer("PRAGMA freelist_count") ?? 0) * (connection.integer("PRAGMA page_size") ?? 0))
  }

  /// Returns the bytes that this user may still write to the file system of a folder; `nil` if it does not say so.
  private static func availableSpace(_ folder: String) -> Int? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
      .partialValue
  }
}
