internal import ObjectStore

extension SQLiteStore {
  /// Returns all values of the metadata of the store at `path`, without a model and without opening the store.
  ///
  /// `metadata(at:)` has those that this library and applications use, in types of their own.
  ///
  /// The keys are those of Core Data (`NSStoreModelVersionHashes`, `NSPersistenceFrameworkVersion`, …), of this library
  /// (`ObjectGraph…`) and of applications. `NSStoreUUID` and `NSStoreType` are always there. Nothing is written.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: A `StoreError` if the file is no store, or one of a later version of this library.
  public static func metadataPropertyList(at path: String) throws -> [String: PropertyListValue] {
    try StoreFile(path).existingMetadata().allValues
  }
}
