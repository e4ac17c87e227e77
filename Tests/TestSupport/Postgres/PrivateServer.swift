import Foundation

/// A PostgreSQL server of a test's own, which the test can kill.
public struct PrivateServer: Sendable {
  private let folder: TemporaryFolder
  /// The connection string of its administrator.
  public let connection: String

  /// Creates and starts a server.
  ///
  /// - Throws: `PostgresServer.Failure`.
  public init() async throws {
    folder = try TemporaryFolder()
    connection = try await Self.run("start", folder).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Ends all processes of the server at once.
  ///
  /// - Throws: `PostgresServer.Failure`.
  public func kill() async throws { _ = try await Self.run("kill", folder) }

  /// Starts the server again at the same address.
  ///
  /// - Throws: `PostgresServer.Failure`.
  public func start() async throws { _ = try await Self.run("start", folder) }

  /// Ends the server, in any state.
  ///
  /// - Throws: `PostgresServer.Failure`.
  public func stop() async throws { _ = try await Self.run("stop", folder) }

  private static func run(_ command: String, _ folder: TemporaryFolder) async throws -> String {
    let program = try await FinishedProgram(
      Repository.url("Scripts/private-postgres").path, arguments: [command, folder.url.path],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin:/usr/sbin"])
    guard program.status == 0 else { throw PostgresServer.Failure(description: program.errors) }
    return program.output
  }
}
