internal import ObjectStore

/// The writer of the store.
///
/// The contents of full-text indexes follow its commits: see ``TextIndexer``.
final class SQLiteWriter: StoreWriter {
  private let writing: WriterConnection
  private let indexer: TextIndexer?
  let layout: StoreLayout
  private let statements: WriteStatements
  private let dataVersion: DataVersion
  private let application: String?
  private let layoutCheck: LayoutCheck
  /// The recorder of the history, if the file keeps one in the state of ``historyVersion``.
  private var history: HistoryRecorder?
  /// The version of the file's schema at the last transaction.
  private var historyVersion: Int64?
  /// The names of files that no row refers to, but that a reader of an older state may need.
  private var droppedFiles: [String] = []
  private var isInTransaction = false

  init(
    _ connection: Connection, checkpointer: Checkpointer, layout: StoreLayout, application: String? = nil
  ) throws {
    self.application = application
    dataVersion = try DataVersion(connection)
    self.layout = layout
    layoutCheck = LayoutCheck(layout)
    statements = WriteStatements(connection, layout: layout)
    writing = WriterConnection(connection, checkpointer: checkpointer)
    indexer = TextIndexer(writing, indexes: layout.textIndexes)
    indexer?.request()
  }

  deinit {
    indexer?.stop()
    writing.use { removeDroppedFiles($0) }
    writing.close()
  }

  /// Updates the full-text indexes to everything that is committed, and waits until that is done.
  func finishIndexing() throws { try indexer?.finish() }

  /// Returns whether the full-text indexes have taken several transactions since the last call.
  func committedOwnWork() -> Bool { indexer?.removeLongWork() ?? false }

  /// Returns whether another connection has committed since the last call, or since this value was created.
  func otherWritersCommitted() throws -> Bool {
    try writing.use { _ in try throwingStoreErrors { try dataVersion.hasChanged() } }
  }

  func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    try reserving { try $0.takeKeys(count, layout[entity]) }
  }

  func reserveKeys(_ counts: [EntityNumber: Int]) throws -> [EntityNumber: Range<Int64>] {
    try reserving { connection in
      var ranges: [EntityNumber: Range<Int64>] = [:]
      for (entity, count) in counts { ranges[entity] = try connection.takeKeys(count, layout[entity]) }
      return ranges
    }
  }

  private func reserving<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    require(
      !isInTransaction, "reserve keys before a transaction: rolled back, they would be given again")
    return try writing.commit { connection in
      try throwingStoreErrors {
        try connection.set(.normal)
        return try connection.write {
          try layoutCheck.run(on: connection)
          return try body(connection)
        }
      }
    }
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    var transaction: SQLiteTransaction?
    let result: Result
    do {
      result = try change(durability) { connection in
        let begun = SQLiteTransaction(
          connection, layout: layout, statements: statements, history: history)
        transaction = begun
        return try begun.run(body)
      }
    } catch {
      // The commit itself can fail as well.
      transaction?.external.discard()
      throw error
    }
    droppedFiles += transaction?.droppedFiles ?? []
    if !droppedFiles.isEmpty { writing.use { removeDroppedFiles($0) } }
    return result
  }

  /// Runs `body` in a transaction of the file.
  func change<Result>(
    _ durability: Durability = .normal, _ body: (Connection) throws -> Result
  ) throws -> Result {
    require(!isInTransaction, "transactions do not nest")
    isInTransaction = true
    defer {
      isInTransaction = false
      indexer?.request()
    }
    return try writing.commit { connection in
      try throwingStoreErrors {
        try connection.set(durability)
        return try connection.write {
          try followSchema(connection)
          return try body(connection)
        }
      }
    }
  }

  /// Follows what other programs have done to the schema since the last transaction, within a transaction.
  ///
  /// They may have begun a history, or started it again. A file that they migrated must not be written.
  private func followSchema(_ connection: Connection) throws {
    let version = try layoutCheck.run(on: connection)
    guard version != historyVersion else { return }
    history = try HistoryRecorder(connection, layout: layout, application: application)
    historyVersion = version
  }

  /// Deletes files that are not needed any more, unless a reader sees an older state.
  ///
  /// A full checkpoint succeeds only if no reader does. It also ensures that the rows without the files are
  /// on the disk. Files that cannot be deleted now are retried after the next transaction.
  private func removeDroppedFiles(_ connection: Connection) {
    guard !droppedFiles.isEmpty, (try? connection.checkpoint(.full)) ?? false else { return }
    for name in droppedFiles { layout.externalData.remove(name) }
    droppedFiles = []
  }
}
