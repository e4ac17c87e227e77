#if PostgreSQL
  import Foundation
  import ObjectGraph
  import TestSupport

  @testable import PostgresStore

  /// A user of the server for a test, who may read and write the tables that a schema has; it is dropped with the value.
  final class PostgresRole: Sendable {
    let name = "role_" + UUID().uuidString.prefix(8).lowercased()
    /// The connection string of the user.
    let connection: String
    private let schema: PostgresSchema

    init(_ schema: PostgresSchema) throws {
      self.schema = schema
      connection = try PostgresServer.changed(user: name, password: "p")
      let quoted = Server.quoted(schema.name)
      try schema.administrator().execute(
        """
        CREATE ROLE \(name) LOGIN PASSWORD 'p'; GRANT USAGE ON SCHEMA \(quoted) TO \(name); \
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(quoted) TO \(name)
        """)
    }

    deinit {
      // Without the server there is nothing to drop.
      _ = try? schema.administrator().execute("DROP OWNED BY \(name); DROP ROLE \(name)")
    }

    /// Opens the store in the schema as the user.
    func store(
      _ model: ManagedObjectModel, options: StoreOptions = StoreOptions(), locking: LockPolicy = LockPolicy()
    ) throws -> PostgresStore {
      var options = options
      options.identifier = TestStores.identifier
      return try PostgresStore(
        connection: connection, schema: schema.name, model: model, options: options, locking: locking)
    }

    /// The reason why the user cannot write to the store.
    func obstacle() throws -> String? {
      try PostgresStore.obstacleToWriting(connection: connection, schema: schema.name)
    }
  }
#endif
