internal import Foundation
internal import ObjectStore

extension SQLiteStore {
  /// Removes the store at `path`: its file, the files of SQLite beside it, and the folder of its external data.
  ///
  /// The counterpart of `destroyPersistentStore(at:ofType:options:)` and `NSPersistentStoreForceDestroyOption`
  /// (`NSPersistentStoreCoordinator.h`). The file itself goes last: a destruction that was interrupted can be
  /// repeated. If the folder of external data also belongs to another store, it stays.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isForced: A Boolean value that indicates whether the file is removed even if it is in use, damaged, or no store.
  ///     Programs that have it open lose their later commits. It must be an SQLite database in any case.
  /// - Throws: `StoreError.inUse(path:)` if a reader or writer is open, in this process or another; another
  ///   `StoreError` if the file is missing, or is no store. The file is then untouched.
  public static func destroy(at path: String, isForced: Bool = false) throws {
    let file = StoreFile(path)
    switch try file.kind() {
    case .missing: throw StoreError.notFound(path: file.path)
    case .other: throw StoreError.notADatabase(path: file.path)
    case .database: break
    }
    guard !isForced else { return try file.remove() }
    _ = try file.metadata()
    try throwingStoreErrors { try file.withExclusiveUse { try file.remove() } }
  }
}

extension StoreFile {
  fileprivate func remove() throws {
    let folder = ExternalDataFolder(store: path)
    if try folder.otherOwner(than: path) == nil { folder.removeAll() }
    for suffix in Self.companions + [""] where unlink(path + suffix) != 0 && errno != ENOENT {
      throw StoreError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
  }
}
