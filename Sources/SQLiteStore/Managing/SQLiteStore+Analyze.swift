internal import ObjectStore

extension SQLiteStore {
  /// Gathers statistics about the contents of all indexes, by which SQLite chooses between them.
  ///
  /// Call it after a large import, or when queries with several conditions have become slow. The statistics stay in the
  /// file, are not updated by saves, and are used by connections that are opened afterwards. Readers continue to read;
  /// writers wait. The counterpart of `NSSQLiteAnalyzeOption` (`NSPersistentStoreCoordinator.h`). This method blocks until
  /// it is done.
  ///
  /// - Throws: A `StoreError`: `readOnly(path:)`, `locked(path:)`, or `cannotWrite(path:reason:)`; `CancellationError` if
  ///   the current task is canceled. The store is then unchanged.
  /// - Complexity: O(*n*) in the size of the indexes.
  public func analyze() throws {
    try refuseIfReadOnly()
    try throwingStoreErrors {
      let connection = try file.connectionForWriting()
      try connection.write { try connection.interruptible { try connection.execute("ANALYZE") } }
    }
  }
}
