#if PostgreSQL
  import Foundation
  import Testing

  /// The server that the environment names for the tests.
  enum PostgresServer {
    /// The connection string, or nil if there is none to test on.
    static let connection = ProcessInfo.processInfo.environment["PROOFSHEET_POSTGRES"]

    /// A Boolean value that indicates whether there is a server to test on.
    static let isKnown = connection != nil

    /// Returns the connection string with another user, password or database.
    static func changed(
      user: String? = nil, password: String? = nil, database: String? = nil
    ) throws -> String {
      var parts = try #require(connection.flatMap { URLComponents(string: $0) })
      if let user { parts.user = user }
      if let password { parts.password = password }
      if let database { parts.path = "/" + database }
      return try #require(parts.string)
    }
  }
#endif
