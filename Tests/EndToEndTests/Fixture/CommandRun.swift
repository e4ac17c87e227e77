import Foundation
import TestSupport
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

  /// Expects success, whatever it says of it.
  func expectDone(at location: SourceLocation = #_sourceLocation) {
    #expect(status == 0, "\(errors)", sourceLocation: location)
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
    let run = try await FinishedProgram(
      program, arguments: arguments, environment: environment, directory: folder)
    return CommandRun(status: run.status, output: run.output, errors: run.errors)
  }
}
