public import ObjectStore

extension SQLiteStore {
  /// Returns the metadata of the store at `path`, without opening the store.
  ///
  /// Nothing is written. Other programs may use the store meanwhile.
  ///
  /// - Throws: A `StoreError` if the file is missing, or no store that this library reads.
  public static func metadata(at path: String) throws -> PersistentStoreMetadata {
    PersistentStoreMetadata(try StoreFile(path).existingMetadata())
  }

  /// Changes the application's own metadata of the store at `path` in one transaction, without opening the store.
  ///
  /// Other programs may use the store meanwhile. Values of other types than text stay, unless `body` sets their key.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - body: Changes `PersistentStoreMetadata.values`.
  /// - Throws: A `StoreError`, also if a key belongs to the store; errors of `body`. The file is then unchanged.
  public static func updateMetadata(
    at path: String, _ body: (inout [String: String]) throws -> Void
  ) throws {
    let file = StoreFile(path)
    // A file that is no store of this library must not be opened for writing.
    _ = try file.existingMetadata()
    let connection = try file.connectionForWriting()
    try throwingStoreErrors {
      try connection.write {
        guard var metadata = try StoreMetadata(on: connection) else {
          throw StoreError.notAStore(path: file.path)
        }
        metadata.ownTexts = try PersistentStoreMetadata.edited(metadata.ownTexts, path: file.path, body)
        try metadata.write(on: connection)
      }
    }
  }
}

extension StoreFile {
  /// Returns the metadata of a file that must exist, without writing anything.
  func existingMetadata() throws -> StoreMetadata {
    if case .missing = try kind() { throw StoreError.notFound(path: path) }
    return try metadata()
  }
}

extension PersistentStoreMetadata {
  /// The metadata of a file without what only the store has to do with.
  init(_ metadata: StoreMetadata) {
    self.init(
      identifier: metadata.identifier, versionHashes: metadata.modelHashes,
      applicationVersions: metadata.applicationVersions, modelDocument: metadata.document,
      values: metadata.ownTexts)
  }
}
