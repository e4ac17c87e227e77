public import ObjectStore

/// Detection of the commits of other programs.
///
/// `PRAGMA data_version`, which a connection sees change with the commits of all others, indicates whether
/// there is anything to look for. If the file keeps a history, the changed rows are read from it: O(changed rows).
/// Otherwise, they are found by comparing versions: O(rows of the store), off the main actor, and only after another
/// program has committed.
extension SQLiteStore: SharedStore {
  /// Creates a reader of external changes with its own connection.
  ///
  /// Without a history, it keeps a read transaction open until the first commit, and afterwards only while it reads.
  public func makeExternalChangeReader(for detector: any CommitDetector) throws
    -> sending any ExternalChangeReader
  {
    do {
      let connection = try readingConnection()
      return try SQLiteHistoryReader(connection, layout: layout, logs: readingLogs)
        ?? SQLiteChangeReader(connection, layout: layout, logs: readingLogs)
    } catch {
      throw storeError(for: error)
    }
  }

  /// Opens a detector of commits with its own connection, which cannot write.
  public func makeCommitDetector() throws -> (any CommitDetector)? { try DataVersion(readingConnection()) }
}

extension DataVersion: CommitDetector {
  func otherWritersCommitted() throws -> Bool { try throwingStoreErrors { try hasChanged() } }
}

extension SQLiteWriter: SharedStoreWriter {}
