internal import Foundation
internal import ObjectStore

/// The steps before a store is open: creating the file, or checking whether it can be used.
///
/// A file is checked before it is opened for writing, so that a refused file is not changed.
struct StoreOpening {
  let file: StoreFile
  let model: ManagedObjectModel
  let options: StoreOptions

  /// Creates or checks the file, migrates it, and returns its metadata and layout, and the connection that prepared it; `nil` if
  /// nothing may be written.
  ///
  /// - Parameter willUpdate: Called before the file is migrated, or gets another version of the application.
  func open(
    _ willUpdate: (PersistentStoreMetadata) throws -> Void
  ) throws -> sending (OpenedFile, Connection?) {
    do { return try openFile(willUpdate) } catch { throw storeError(for: error) }
  }

  private func openFile(
    _ willUpdate: (PersistentStoreMetadata) throws -> Void
  ) throws -> sending (OpenedFile, Connection?) {
    if !options.isReadOnly { StoreDraft.removeAbandoned(of: file.path) }
    if case .missing = try file.kind() {
      guard !options.isReadOnly else { throw StoreError.notFound(path: file.path) }
      try StoreDraft.create(file.path) { draft in
        // Users know the file by its final name.
        do { try create(at: draft) } catch let error as SQLiteError { throw error.renamed(to: file.path) }
      }
    }
    let metadata = try inspect()
    if metadata.isOfOtherLibrary { return (try openAppleFile(metadata), nil) }
    if options.isReadOnly {
      guard !isOutdated(metadata), !hasOtherNumbers(metadata) else {
        throw StoreError.otherModel(
          path: file.path, reason: "open it for writing once to update it")
      }
      return (OpenedFile(metadata: metadata, layout: layout(model, of: metadata)), nil)
    }
    if isOutdated(metadata) || hasOldVersion(metadata) {
      try willUpdate(PersistentStoreMetadata(metadata))
    }
    let connection = try file.connectionForWriting()
    return (try prepare(metadata, on: connection), connection)
  }

  /// Opens a file of Apple's; of its contents, only the version of the application is written.
  private func openAppleFile(_ metadata: StoreMetadata) throws -> OpenedFile {
    let file = try AppleFile(file: file, model: model).layout(hashes: Set(metadata.modelHashes.keys))
    var opened = OpenedFile(
      metadata: metadata,
      layout: layout(file.model, of: metadata, names: file.names, hashes: metadata.modelHashes),
      readOnlyReason: file.readOnlyReason)
    guard !options.isReadOnly, file.readOnlyReason == nil else { return opened }
    let connection = try self.file.connectionForWriting()
    if let application = options.application, metadata.version(of: application) != application.version {
      opened.metadata.set(application)
      try connection.write { try opened.metadata.write(on: connection) }
    }
    // Core Data's own default since OS X 10.9.
    try connection.execute("PRAGMA journal_mode = WAL")
    return opened
  }

  /// Returns the layout of the rows of a file.
  private func layout(
    _ model: ManagedObjectModel, of metadata: StoreMetadata, names: SchemaNames? = nil,
    hashes: [String: Data]? = nil
  ) -> StoreLayout {
    StoreLayout(
      model, externalData: ExternalDataFolder(store: file.path), store: StoreIdentity(metadata.identifier),
      names: names, hashes: hashes)
  }

  private func create(at path: String) throws {
    let connection = try Connection(
      path: path, access: .readWrite, lockWait: file.lockWait, trace: file.trace)
    try connection.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL")
    try connection.write {
      let layout = StoreLayout(model, externalData: ExternalDataFolder(store: file.path))
      let metadata = StoreMetadata(layout: layout, options: options)
      try Schema.create(layout, metadata: metadata, on: connection)
      try HistorySchema(layout: layout.history, connection: connection).update(begins: options.keepsHistory)
    }
    try connection.execute("PRAGMA journal_mode = WAL")
  }

  // MARK: - Looking

  private func inspect() throws -> StoreMetadata {
    let metadata = try file.metadata()
    if let application = options.application, let version = metadata.version(of: application) {
      try file.refuseNewer(version, than: application.version)
    }
    return metadata
  }

  private func isOutdated(_ metadata: StoreMetadata) -> Bool {
    metadata.modelHashes != model.versionHashes
  }

  /// Returns whether the file numbers the entities differently, because their order differs.
  private func hasOtherNumbers(_ metadata: StoreMetadata) -> Bool {
    zip(model.entities, model.numbers).contains { entity, number in
      metadata.numbers[entity.name].map { $0 != number } ?? false
    }
  }

  /// Returns whether join tables are listed among the entities.
  private func listsJoinTables(_ metadata: StoreMetadata) -> Bool {
    model.storedEntities.contains { $0.isLink && metadata.numbers[$0.name] != nil }
  }

  /// Returns whether the file records a different model than this one, even if the layout is the same.
  private func hasOtherDocument(_ metadata: StoreMetadata) -> Bool {
    metadata.document != model.document
  }

  private func hasOldVersion(_ metadata: StoreMetadata) -> Bool {
    guard let application = options.application else { return false }
    return metadata.version(of: application) != application.version
  }

  // MARK: - Updating the schema

  private func prepare(_ metadata: StoreMetadata, on connection: Connection) throws -> OpenedFile {
    var metadata = metadata
    var layout = layout(model, of: metadata)
    if try isOutdated(metadata) || hasOtherNumbers(metadata) || listsJoinTables(metadata)
      || hasOldVersion(metadata) || hasOtherDocument(metadata)
      || !TextIndexSchema(layout, on: connection).isCurrent()
    {
      metadata = try connection.write {
        try connection.interruptible { try update(to: layout, on: connection) }
      }
      // Another process may have replaced the file since it was checked.
      layout = self.layout(model, of: metadata)
    }
    let history = HistorySchema(layout: layout.history, connection: connection)
    if try !history.isCurrent(begins: options.keepsHistory) {
      try connection.write { try history.update(begins: options.keepsHistory) }
    }
    // The mode is kept in the file; a refused file keeps its own journal mode.
    try connection.execute("PRAGMA journal_mode = WAL")
    return OpenedFile(metadata: metadata, layout: layout)
  }

  private func update(to layout: StoreLayout, on connection: Connection) throws -> StoreMetadata {
    // Read again: another process may have migrated the file meanwhile.
    guard var metadata = try StoreMetadata(on: connection) else {
      throw StoreError.notAStore(path: file.path)
    }
    let textIndexes = TextIndexSchema(layout, on: connection)
    var intact = try textIndexes.intact()
    let isOutdated = isOutdated(metadata)
    // `make` creates them again, also those of intact indexes.
    try textIndexes.dropTriggers()
    if isOutdated {
      if let kept = try migrate(&metadata, keeping: intact, on: connection) {
        intact = kept
      } else {
        try SchemaAddition(from: metadata, to: layout, on: connection).run()
      }
    } else if hasOtherNumbers(metadata) || listsJoinTables(metadata) {
      try SchemaAddition(from: metadata, to: layout, on: connection).renumber()
    }
    try textIndexes.make(keeping: intact)
    if isOutdated { try DerivedColumns(layout: layout, connection: connection).fill() }
    metadata.update(layout: layout, options: options)
    try metadata.write(on: connection)
    // New numbers of entities alone do not change the schema: see ``LayoutCheck``.
    try connection.raiseSchemaVersion()
    return metadata
  }
}

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
    let isUnused = hasLog && !isInUse
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
        let connection = try open(.readWrite)
        // The first read creates the log and its index, which the folder must allow.
        _ = try connection.integer("SELECT count(*) FROM sqlite_master")
        guard !connection.isReadOnly else {
          throw StoreError.cannotWrite(path: path, reason: "permission denied")
        }
        return connection
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
        let connection = try open(.readOnly)
        _ = try connection.integer("SELECT count(*) FROM sqlite_master")
        return connection
      } catch let error as SQLiteError
        where (error.isWriteRefusal || error.isFullDisk) && !error.isLackOfDescriptors
      {
        // An immutable connection would ignore the contents of the log.
        guard size("-wal") ?? 0 == 0 else {
          if error.isFullDisk { throw error }
          throw StoreError.cannotRead(path: path, reason: "its log needs a folder that can be written")
        }
        return try open(.immutable)
      }
    }
  }
}
