import Foundation
import TestSupport

/// The compiler, for sources that are no part of any target.
enum Compiler {
  struct Outcome {
    let accepted: Bool
    let output: String

    var errors: [Substring] { output.split(separator: "\n").filter { $0.contains("error: ") } }
  }

  /// The build folder, in which the program that runs the tests lies and `Modules` beside it.
  static var build: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// A program of the toolchain that builds the tests, which `make` names in `SWIFT`: another one cannot read its modules.
  static func tool(_ name: String) -> String {
    guard let swift = ProcessInfo.processInfo.environment["SWIFT"], swift.contains("/") else { return name }
    return URL(fileURLWithPath: swift, relativeTo: PackageFolder.url).deletingLastPathComponent()
      .appendingPathComponent(name).path
  }

  /// Compiles a source of a program that imports our modules.
  static func compile(
    _ text: String, named name: String = "snippet.swift", in folder: TemporaryFolder, _ options: [String]
  ) async throws -> Outcome {
    try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
    return try await run(
      "/usr/bin/env",
      [tool("swiftc"), "-swift-version", "6", "-I", build.appendingPathComponent("Modules").path]
        // Who imports a module reads the maps of the C libraries beneath it too.
        + ["CSQLite", "CZlib", "CRename"].flatMap {
          ["-I", PackageFolder.url.appendingPathComponent("Sources/\($0)").path]
        }
        + ["-module-cache-path", build.appendingPathComponent("ModuleCache").path]
        + options + [folder.path(name)],
      in: folder)
  }

  /// Runs a program in the folder, to its end.
  static func run(
    _ program: String, _ arguments: [String] = [], in folder: TemporaryFolder
  ) async throws -> Outcome {
    let log = folder.url.appendingPathComponent("log")
    try Data().write(to: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    let output = try FileHandle(forWritingTo: log)
    process.standardError = output
    process.standardOutput = output
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in done.resume() }
      do { try process.run() } catch { done.resume(throwing: error) }
    }
    return Outcome(
      accepted: process.terminationStatus == 0, output: try String(contentsOf: log, encoding: .utf8))
  }
}
