import ObjectGraph

/// The open store of a library, with the operations that depend on its kind.
protocol LibraryStore: Sendable {
  /// The store.
  var store: any PersistentStore { get }
  /// The reason why the library can only be read, without a period; `nil` if it can be written.
  var obstacle: String? { get }
  /// A Boolean value that indicates whether the store is on a server, which may not answer. It then keeps a history of its
  /// commits.
  var isRemote: Bool { get }

  /// Returns the metadata of the store.
  ///
  /// - Throws: Errors of the store.
  func metadata() throws -> PersistentStoreMetadata

  /// Checks the whole store.
  ///
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n*) in the size of the store.
  func check() throws -> StorageCheck

  /// Repairs what can be repaired without guessing.
  ///
  /// - Returns: The repaired problems, one sentence each, without a period, and whether the rows can be relied on now.
  /// - Throws: Errors of the store.
  func repair() throws -> (repaired: [String], isReadable: Bool)

  /// Removes the copies that were written before updates, except the last one.
  func removeOldCopies()
}
