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
    // Undoes the transaction of a process that died, without which the file cannot be read.
    if !options.isReadOnly, file.hasJournal, case .database = try file.kind() {
      _ = try file.connectionForWriting()
    }
    while true {
      let metadata = try inspect()
      if metadata.isOfOtherLibrary { return (try openAppleFile(metadata, willUpdate), nil) }
      try options.migration.refuseTakenNames(
        from: metadata.modelHashes, document: metadata.document, to: model, path: file.path)
      if options.isReadOnly {
        guard !isOutdated(metadata), !hasOtherNames(metadata) else {
          throw StoreError.otherModel(
            path: file.path, reason: "open it for writing once to update it")
        }
        // An index without its triggers, which opening for writing makes again, may have missed changes.
        let intact = try file.inspect { try TextIndexSchema([], on: $0).intact() }
        return (
          OpenedFile(metadata: metadata, layout: layout(model, of: metadata, searchable: intact)), nil
        )
      }
      if isAnnounced(metadata) { try willUpdate(PersistentStoreMetadata(metadata)) }
      let connection = try file.connectionForWriting()
      if let opened = try prepare(connection, inspected: metadata) { return (opened, connection) }
    }
  }

  /// Opens a file of Apple's; of its contents, only the version of the application is written.
  private func openAppleFile(
    _ metadata: StoreMetadata, _ willUpdate: (PersistentStoreMetadata) throws -> Void
  ) throws -> OpenedFile {
    let file = try AppleFile(file: file, model: model).layout(hashes: Set(metadata.modelHashes.keys))
    var opened = OpenedFile(
      metadata: metadata,
      layout: layout(file.model, of: metadata, names: file.names, hashes: metadata.modelHashes),
      readOnlyReason: file.readOnlyReason)
    guard !options.isReadOnly, file.readOnlyReason == nil else { return opened }
    if hasOldVersion(metadata) { try willUpdate(PersistentStoreMetadata(metadata)) }
    let connection = try self.file.connectionForWriting()
    if let application = options.application, metadata.version(of: application) != application.version {
      opened.metadata = try connection.write {
        // Read again: another process may have changed or replaced the file since it was inspected.
        guard var current = try StoreMetadata(on: connection), current.isOfOtherLibrary,
          current.identifier == metadata.identifier, current.modelHashes == metadata.modelHashes
        else { throw StoreError.changedMeanwhile(path: self.file.path) }
        current.set(application)
        try current.write(on: connection)
        return current
      }
    }
    // Core Data's own default since OS X 10.9.
    try connection.execute("PRAGMA journal_mode = WAL")
    return opened
  }

  /// Returns the layout of the rows of a file.
  private func layout(
    _ model: ManagedObjectModel, of metadata: StoreMetadata, names: SchemaNames? = nil,
    hashes: [String: Data]? = nil, searchable: Set<TextIndex>? = nil
  ) -> StoreLayout {
    StoreLayout(
      model, externalData: ExternalDataFolder(store: file.path), store: StoreIdentity(metadata.identifier),
      names: names, hashes: hashes, searchable: searchable)
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
    try refuseNewerApplication(metadata)
    return metadata
  }

  private func refuseNewerApplication(_ metadata: StoreMetadata) throws(StoreError) {
    if let application = options.application, let version = metadata.version(of: application) {
      try file.refuseNewer(version, than: application.version)
    }
  }

  /// Returns whether the caller is notified before such a file is updated.
  private func isAnnounced(_ metadata: StoreMetadata) -> Bool {
    isOutdated(metadata) || hasOldVersion(metadata)
  }

  private func isOutdated(_ metadata: StoreMetadata) -> Bool {
    metadata.modelHashes != model.versionHashes
  }

  /// Returns whether the file numbers entities or names columns differently, because the order of their descriptions differs.
  private func hasOtherNames(_ metadata: StoreMetadata) -> Bool {
    !metadata.namesFit(layout(model, of: metadata))
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

  /// Updates the file if necessary; returns `nil` if it must be inspected again, and has changed nothing then.
  ///
  /// Another process may have migrated or replaced the file since it was inspected, so that all is read again by the
  /// connection that writes.
  private func prepare(_ connection: Connection, inspected: StoreMetadata) throws -> OpenedFile? {
    var current = try connection.snapshot {
      let metadata = try metadata(on: connection)
      return try isCurrent(metadata, on: connection) ? metadata : nil
    }
    if current == nil {
      current = try writing(on: connection) { external in
        let metadata = try metadata(on: connection)
        if try isCurrent(metadata, on: connection) { return metadata }
        guard !metadata.isOfOtherLibrary, !isAnnounced(metadata) || metadata.isSameState(as: inspected) else {
          return nil
        }
        return try connection.interruptible { try update(metadata, external: external, on: connection) }
      }
    }
    guard let metadata = current else { return nil }
    let layout = layout(model, of: metadata)
    let history = HistorySchema(layout: layout.history, connection: connection)
    if try !history.isCurrent(begins: options.keepsHistory) {
      try connection.write {
        try layout.refuseOther(on: connection)
        try history.update(begins: options.keepsHistory)
      }
    }
    // The mode is kept in the file; a refused file keeps its own journal mode.
    try connection.execute("PRAGMA journal_mode = WAL")
    return OpenedFile(metadata: metadata, layout: layout)
  }

  /// Runs `body` in a transaction with a writer of external data, whose files are removed that are of no use afterwards.
  private func writing<Result>(
    on connection: Connection, _ body: (ExternalDataWriter) throws -> Result
  ) throws -> Result {
    let folder = ExternalDataFolder(store: file.path)
    let external = ExternalDataWriter(folder)
    let result: Result
    do { result = try connection.write { try body(external) } } catch {
      external.discard()
      throw error
    }
    // A reader of an older state may need them; they are orphans then.
    if !external.dropped.isEmpty, (try? connection.checkpoint(.full)) ?? false {
      for name in external.dropped { folder.remove(name) }
    }
    return result
  }

  /// Reads the metadata within a transaction, and refuses those of later versions.
  private func metadata(on connection: Connection) throws -> StoreMetadata {
    guard let metadata = try StoreMetadata(on: connection) else {
      throw StoreError.notAStore(path: file.path)
    }
    try file.refuseNewer(metadata.layoutVersion, than: StoreMetadata.layoutVersion)
    try refuseNewerApplication(metadata)
    return metadata
  }

  /// Returns whether ``update(_:on:)`` has nothing to do.
  private func isCurrent(_ metadata: StoreMetadata, on connection: Connection) throws -> Bool {
    let layout = layout(model, of: metadata)
    return try !isOutdated(metadata) && metadata.namesFit(layout) && !listsJoinTables(metadata)
      && !hasOldVersion(metadata) && !hasOtherDocument(metadata)
      && TextIndexSchema(layout, on: connection).isCurrent()
  }

  private func update(
    _ metadata: StoreMetadata, external: ExternalDataWriter, on connection: Connection
  ) throws -> StoreMetadata {
    var metadata = metadata
    let layout = layout(model, of: metadata)
    let textIndexes = TextIndexSchema(layout, on: connection)
    var intact = try textIndexes.intact()
    let isOutdated = isOutdated(metadata)
    // `make` creates them again, also those of intact indexes.
    try textIndexes.dropTriggers()
    var renamed: Set<String> = []
    if isOutdated {
      if let migrated = try migrate(&metadata, keeping: intact, external: external, on: connection) {
        intact = migrated.intact
        try HistorySchema(layout: layout.history, connection: connection)
          .migrate(changesRows: migrated.changesRows)
      } else {
        renamed = try SchemaAddition(from: metadata, to: layout, on: connection).run()
      }
    } else if !metadata.namesFit(layout) || listsJoinTables(metadata) {
      renamed = try SchemaAddition(from: metadata, to: layout, on: connection).renumber()
    }
    // A column can have the name that the index knows, and other texts.
    try textIndexes.make(keeping: intact.filter { !renamed.contains($0.table) })
    if isOutdated { try DerivedColumns(layout: layout, connection: connection).fill() }
    metadata.update(layout: layout, options: options)
    try metadata.write(on: connection)
    // New numbers of entities alone do not change the schema: see ``LayoutCheck``.
    try connection.raiseSchemaVersion()
    return metadata
  }
}
