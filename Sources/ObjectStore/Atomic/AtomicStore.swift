public import Foundation
public import ObjectModel
internal import Synchronization

/// A store whose rows are in memory and in one file.
///
/// It reads the whole file when it opens, and writes the whole file at the end of each transaction with
/// changes. Use it for documents and settings, not for large data.
///
/// ```swift
/// let store = try AtomicStore(path: "recipes.xml", model: model, format: .xml)
/// ```
///
/// Queries have the same results and cost as in an ``InMemoryStore``. A new file that is complete and on disk
/// replaces the old one, so no reader sees a partial file. A transaction that cannot be written leaves memory
/// and file unchanged. Keys that were reserved but not used are given out again after reopening; those of
/// deleted rows are not.
///
/// One store at a time owns the file. If another store, in this process or another, or a user with an editor
/// has written the file since it was read, saving throws ``StoreError/changedMeanwhile(path:)`` and keeps the
/// other version. The store sends no notification when the file changes: open a new store to see the changes.
///
/// A model with more entities, properties or indexes than the one that wrote the file can open it; the next
/// transaction updates the file. A file that cannot be used is refused with a ``StoreError`` and not changed.
/// ``AttributeDescription/allowsExternalStorage`` has no effect here.
public final class AtomicStore: PersistentStore {
  /// The absolute path of the file, symbolic links resolved.
  public let path: String
  /// The identifier of the store, which never changes.
  public let identifier: UUID
  /// The model by which its rows are laid out.
  public var model: ManagedObjectModel { memory.model }

  private let format: any AtomicStoreFormat
  private let memory: InMemoryStore
  private let file: Mutex<AtomicFile>
  private let metadata: [String: String]
  private let isReadOnly: Bool

  /// Opens the store at `path`, or creates it; the folder must exist.
  ///
  /// - Throws: A ``StoreError``, or the error of the format if it cannot encode an empty store.
  /// - Complexity: O(*n*) in the size of the file.
  public init(
    path: String, model: ManagedObjectModel, format: any AtomicStoreFormat,
    options: StoreOptions = StoreOptions()
  ) throws {
    let path = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    var (file, data) = try Self.open(path, model: model, format: format, options: options)
    let contents = try Self.contents(of: data, path: path, format: format)
    try contents.refuseNewer(options.application, path: path)
    let metadata = contents.metadata(for: options.application, model)
    let (rows, isMigrated) = try contents.rows(for: model, migration: options.migration, path: path)
    if isMigrated {
      guard !options.isReadOnly else {
        throw StoreError.otherModel(path: path, reason: "open it for writing once to migrate it")
      }
      let migrated = try AtomicStoreContents(
        rows, identifier: contents.identifier, metadata: metadata, path: path)
      try file.replace(with: try format.encode(migrated), .full)
    }
    self.path = path
    self.format = format
    self.file = Mutex(file)
    self.metadata = metadata
    identifier = contents.identifier
    memory = InMemoryStore(rows)
    isReadOnly = options.isReadOnly
  }

  private static func open(
    _ path: String, model: ManagedObjectModel, format: any AtomicStoreFormat, options: StoreOptions
  ) throws -> (file: AtomicFile, data: Data) {
    if let opened = try AtomicFile.open(path) { return opened }
    guard !options.isReadOnly else { throw StoreError.notFound(path: path) }
    let empty = AtomicStoreContents(identifier: options.identifier ?? UUID())
    let contents = try AtomicStoreContents(
      InMemoryRows(model: model, store: .unbound), identifier: empty.identifier,
      metadata: empty.metadata(for: options.application, model),
      path: path)
    try AtomicFile.create(path, data: try format.encode(contents))
    guard let opened = try AtomicFile.open(path) else { throw StoreError.notFound(path: path) }
    return opened
  }

  static func contents(
    of data: Data, path: String, format: any AtomicStoreFormat
  ) throws(StoreError) -> AtomicStoreContents {
    do {
      return try format.decode(data)
    } catch {
      switch error {
      case .otherFormat: throw .notAStore(path: path)
      case .newerVersion(let found, let supported):
        throw .newerVersion(path: path, found: found, supported: supported)
      case .damaged(let reason): throw .damaged(path: path, reason: reason)
      }
    }
  }

  /// Opens another way in for reading; throws nothing.
  public func makeReader() -> any StoreReader { memory.makeReader() }

  /// Opens the way in for writing; throws when the store was opened for reading only.
  public func makeWriter() throws -> any StoreWriter {
    guard !isReadOnly else { throw StoreError.readOnly(path: path) }
    return InMemoryWriter(store: memory) { try self.save($0, $1) }
  }

  private func save(_ rows: InMemoryRows, _ durability: Durability) throws {
    let contents = try AtomicStoreContents(rows, identifier: identifier, metadata: metadata, path: path)
    let data = try format.encode(contents)
    try file.withLock { try $0.replace(with: data, durability) }
  }
}

extension AtomicStoreContents {
  /// Returns the metadata of the store from now on.
  fileprivate func metadata(
    for application: StoreOptions.Application?, _ model: ManagedObjectModel
  ) -> [String: String] {
    var metadata = metadata
    metadata[Self.modelKey] = model.document
    if let application { metadata[application.versionKey] = String(application.version) }
    return metadata
  }

  fileprivate func refuseNewer(_ application: StoreOptions.Application?, path: String) throws(StoreError) {
    guard let application, let text = metadata[application.versionKey], let found = Int(text),
      found > application.version
    else { return }
    throw .newerVersion(path: path, found: found, supported: application.version)
  }
}
