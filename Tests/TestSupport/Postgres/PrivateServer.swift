import Foundation

/// A PostgreSQL server of a test's own, which the test can kill.
public struct PrivateServer: Sendable {
  private let folder: TemporaryFolder
  /// The connection string of its administrator.
  public let connection: String

  private init(_ command: String, _ arguments: String...) async throws {
    folder = try TemporaryFolder()
    connection = try await Self.run([command, folder.url.path] + arguments)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Calls `body` with a new server, which is removed afterwards.
  ///
  /// - Throws: `PostgresServer.Failure`, and the errors of `body`.
  public static func with(_ body: (PrivateServer) async throws -> Void) async throws {
    try await PrivateServer("start").remove(after: body)
  }

  /// Calls `body` with a new server on a small disk of its own, which is removed afterwards; only root can make it.
  ///
  /// - Throws: `PostgresServer.Failure`, and the errors of `body`.
  public static func withSmallDisk(_ body: (PrivateServer) async throws -> Void) async throws {
    try await PrivateServer("start", "200M").remove(after: body)
  }

  /// Calls `body` with a synchronous standby of the server, which is removed afterwards.
  ///
  /// - Throws: `PostgresServer.Failure`, and the errors of `body`.
  public func withStandby(_ body: (PrivateServer) async throws -> Void) async throws {
    try await PrivateServer("standby", folder.url.path).remove(after: body)
  }

  private func remove(after body: (PrivateServer) async throws -> Void) async throws {
    let failure: (any Error)?
    do {
      try await body(self)
      failure = nil
    } catch {
      failure = error
    }
    // In a task of its own, which a time limit of the test does not cancel.
    let removal = await Task { try await run("remove") }.result
    if let failure { throw failure }
    try removal.get()
  }

  /// Ends all processes of the server at once.
  ///
  /// - Throws: `PostgresServer.Failure`.
  public func kill() async throws { try await run("kill") }

  /// Starts the server again at the same address.
  ///
  /// - Throws: `PostgresServer.Failure`.
  public func start() async throws { try await run("start") }

  /// Makes a standby a server that takes changes.
  ///
  /// - Throws: `PostgresServer.Failure`.
  public func promote() async throws { try await run("promote") }

  private func run(_ command: String) async throws { _ = try await Self.run([command, folder.url.path]) }

  private static func run(_ arguments: [String]) async throws -> String {
    let program = try await FinishedProgram(
      Repository.url("Scripts/private-postgres").path, arguments: arguments,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin:/usr/sbin"])
    guard program.status == 0 else { throw PostgresServer.Failure(description: program.errors) }
    return program.output
  }
}

// MARK: - Small disks

extension PrivateServer {
  /// A Boolean value that indicates whether a test may make a disk for a server.
  ///
  /// It needs the capability 21 of Linux, CAP_SYS_ADMIN (capabilities(7)).
  public static var canHaveSmallDisk: Bool {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    return status.firstMatch(of: /CapEff:\s*([0-9a-f]+)/).flatMap { UInt64($0.1, radix: 16) }
      .map { $0 & 1 << 21 != 0 } ?? false
  }

  /// Writes a file that leaves no room on the disk.
  ///
  /// - Throws: `CocoaError` if the file cannot be created.
  public func fillDisk() throws {
    try Data().write(to: filling)
    let file = try FileHandle(forWritingTo: filling)
    for size in [1 << 20, 1 << 12] {
      let block = Data(count: size)
      // Ends with the error that no room is left.
      while (try? file.write(contentsOf: block)) != nil {}
    }
  }

  /// Deletes the file that fills the disk.
  ///
  /// - Throws: `CocoaError` if there is none.
  public func freeDisk() throws { try FileManager.default.removeItem(at: filling) }

  private var filling: URL { folder.url.appending(path: "filling") }
}
