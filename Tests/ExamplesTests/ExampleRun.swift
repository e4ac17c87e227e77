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
  static func of(_ arguments: String...) async throws -> ExampleRun { try await of(arguments) }

  /// Runs the program as a user does, and returns when it has ended.
  static func of(_ arguments: [String]) async throws -> ExampleRun {
    let folder = try TemporaryFolder()
    let temporary = folder.url.appendingPathComponent("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    let program = try await FinishedProgram(
      Products.executable("examples"), arguments: arguments, environment: ["TMPDIR": temporary.path])
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [], "left behind")
    return ExampleRun(status: program.status, output: program.output, errors: program.errors)
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
