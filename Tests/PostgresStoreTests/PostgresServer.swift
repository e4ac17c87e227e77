#if PostgreSQL
  import Foundation
  import ObjectGraph
  import PostgresStore

  /// The server that the environment names for the tests.
  enum PostgresServer {
    /// The connection string, or nil if there is none to test on.
    static let connection = ProcessInfo.processInfo.environment["PROOFSHEET_POSTGRES"]

    /// A Boolean value that indicates whether there is a server to test on.
    static let isKnown = connection != nil
  }
#endif
