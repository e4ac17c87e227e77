internal import ObjectGraph

/// The way to write to the store.
///
/// Commits do not copy the write-ahead log into the file: a ``Checkpointer`` does that on another thread, and
/// the writer finishes only when the log has become much longer.
final class SQLiteWriter: StoreWriter {
  /// The length of the log, in pages, at which the writer itself copies the rest and begins it anew.
  ///
  /// 256 MB: measured from 16 MB on, commits became faster up to here. The log is not cut meanwhile: that held
  /// the writer up for 300 ms where beginning anew took 50.
  private static let restartMark = 64_000

  /// The possible values of a highest key: far beyond any number of rows, and so that no sum of keys overflows.
  static let keys = 0...Int64.max / 2

  private let connection: Connection
  private let checkpointer: Checkpointer
  private let layout: StoreLayout
  private let statements: WriteStatements
  /// What other writers have committed.
  let dataVersion: DataVersion
  private var durability: Durability?
  private var nextCopy = Checkpointer.mark
  private var nextRestart = restartMark
  /// The names of files that no row names any more, but that a reader of an older state may need.
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
    // A log that stays because others are reading is copied by whoever closes the file last.
    _ = try? connection.checkpoint(.truncate)
  }

  func reserveKeys(_ count: Int, entity: Int) throws -> Range<Int64> {
    require(
      !connection.isInTransaction, "reserve keys before a transaction: rolled back, they would be given again"
    )
    let layout = layout[entity]
    // Rows of a join table can have higher keys than were given out: in files of other programs, they number themselves.
    let known = layout.isLink ? "max(Z_MAX, ifnull((SELECT max(rowid) FROM \(layout.table)), 0))" : "Z_MAX"
    // A sum beyond 64 bits would become a real number, and be written.
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

  /// Removes files that are not needed any more, unless somebody reads an older state.
  ///
  /// Copying all of the log into the file is possible only when nobody does, and puts on the medium that the rows
  /// are without them. What cannot be removed now is tried after the next transaction.
  private func removeDroppedFiles() {
    guard !droppedFiles.isEmpty, (try? connection.checkpoint(.full)) ?? false else { return }
    for name in droppedFiles { layout.externalData.remove(name) }
    droppedFiles = []
  }

  /// `synchronous` can be set between transactions only.
  private func set(_ durability: Durability) throws {
    guard durability != self.durability else { return }
    try connection.execute("PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
    self.durability = durability
  }

  /// Keeps the log from growing for ever.
  ///
  /// What was committed is committed: a copy that fails is no failure of the transaction, and is tried again.
  private func tendLog() {
    let pages = connection.logPages
    // The log has begun anew.
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
