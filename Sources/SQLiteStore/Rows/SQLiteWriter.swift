internal import ObjectStore

/// The writer of the store.
///
/// Commits do not checkpoint the write-ahead log: a ``Checkpointer`` does that on another thread. The
/// writer itself completes the checkpoint only if the log has become much longer.
final class SQLiteWriter: StoreWriter {
  /// The length of the log, in pages, at which the writer itself copies the rest and restarts the log.
  ///
  /// 256 MB: measured from 16 MB on, commits became faster up to this size. The log is not truncated: that
  /// blocked the writer for 300 ms, where a restart took 50 ms.
  private static let restartMark = 64_000

  /// The valid values of a highest key: far beyond any number of rows, and small enough that sums of keys
  /// cannot overflow.
  static let keys = 0...Int64.max / 2

  private let connection: Connection
  private let checkpointer: Checkpointer
  private let layout: StoreLayout
  private let statements: WriteStatements
  /// Detects commits of other writers.
  let dataVersion: DataVersion
  private var durability: Durability?
  private var nextCopy = Checkpointer.mark
  private var nextRestart = restartMark
  /// The names of files that no row refers to, but that a reader of an older state may need.
  private var droppedFiles: [String] = []

  init(_ connection: Connection, checkpointer: Checkpointer, layout: StoreLayout) throws {
    dataVersion = try DataVersion(connection)
    self.connection = connection
    self.checkpointer = checkpointer
    self.layout = layout
    statements = WriteStatements(connection, layout: layout)
    connection.keepLog()
  }

  deinit {
    checkpointer.finish()
    removeDroppedFiles()
    // If readers keep the log in use, the last connection that closes the file copies it.
    _ = try? connection.checkpoint(.truncate)
  }

  func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    require(
      !connection.isInTransaction, "reserve keys before a transaction: rolled back, they would be given again"
    )
    let layout = layout[entity]
    // Rows of a join table can have higher keys than were assigned: in files of other programs, SQLite
    // numbers them.
    let known = layout.isLink ? "max(Z_MAX, ifnull((SELECT max(rowid) FROM \(layout.table)), 0))" : "Z_MAX"
    // A sum beyond 64 bits would be stored as a real number.
    let sql = """
      UPDATE Z_PRIMARYKEY SET Z_MAX = \(known) + ?1 \
      WHERE Z_ENT = ?2 AND typeof(Z_MAX) = 'integer' AND \(known) BETWEEN 0 AND ?3 - ?1 RETURNING Z_MAX
      """
    let highest = try throwingStoreErrors {
      try set(.normal)
      return try connection.integer(
        sql, [.integer(Int64(count)), .integer(layout.keyNumber), .integer(Self.keys.upperBound)])
    }
    guard let highest else {
      let name = layout.entity.name
      throw StoreError.damaged(
        path: connection.path, reason: "Z_PRIMARYKEY has no usable highest key for \(name)")
    }
    return highest - Int64(count) + 1..<highest + 1
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result {
    let (result, dropped) = try throwingStoreErrors {
      try set(durability)
      return try connection.write {
        let transaction = SQLiteTransaction(connection, layout: layout, statements: statements)
        return (try transaction.run(body), transaction.droppedFiles)
      }
    }
    droppedFiles += dropped
    removeDroppedFiles()
    tendLog()
    return result
  }

  /// Deletes files that are not needed any more, unless a reader sees an older state.
  ///
  /// A full checkpoint succeeds only if no reader does. It also ensures that the rows without the files are
  /// on the disk. Files that cannot be deleted now are retried after the next transaction.
  private func removeDroppedFiles() {
    guard !droppedFiles.isEmpty, (try? connection.checkpoint(.full)) ?? false else { return }
    for name in droppedFiles { layout.externalData.remove(name) }
    droppedFiles = []
  }

  /// Sets `synchronous`, which is possible only between transactions.
  private func set(_ durability: Durability) throws {
    guard durability != self.durability else { return }
    try connection.execute("PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
    self.durability = durability
  }

  /// Limits the growth of the log.
  ///
  /// The transaction is already committed: a failed copy is not an error of the transaction, and is
  /// retried.
  private func tendLog() {
    let pages = connection.logPages
    // The log was restarted.
    if pages < nextCopy - Checkpointer.mark { nextCopy = Checkpointer.mark }
    if pages >= nextRestart {
      let isDone = (try? connection.checkpoint(.restart)) ?? false
      nextRestart = isDone ? Self.restartMark : pages + Checkpointer.mark
    } else if pages >= nextCopy {
      checkpointer.copy()
      nextCopy = pages + Checkpointer.mark
    }
  }
}
