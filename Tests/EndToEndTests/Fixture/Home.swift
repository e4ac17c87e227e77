import Foundation
import TestSupport
import Testing

/// A person with a library of their own: everything that the program reads or writes lies in one folder.
struct Home {
  let folder: TemporaryFolder
  private let program: String

  /// A person who never started the program.
  init() throws {
    folder = try TemporaryFolder()
    program = try Products.program()
  }

  /// A person whose library holds these photos.
  init(photos: [LoopbackPhoto]) async throws {
    try self.init()
    let page = try file("photos.json", FlickrAnswers.page(photos: photos))
    try await run("refresh", "--source", page).expectSuccess()
  }

  /// Where the library is.
  var library: String { folder.path("library") }

  /// The folder of the library, not the user's own, and no settings from outside.
  var environment: [String: String] {
    [
      "HOME": folder.url.path, "XDG_CONFIG_HOME": folder.path("config"), "XDG_DATA_HOME": folder.path("data"),
      "XDG_CACHE_HOME": folder.path("cache"), "XDG_STATE_HOME": folder.path("state"),
      "PROOFSHEET_LIBRARY": library,
      // A program that a signal ends does so at once, without a report.
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Writes a file and returns its address.
  func file(_ name: String, _ text: String) throws -> String {
    let url = folder.url.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.absoluteString
  }

  /// Opens the browser in a terminal.
  func browse(
    _ arguments: String..., size: TerminalSession.Size = .init(columns: 80, rows: 24),
    environment: [String: String] = [:], persona: TerminalModel.Persona = .xterm, underShell: Bool = false
  ) throws -> TerminalSession {
    try TerminalSession(
      program, arguments: arguments, environment: self.environment.merging(environment) { $1 }, size: size,
      folder: folder.url.path, persona: persona, underShell: underShell)
  }

  /// Runs a command without a terminal, to its end.
  @discardableResult
  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> CommandRun {
    try await run(arguments, environment: environment)
  }

  /// Runs a command without a terminal, to its end.
  @discardableResult
  func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> CommandRun {
    try await CommandRun.of(program, arguments, environment: all(environment), folder: folder.url)
  }

  /// Runs a line of shell, in which `$P` is the program.
  func shell(_ line: String, environment: [String: String] = [:]) async throws -> CommandRun {
    try await CommandRun.of(
      "/bin/sh", ["-c", line], environment: all(environment.merging(["P": program]) { $1 }),
      folder: folder.url)
  }

  private func all(_ more: [String: String]) -> [String: String] {
    TerminalSession.standardEnvironment.merging(environment) { $1 }.merging(more) { $1 }
  }
}
