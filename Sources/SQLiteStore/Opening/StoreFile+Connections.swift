internal import ObjectStore

extension StoreFile {
  /// Returns the metadata of the file, without writing anything.
  func metadata() throws -> StoreMetadata {
    guard case .database(let hasLog) = try kind() else { throw StoreError.notADatabase(path: path) }
    guard let metadata = try metadata(hasLog: hasLog) else { throw StoreError.notAStore(path: path) }
    try refuseNewer(metadata.layoutVersion, than: StoreMetadata.layoutVersion)
    return metadata
  }

  private func metadata(hasLog: Bool) throws -> StoreMetadata? {
    try inspect(hasLog: hasLog) { try StoreMetadata(on: $0) }
  }

  /// Reads from the file before it is opened, and writes nothing.
  func inspect<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    guard case .database(let hasLog) = try kind() else { throw StoreError.notADatabase(path: path) }
    return try inspect(hasLog: hasLog, body)
  }

  private func inspect<Result>(hasLog: Bool, _ body: (Connection) throws -> Result) throws -> Result {
    // Without a log or index no connection is active, and none of these files must be created. With them,
    // other connections may be active.
    let isUnused = hasLog && !isInUse && !hasJournal
    return try throwingStoreErrors { try body(isUnused ? open(.immutable) : connectionForReading()) }
  }

  func refuseNewer(_ found: Int, than supported: Int) throws(StoreError) {
    guard found > supported else { return }
    throw .newerVersion(path: path, found: found, supported: supported)
  }

  private func open(_ access: Connection.Access) throws(SQLiteError) -> Connection {
    try Connection(path: path, access: access, lockWait: lockWait, trace: trace)
  }

  /// Opens the file for writing.
  func connectionForWriting() throws -> Connection {
    try throwingStoreErrors {
      do {
        while true {
          let connection = try open(.readWrite)
          // The first read creates the log and its index, which the folder must allow.
          _ = try connection.integer("SELECT count(*) FROM sqlite_master")
          guard !connection.isReadOnly else {
            throw StoreError.cannotWrite(path: path, reason: "permission denied")
          }
          // Another process may have replaced the file while the connection waited for its lock.
          if !connection.hasMoved { return connection }
        }
      } catch let error as SQLiteError where error.isWriteRefusal {
        throw StoreError.cannotWrite(path: path, reason: error.refusalReason)
      }
    }
  }

  /// Opens the file for reading while other processes may write it, even if the index of the log cannot be
  /// created, as in a folder that cannot be written or on a full disk.
  func connectionForReading() throws -> Connection {
    try throwingStoreErrors {
      do {
        while true {
          let connection = try open(.readOnly)
          _ = try connection.integer("SELECT count(*) FROM sqlite_master")
          if !connection.hasMoved { return connection }
        }
      } catch let error as SQLiteError
        where (error.isWriteRefusal || error.isFullDisk) && !error.isLackOfDescriptors
      {
        // An immutable connection would read what the transaction has written so far.
        guard !hasJournal else {
          throw StoreError.cannotRead(
            path: path, reason: "a program died while it wrote the file; open it for writing once")
        }
        guard error.isLackOfIndex || error.isFullDisk else { throw error }
        // It would also ignore the contents of the log.
        guard size("-wal") ?? 0 == 0 else {
          if error.isFullDisk { throw error }
          throw StoreError.cannotRead(path: path, reason: "its log needs a folder that can be written")
        }
        return try open(.immutable)
      }
    }
  }
}
