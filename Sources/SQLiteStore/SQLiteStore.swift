public import Foundation
public import ObjectStore
internal import Synchronization

/// A store in an SQLite file, with the layout of a Core Data store.
///
/// Any number of readers and processes may have it open. Each reader and writer has its own connection, which
/// closes with it; the one that prepared the file belongs to the first of them.
///
/// Values of attributes with `AttributeDescription.allowsExternalStorage` that are longer than 100 KB are
/// stored in separate files in `.NAME_SUPPORT/_EXTERNAL_DATA` beside the store, for a store NAME.sqlite. To
/// copy or move the store, copy or move that folder too. A file is synchronized to the disk before the
/// transaction that needs it is committed. A file that is no longer needed is deleted after the commit, as
/// soon as no reader sees an older state: immediately, after a later transaction, or when the writer is
/// closed. Files of a transaction that was rolled back are deleted. Files of a process that died remain;
/// ``check()`` finds them and ``removeOrphanedFiles()`` removes them. Predicates and orders compare the
/// data, and read the files for it. A missing file causes an ``ExternalDataError``.
public final class SQLiteStore: PersistentStore {
  /// The absolute path of the file.
  public let path: String
  /// The identifier of the store (`Z_UUID`), which never changes.
  public let identifier: UUID
  /// The model that determines the layout of the rows.
  public var model: ManagedObjectModel { layout.model }

  let layout: StoreLayout
  let file: StoreFile
  let isReadOnly: Bool
  /// The reason why the file can only be read, as the end of a sentence; `nil` if it can be written.
  ///
  /// Files of Apple's Core Data can have a persistent history or triggers that only the framework maintains. Such a
  /// file is read, and each save throws `StoreError.cannotWrite(path:reason:)` with this reason.
  public let readOnlyReason: String?
  /// The logs of those who observe what readers of this store return.
  let readingLogs = ReadingLogs()
  private let pragmas: SQLitePragmas
  /// The connection that prepared the file, until a reader or writer takes it: opening another one reads the schema again.
  private let prepared: Mutex<Connection?>
  /// The name of the application that opened the store.
  private let application: String?

  /// Opens the store at `path`, or creates it; the folder must exist.
  ///
  /// A store that was written with fewer entities, properties or indexes is migrated in one transaction. A
  /// file that cannot be used is refused and left untouched.
  ///
  /// A file of Apple's Core Data is opened if it has the tables of the model, and is never migrated. The model of the
  /// store is then numbered as the file numbers its entities. See ``readOnlyReason``.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - model: The model of the rows.
  ///   - options: The settings for opening and creating the file.
  ///   - locking: The way to wait for other programs that write to the file, and its timeout.
  ///   - pragmas: The settings of the connections of readers and of the writer.
  ///   - trace: A hook that is called after each statement; `nil` for none, which costs nothing.
  ///   - willUpdate: Called with the metadata of an existing file before it is migrated, or gets another version of the
  ///     application: the moment to copy it. With an error, the file stays as it is.
  /// - Throws: A `StoreError` if the file cannot be used; errors of `willUpdate`.
  public init(
    path: String, model: ManagedObjectModel, options: StoreOptions = StoreOptions(),
    locking: LockPolicy = LockPolicy(), pragmas: SQLitePragmas = SQLitePragmas(), trace: SQLTrace? = nil,
    willUpdate: (PersistentStoreMetadata) throws -> Void = { _ in }
  ) throws {
    self.pragmas = pragmas
    file = StoreFile(path, lockWait: LockWait(locking), trace: trace)
    self.path = file.path
    application = options.application?.name
    let (opened, connection) = try StoreOpening(file: file, model: model, options: options).open(willUpdate)
    prepared = Mutex(connection)
    isReadOnly = options.isReadOnly || opened.readOnlyReason != nil
    readOnlyReason = opened.readOnlyReason
    identifier = opened.metadata.identifier
    layout = opened.layout
  }

  /// Creates a reader with its own connection.
  public func makeReader() throws -> any StoreReader {
    SQLiteReader(try readingConnection(), layout: layout, logs: readingLogs)
  }

  /// Creates the writer, with a second connection that checkpoints the write-ahead log.
  public func makeWriter() throws -> any StoreWriter {
    try refuseIfReadOnly()
    return try throwingStoreErrors {
      let connection = try connectionForWriting()
      // Large enough for the inner pages of all indexes of a large store: 64 MB.
      try connection.execute("PRAGMA cache_size = -65536")
      try connection.execute(pragmas.sql)
      return try SQLiteWriter(
        connection, checkpointer: Checkpointer(file), layout: layout, application: application)
    }
  }

  /// Returns the connection that prepared the file, or another one.
  private func connectionForWriting() throws -> Connection {
    try prepared.withLock { connection in
      defer { connection = nil }
      return connection
    } ?? file.connectionForWriting()
  }

  /// Throws if the store must not be written, with the reason.
  func refuseIfReadOnly() throws(StoreError) {
    if let readOnlyReason { throw .cannotWrite(path: path, reason: readOnlyReason) }
    if isReadOnly { throw .readOnly(path: path) }
  }

  /// Returns a connection that cannot write.
  func readingConnection() throws -> Connection {
    try throwingStoreErrors {
      // Opened for writing, because the last connection that closes the file checkpoints the log.
      let connection = try isReadOnly ? file.connectionForReading() : connectionForWriting()
      if !isReadOnly { try connection.execute("PRAGMA query_only = 1; PRAGMA cache_size = -8192") }
      try connection.execute(pragmas.sql)
      return connection
    }
  }
}
