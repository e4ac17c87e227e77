internal import Foundation

extension AtomicStore {
  /// Returns the metadata of the store at `path`, without opening the store.
  ///
  /// - Throws: A ``StoreError`` if the file is missing, or no store of this format.
  /// - Complexity: O(*n*) in the size of the file, which is read as a whole.
  public static func metadata(
    at path: String, format: any AtomicStoreFormat
  ) throws -> PersistentStoreMetadata {
    try contents(at: path, format: format).contents.storeMetadata
  }

  /// Changes the application's own metadata of the store at `path`, without opening the store.
  ///
  /// A store that is open meanwhile throws ``StoreError/changedMeanwhile(path:)`` when it saves.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The format of the file.
  ///   - body: Changes ``PersistentStoreMetadata/values``.
  /// - Throws: A ``StoreError``, also if a key belongs to the store; errors of `body`. The file is then unchanged.
  /// - Complexity: O(*n*) in the size of the file.
  public static func updateMetadata(
    at path: String, format: any AtomicStoreFormat, _ body: (inout [String: String]) throws -> Void
  ) throws {
    var (file, contents) = try contents(at: path, format: format)
    let values = try PersistentStoreMetadata.edited(contents.ownValues, path: file.path, body)
    guard values != contents.ownValues else { return }
    contents.metadata = contents.metadata.filter { PersistentStoreMetadata.isReserved($0.key) }
      .merging(values) { reserved, _ in reserved }
    try file.replace(with: try format.encode(contents), .full)
  }

  /// Removes the file of the store at `path`.
  ///
  /// Release stores that are open before: they keep their rows in memory, and no lock shows that they exist. A damaged
  /// file, and one of a later version of the format, is removed as well.
  ///
  /// - Throws: A ``StoreError`` if the file is missing, or no store of this format. The file is then untouched.
  public static func destroy(at path: String, format: any AtomicStoreFormat) throws {
    let file = try fileOfStore(at: path, format: format)
    guard unlink(file.path) == 0 else {
      throw StoreError.cannotWrite(path: file.path, reason: "\(SystemError.last)")
    }
  }

  /// Replaces the store at `path` by a copy of the store at `source`, or creates it.
  ///
  /// The copy is complete and on disk before it takes the name. It has the identifier of the source. A store that is
  /// open at `path` throws ``StoreError/changedMeanwhile(path:)`` when it saves. A damaged file, and one of a later version
  /// of the format, is replaced as well, as by a backup.
  ///
  /// - Parameters:
  ///   - path: The path of the store that is replaced.
  ///   - source: The path of the store that is copied.
  ///   - format: The format of both files.
  /// - Throws: A ``StoreError`` if the source is no store of this format, or if something else is at `path`. The file
  ///   at `path` is then untouched.
  public static func replace(at path: String, with source: String, format: any AtomicStoreFormat) throws {
    let (_, copied) = try contents(at: source, format: format)
    let data = try format.encode(copied)
    if try replace(at: path, with: data, format: format) { return }
    // Another program has created a store meanwhile, which is then replaced.
    guard try !replace(at: path, with: data, format: format) else { return }
    // A symbolic link without a destination is there, and leads to no file.
    throw StoreError.cannotCreate(path: path, reason: "\(SystemError(code: EEXIST))")
  }

  /// Replaces the store at `path`, or creates it; returns `false` if there was no store at first, and then a file.
  private static func replace(
    at path: String, with data: Data, format: any AtomicStoreFormat
  ) throws -> Bool {
    do {
      var file = try fileOfStore(at: path, format: format)
      try file.replace(with: data, .full)
      return true
    } catch StoreError.notFound(let path) {
      return try AtomicFile.create(path, data: data)
    }
  }

  private static func contents(
    at path: String, format: any AtomicStoreFormat
  ) throws(StoreError) -> (file: AtomicFile, contents: AtomicStoreContents) {
    let (file, data) = try open(path)
    return (file, try contents(of: data, path: file.path, format: format))
  }

  /// Returns the file of a store, whose contents need not be readable.
  private static func fileOfStore(
    at path: String, format: any AtomicStoreFormat
  ) throws(StoreError) -> AtomicFile {
    let (file, data) = try open(path)
    do { _ = try contents(of: data, path: file.path, format: format) } catch {
      switch error {
      case .damaged, .newerVersion: break
      default: throw error
      }
    }
    return file
  }

  private static func open(_ path: String) throws(StoreError) -> (file: AtomicFile, data: Data) {
    let path = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    guard let opened = try AtomicFile.open(path) else { throw .notFound(path: path) }
    return opened
  }
}

extension AtomicStoreContents {
  /// The metadata that belongs to the application.
  fileprivate var ownValues: [String: String] {
    metadata.filter { !PersistentStoreMetadata.isReserved($0.key) }
  }

  fileprivate var storeMetadata: PersistentStoreMetadata {
    var versions: [String: Int] = [:]
    for (key, text) in metadata {
      if let name = PersistentStoreMetadata.application(ofVersionKey: key) { versions[name] = Int(text) }
    }
    return PersistentStoreMetadata(
      identifier: identifier,
      versionHashes: Dictionary(
        entities.map { ($0.name, $0.versionHash) }, uniquingKeysWith: { first, _ in first }),
      applicationVersions: versions, modelDocument: metadata[Self.modelKey], values: ownValues)
  }
}
