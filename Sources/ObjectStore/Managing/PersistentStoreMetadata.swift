public import Foundation

/// The metadata of a store's file.
///
/// Read it without opening the store: `SQLiteStore.metadata(at:)`, ``AtomicStore/metadata(at:format:)``. It is the
/// counterpart of `metadataForPersistentStore(ofType:at:options:)` in `NSPersistentStoreCoordinator.h`.
public struct PersistentStoreMetadata: Hashable, Sendable {
  /// The identifier of the store, which never changes.
  public let identifier: UUID
  /// The hashes of the entities with which the store was written (``ManagedObjectModel/versionHashes``), by name.
  public let versionHashes: [String: Data]
  /// The versions that applications gave the store (``StoreOptions/Application``), by the application's name.
  public let applicationVersions: [String: Int]
  /// The model with which the store was written, as `ManagedObjectModel.described(by:)` reads it; `nil` in a store of
  /// another library or of an earlier version.
  public let modelDocument: String?
  /// The texts that the application keeps under keys of its own.
  ///
  /// Values of other types, which other programs may have written, stay in the file and are not listed.
  public let values: [String: String]

  /// Makes metadata.
  package init(
    identifier: UUID, versionHashes: [String: Data], applicationVersions: [String: Int],
    modelDocument: String?,
    values: [String: String]
  ) {
    self.identifier = identifier
    self.versionHashes = versionHashes
    self.applicationVersions = applicationVersions
    self.modelDocument = modelDocument
    self.values = values
  }
}

// MARK: - Keys

extension PersistentStoreMetadata {
  private static let versionSuffix = "FormatVersion"

  /// Returns the key of the version that an application gives its stores.
  package static func versionKey(ofApplication name: String) -> String { name + versionSuffix }

  /// Returns the name of the application whose version is under a key, or `nil` if it is another key.
  package static func application(ofVersionKey key: String) -> String? {
    guard key.hasSuffix(versionSuffix), key.utf8.count > versionSuffix.utf8.count else { return nil }
    return String(key.dropLast(versionSuffix.count))
  }

  /// Returns a Boolean value that indicates whether the key belongs to the store: those of Core Data, which begin with
  /// `NS` or `_NS`, those of this library, which begin with `ObjectGraph`, and versions of applications.
  package static func isReserved(_ key: String) -> Bool {
    ["NS", "_NS", "ObjectGraph"].contains(where: key.hasPrefix) || application(ofVersionKey: key) != nil
  }

  /// Returns own values after `body` has changed them.
  ///
  /// - Throws: ``StoreError/cannotWrite(path:reason:)`` if `body` added a reserved or empty key; errors of `body`.
  package static func edited(
    _ values: [String: String], path: String, _ body: (inout [String: String]) throws -> Void
  ) throws -> [String: String] {
    var values = values
    try body(&values)
    for key in values.keys.sorted() where key.isEmpty || isReserved(key) {
      throw StoreError.cannotWrite(
        path: path,
        reason: key.isEmpty
          ? "a metadata key is empty; give it a name"
          : "the metadata key \(key) belongs to the store; choose another name")
    }
    return values
  }
}
