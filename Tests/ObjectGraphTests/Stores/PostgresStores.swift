#if PostgreSQL
  import Foundation
  import ObjectGraph
  import PostgresStore
  import TestSupport

  /// Stores in schemas of their own on the server that the environment names.
  enum PostgresStores {
    /// The connection string of the server, or nil if there is none to test on.
    static let server = ProcessInfo.processInfo.environment["PROOFSHEET_POSTGRES"]

    /// Opens or creates the store that belongs to a folder; it stays until the server ends.
    static func open(
      in folder: TemporaryFolder, model: ManagedObjectModel, options: StoreOptions
    ) throws -> any PersistentStore {
      try PostgresStore(
        connection: server ?? "", schema: folder.url.lastPathComponent, model: model, options: options)
    }
  }
#endif
