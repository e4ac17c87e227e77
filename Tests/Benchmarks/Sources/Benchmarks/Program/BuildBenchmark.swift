import Foundation
import TestSupport

/// Builds the release of the program from a clean clone, without packages to download.
struct BuildBenchmark {
  func run() async throws -> Part {
    let folder = try TemporaryFolder()
    let clone = folder.path("proofsheet")
    try run("git", ["clone", "--quiet", "--local", FileManager.default.currentDirectoryPath, clone])
    let swift = ProcessInfo.processInfo.environment["SWIFT"] ?? "swift"
    try run(swift, ["package", "resolve", "--package-path", clone])
    let duration = try await time { try run("make", ["--directory", clone, "build"]) }
    var part = Part(title: "clean release build", columns: [.init(title: "s", digits: 1)])
    part.rows.append(.init(name: "make build", values: [duration.seconds]))
    part.check(.releaseBuild, value: duration.seconds)
    return part
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Refusal("\(program) \(arguments) failed") }
  }
}
