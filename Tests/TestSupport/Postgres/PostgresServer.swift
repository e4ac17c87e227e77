import Foundation

/// The PostgreSQL server that the environment names for the tests.
public enum PostgresServer {
  /// The connection string, or nil if there is none to test on.
  public static let connection = ProcessInfo.processInfo.environment["PROOFSHEET_POSTGRES"]

  /// A Boolean value that indicates whether there is a server to test on.
  public static let isKnown = connection != nil

  /// Returns the connection string with another user, password, database, port, or settings after the question mark.
  ///
  /// - Throws: `CocoaError` if there is no server to test on.
  public static func changed(
    _ connection: String? = Self.connection, user: String? = nil, password: String? = nil,
    database: String? = nil, port: Int? = nil, settings: [String: String] = [:]
  ) throws -> String {
    guard var parts = connection.flatMap({ URLComponents(string: $0) }) else {
      throw CocoaError(.featureUnsupported)
    }
    if let user { parts.user = user }
    if let password { parts.password = password }
    if let database { parts.path = "/" + database }
    if let port { parts.port = port }
    parts.queryItems = (parts.queryItems ?? []) + settings.map { URLQueryItem(name: $0, value: $1) }
    guard let changed = parts.string else { throw CocoaError(.featureUnsupported) }
    return changed
  }

  /// Returns a connection string that finds the one of several servers which takes changes.
  ///
  /// The servers have the same users and databases.
  ///
  /// - Parameters:
  ///   - connections: The connection strings of the servers.
  ///   - findsPrimary: `false` for a connection string that finds the first server which answers.
  /// - Throws: `CocoaError` if a connection string cannot be read.
  public static func combined(_ connections: [String], findsPrimary: Bool = true) throws -> String {
    let hosts = try connections.map { connection in
      guard let parts = URLComponents(string: connection), let host = parts.host, let port = parts.port else {
        throw CocoaError(.featureUnsupported)
      }
      return "\(host):\(port)"
    }
    let all = try changed(
      connections.first, settings: findsPrimary ? ["target_session_attrs": "read-write"] : [:])
    return all.replacing(hosts[0], with: hosts.joined(separator: ","), maxReplacements: 1)
  }

  /// Runs statements with `psql`, and returns their output.
  ///
  /// - Throws: ``Failure``, and the errors of starting `psql`.
  @discardableResult
  public static func run(_ sql: String, on connection: String? = Self.connection) async throws -> String {
    let program = try await FinishedProgram(
      "/usr/bin/env",
      arguments: [
        "psql", "--no-psqlrc", "-qAtX", "-v", "ON_ERROR_STOP=1", "-d", connection ?? "", "-c", sql,
      ],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    guard program.status == 0 else { throw Failure(description: program.errors) }
    return program.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The message of a program that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The message.
    public let description: String
  }
}
