public import ObjectGraph

/// Following what other programs commit to the file.
///
/// Whether there is anything to look for is known from `PRAGMA data_version`, which a connection sees change by the
/// commits of all others. The rows are found by comparing their versions: O(rows of the store), off the main actor, and
/// only after another program has committed.
extension SQLiteStore: SharedStore {
  /// Opens a reader of external changes on a connection of its own.
  ///
  /// It keeps a read transaction open until something is committed for the first time, and otherwise only while it
  /// reads.
  public func makeExternalChangeReader() throws -> any ExternalChangeReader {
    try SQLiteChangeReader(try readingConnection(), layout: layout)
  }
}

extension SQLiteWriter: SharedStoreWriter {
  func otherWritersCommitted() throws -> Bool { try dataVersion.hasChanged() }
}
