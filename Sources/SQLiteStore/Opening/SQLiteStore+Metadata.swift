internal import ObjectStore

extension SQLiteStore {
  /// Returns the metadata of the store at `path`, without a model and without opening the store.
  ///
  /// The keys are those of Core Data (`NSStoreModelVersionHashes`, `NSPersistenceFrameworkVersion`, …), of this library
  /// (`ObjectGraph…`) and of applications. `NSStoreUUID` and `NSStoreType` are always there. Nothing is written.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: A `StoreError` if the file is no store, or one of a later version of this library.
  public static func metadata(at path: String) throws -> [String: PropertyListValue] {
    let file = StoreFile(path)
    if case .missing = try file.kind() { throw StoreError.notFound(path: file.path) }
    return try file.metadata().allValues
  }
}
