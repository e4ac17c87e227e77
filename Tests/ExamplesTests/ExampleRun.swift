import Foundation
import TestSupport
import Testing

/// What became of a run of the program.
struct ExampleRun {
  let status: Int32
  let output: String
  let errors: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs the program as a user does, and returns when it has ended.
  static func of(_ arguments: String...) async throws -> ExampleRun {
    let folder = try TemporaryFolder()
    let temporary = folder.url.appendingPathComponent("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let (output, errors) = (folder.path("output"), folder.path("errors"))
    let process = Process()
    process.executableURL = URL(filePath: try Products.executable("examples"))
    process.arguments = arguments
    process.environment = ["TMPDIR": temporary.path]
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a full pipe would block the program.
    process.standardOutput = try sink(output)
    process.standardError = try sink(errors)
    let (ends, continuation) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { process in
      let bySignal = process.terminationReason == .uncaughtSignal
      continuation.yield((bySignal ? 128 : 0) + process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    let status = try #require(await ends.first { _ in true })
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [], "left behind")
    return ExampleRun(
      status: status, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }

  private static func sink(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }

  /// Expects that all went well, and that these lines, or beginnings of lines, were printed in this order.
  func expect(_ wanted: [String], at location: SourceLocation = #_sourceLocation) {
    #expect(status == 0 && errors == "", "\(errors)", sourceLocation: location)
    var rest = lines[...]
    for line in wanted {
      guard let place = rest.firstIndex(where: { $0.hasPrefix(line) }) else {
        Issue.record("“\(line)” is missing, or comes too early, in:\n\(output)", sourceLocation: location)
        return
      }
      rest = rest[(place + 1)...]
    }
  }
}
