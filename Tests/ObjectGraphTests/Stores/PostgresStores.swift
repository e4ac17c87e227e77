#if PostgreSQL
  import Foundation
  import ObjectGraph
  import Synchronization
  import TestSupport

  @testable import PostgresStore

  /// Stores in schemas of their own on the server that the environment names.
  enum PostgresStores {
    /// The connection string of the server, or nil if there is none to test on.
    static let server = ProcessInfo.processInfo.environment["PROOFSHEET_POSTGRES"]

    /// The schemas of the stores, which are dropped when the tests have ended.
    private static let schemas = Mutex<Set<String>>([])

    /// Opens or creates the store that belongs to a folder.
    static func open(
      in folder: TemporaryFolder, model: ManagedObjectModel, options: StoreOptions
    ) throws -> any PersistentStore {
      let schema = folder.url.lastPathComponent
      let store = try PostgresStore(
        connection: server ?? "", schema: schema, model: model, options: options)
      let isFirst = schemas.withLock { schemas in
        schemas.insert(schema)
        return schemas.count == 1
      }
      // After the first connection: OpenSSL ends at the exit as well, before what was registered earlier.
      if isFirst { atexit { PostgresStores.drop() } }
      return store
    }

    /// Returns the store that belongs to a folder as messages name it.
    static func place(in folder: TemporaryFolder) -> String {
      let address = try? ServerAddress(server ?? "")
      return address.map {
        Server(address: $0, schema: folder.url.lastPathComponent, settings: PostgresSettings()).place
      } ?? ""
    }

    /// Drops all schemas; without the server there is nothing to drop.
    private static func drop() {
      guard let address = try? ServerAddress(server ?? "") else { return }
      let connection = Connection(Server(address: address, schema: "", settings: PostgresSettings()))
      for schema in schemas.withLock({ $0 }) {
        _ = try? connection.execute("DROP SCHEMA IF EXISTS \(Server.quoted(schema)) CASCADE")
      }
    }
  }
#endif
