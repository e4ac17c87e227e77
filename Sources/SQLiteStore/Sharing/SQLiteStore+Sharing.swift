public import ObjectStore

/// Detection of the commits of other programs.
///
/// `PRAGMA data_version`, which a connection sees change with the commits of all others, indicates whether
/// there is anything to look for. The changed rows are found by comparing versions: O(rows of the store),
/// off the main actor, and only after another program has committed.
extension SQLiteStore: SharedStore {
  /// Creates a reader of external changes with its own connection.
  ///
  /// It keeps a read transaction open until the first commit, and afterwards only while it reads.
  public func makeExternalChangeReader() throws -> any ExternalChangeReader {
    try SQLiteChangeReader(try readingConnection(), layout: layout)
  }
}

extension SQLiteWriter: SharedStoreWriter {}
