public import Foundation
public import ObjectGraph

/// A store in an SQLite file, laid out like a store of Core Data.
///
/// Any number of readers and processes may have it open. Nothing is held between calls: readers and writers have
/// connections of their own, which close with them.
///
/// Values of attributes with `AttributeDescription.allowsExternalStorage` that are longer than 100 KB are in
/// files of their own in `.NAME_SUPPORT/_EXTERNAL_DATA` beside the file, for a store NAME.sqlite; who copies or
/// moves the store takes that folder along. A file is on the medium before the transaction that needs it is
/// committed. One that is no longer needed goes after the commit, as soon as no reader sees an older state: then,
/// or after a later transaction, or when the writer is closed. Files of a transaction that was rolled back are
/// gone; those of a process that died stay, are found by ``check()`` and removed by ``removeOrphanedFiles()``.
/// Predicates and orders go by the data, and read the files for it. A file that is missing is an
/// ``ExternalDataError``.
public final class SQLiteStore: PersistentStore {
  /// The absolute path of the file.
  public let path: String
  /// What the store calls itself (`Z_UUID`), the same for its whole life.
  public let identifier: UUID
  /// The model by which its rows are laid out.
  public var model: ObjectModel { layout.model }

  let layout: StoreLayout
  let file: StoreFile
  let isReadOnly: Bool

  /// Opens the store at `path`, or makes it; the folder must be there.
  ///
  /// A store that was written with less of the model, in entities, properties or indexes, is brought up to date
  /// in one transaction. Whatever cannot be used is refused with a `StoreError` and left untouched.
  ///
  /// - Parameter locking: The way to wait for other programs that write to the file.
  public init(
    path: String, model: ObjectModel, options: StoreOptions = StoreOptions(),
    locking: LockPolicy = LockPolicy()
  ) throws {
    file = StoreFile(path, lockWait: LockWait(locking))
    self.path = file.path
    isReadOnly = options.isReadOnly
    identifier = try StoreOpening(file: file, model: model, options: options).open().identifier
    layout = StoreLayout(
      model, externalData: ExternalDataFolder(store: file.path), store: StoreIdentity(identifier))
  }

  /// Opens another way in for reading, on a connection of its own.
  public func makeReader() throws -> any StoreReader { SQLiteReader(try readingConnection(), layout: layout) }

  /// Opens the way in for writing, with a second connection that looks after the log.
  public func makeWriter() throws -> any StoreWriter {
    guard !isReadOnly else { throw StoreError.readOnly(path: path) }
    return try throwingStoreErrors {
      let connection = try file.connectionForWriting()
      // Inner pages of all indexes of a large store fit: 64 MB.
      try connection.execute("PRAGMA cache_size = -65536")
      return try SQLiteWriter(
        connection, checkpointer: Checkpointer(try file.connectionForWriting()), layout: layout)
    }
  }

  /// A connection that cannot write.
  func readingConnection() throws -> Connection {
    if isReadOnly { return try file.connectionForReading() }
    // Opened for writing, for the last one to close the file tidies up the log.
    return try throwingStoreErrors {
      let connection = try file.connectionForWriting()
      try connection.execute("PRAGMA query_only = 1; PRAGMA cache_size = -32768")
      return connection
    }
  }
}
