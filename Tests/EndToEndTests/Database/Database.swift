import Foundation
import TestSupport
import Testing

/// A schema for a library on the server that the environment names.
struct Database {
  /// The name of the schema.
  let schema: String
  /// The address of the library, with the password of the administrator.
  let address: String

  /// The password in the address, which must not appear anywhere.
  var password: String { URLComponents(string: address)?.password ?? "" }

  /// Calls `body` with a schema, which is dropped afterwards.
  static func with(_ body: (Database) async throws -> Void) async throws {
    let schema = "library_" + UUID().uuidString.prefix(8).lowercased()
    let database = Database(
      schema: schema, address: try PostgresServer.changed(settings: ["schema": schema]))
    do {
      try await body(database)
    } catch {
      try? await database.drop()
      throw error
    }
    try await database.drop()
  }

  private func drop() async throws {
    try await PostgresServer.run("DROP SCHEMA IF EXISTS \(schema) CASCADE; DROP ROLE IF EXISTS \(reader)")
  }

  private var reader: String { "reader_\(schema)" }

  /// Creates a user who may only read the library, and returns the address for that user.
  func addReader() async throws -> String {
    try await PostgresServer.run(
      """
      CREATE ROLE \(reader) LOGIN PASSWORD 'p'; GRANT USAGE ON SCHEMA \(schema) TO \(reader); \
      GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(reader)
      """)
    return try PostgresServer.changed(address, user: reader, password: "p")
  }
}
