import Foundation
import TestSupport
import Testing

/// A person with a library of their own: everything that the program reads or writes lies in one folder.
struct Home {
  let folder: TemporaryFolder
  private let program: String
  /// The address of the library in a database; nil for one in a folder.
  private let address: String?

  /// A person who never started the program.
  init(address: String? = nil) throws {
    folder = try TemporaryFolder()
    program = try Products.program()
    self.address = address
  }

  /// A person whose library holds these photos.
  init(photos: [LoopbackPhoto], address: String? = nil) async throws {
    try self.init(address: address)
    let page = try file("photos.json", FlickrAnswers.page(photos: photos))
    try await run("refresh", "--source", page).expectSuccess()
    // The foot shows the source: here a short one, and not the path of a temporary folder.
    try configure("source = \"sample\"\n")
  }

  /// Where the library is.
  var library: String { folder.path("library") }

  /// The bytes in the library's log, which are 0 if everything is in its file.
  var logSize: Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: library + "/library.sqlite-wal")
    return attributes?[.size] as? Int ?? 0
  }

  /// The folder of the library, not the user's own, and no settings from outside.
  var environment: [String: String] {
    [
      "HOME": folder.url.path, "XDG_CONFIG_HOME": folder.path("config"), "XDG_DATA_HOME": folder.path("data"),
      "XDG_CACHE_HOME": folder.path("cache"), "XDG_STATE_HOME": folder.path("state"),
      "PROOFSHEET_LIBRARY": address ?? library,
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

  /// Writes the configuration.
  func configure(_ text: String) throws {
    let folder = folder.url.appending(path: "config/proofsheet")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: "config.toml"))
  }

  /// Adds a program, which is a line of shell, and returns its path.
  ///
  /// The file is written by a process of its own. Were it written here, a child that is started at that moment would hold it
  /// open until its own program runs, and the system refuses to start a file that is open for writing: execve(2), ETXTBSY.
  @discardableResult
  func addProgram(_ name: String, _ line: String) async throws -> String {
    let file = folder.path(name)
    let write = #"mkdir -p "${F%/*}" && printf '#!/bin/sh\n%s\n' "$LINE" > "$F" && chmod 755 "$F""#
    try await shell(write, environment: ["F": file, "LINE": line]).expectSuccess()
    return file
  }

  /// Opens the browser in a terminal.
  func browse(
    _ arguments: String..., size: TerminalSession.Size = .init(columns: 80, rows: 24),
    environment: [String: String] = [:], persona: TerminalModel.Persona = .xterm, underShell: Bool = false
  ) throws -> TerminalSession {
    try TerminalSession(
      program, arguments: arguments, environment: self.environment.merging(environment) { $1 }, size: size,
      folder: folder.url.path, home: folder, persona: persona, underShell: underShell)
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
