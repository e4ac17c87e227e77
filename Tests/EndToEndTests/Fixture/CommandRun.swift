import Foundation
import Testing

/// What became of a program that ran without a terminal.
struct CommandRun {
  /// The exit status, or 128 and the signal that ended it.
  let status: Int32
  let output: String
  let errors: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// The output read as JSON.
  func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(output.utf8))
  }

  /// The output of a refresh or a sync with `--json`: its numbers and its words.
  func figures() throws -> (numbers: [String: Int], words: [String: String]) {
    let object = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    return (object.compactMapValues { $0 as? Int }, object.compactMapValues { $0 as? String })
  }

  /// Expects success without messages on standard error.
  func expectSuccess(at location: SourceLocation = #_sourceLocation) {
    #expect(status == 0, "\(errors)", sourceLocation: location)
    #expect(errors == "", sourceLocation: location)
  }

  /// Expects a failure that is reported in one sentence which contains `parts`, and no data.
  func expectFailure(_ parts: String..., at location: SourceLocation = #_sourceLocation) {
    #expect(status == 1, sourceLocation: location)
    #expect(output == "", sourceLocation: location)
    let isOneLine = errors.hasSuffix(".\n") && errors.dropLast().allSatisfy { !$0.isNewline }
    #expect(isOneLine && errors.hasPrefix("proofsheet: "), "\(errors)", sourceLocation: location)
    for part in parts { #expect(errors.contains(part), sourceLocation: location) }
  }

  static func of(
    _ program: String, _ arguments: [String], environment: [String: String], folder: URL
  ) async throws -> CommandRun {
    // Files, not pipes: a full pipe would block the program.
    let name = UUID().uuidString
    let (output, errors) = (try Sink(folder, name + ".out"), try Sink(folder, name + ".err"))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.handle
    process.standardError = errors.handle
    let (ends, continuation) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { process in
      let bySignal = process.terminationReason == .uncaughtSignal
      continuation.yield((bySignal ? 128 : 0) + process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    let status = try #require(await ends.first { _ in true })
    return CommandRun(status: status, output: try output.text(), errors: try errors.text())
  }

  private struct Sink {
    let url: URL
    let handle: FileHandle

    init(_ folder: URL, _ name: String) throws {
      url = folder.appendingPathComponent(name)
      try Data().write(to: url)
      handle = try FileHandle(forWritingTo: url)
    }

    func text() throws -> String {
      try handle.close()
      return String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }
  }
}
