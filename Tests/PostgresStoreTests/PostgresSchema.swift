#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport

  @testable import PostgresStore

  /// A schema of its own for a test, which is dropped with it.
  final class PostgresSchema: Sendable {
    let name = "test_" + UUID().uuidString.lowercased()
    private let connection: String

    /// Creates a schema's name on a server.
    init(_ connection: String = PostgresServer.connection ?? "") { self.connection = connection }

    deinit {
      // Without the server there is nothing to drop.
      _ = try? administrator().execute("DROP SCHEMA IF EXISTS \(Server.quoted(name)) CASCADE")
    }

    /// Opens or creates the store in the schema.
    func store(
      _ model: ManagedObjectModel, options: StoreOptions = StoreOptions(),
      settings: PostgresSettings = PostgresSettings(), locking: LockPolicy = LockPolicy()
    ) throws -> PostgresStore {
      var options = options
      options.identifier = TestStores.identifier
      return try PostgresStore(
        connection: connection, schema: name, model: model, options: options, settings: settings,
        locking: locking)
    }

    /// Opens a connection for statements of the test.
    func administrator() throws -> Connection {
      Connection(
        Server(address: try ServerAddress(connection), schema: name, settings: PostgresSettings()))
    }
  }
#endif
