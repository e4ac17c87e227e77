import Foundation
import TestSupport

/// A program that is started in a terminal, and that ends by itself.
struct WholeProcess {
  let program: String
  let arguments: [String]
  var environment: [String: String] = [:]
  /// The terminal that answers queries of the program; nil for no answers.
  var persona: TerminalModel.Persona?

  /// Runs the program from its start to its end; nil if it fails.
  func run(columns: Int = 80, rows: Int = 24) async throws -> (cost: Cost, bytes: Int)? {
    let work = Self.childrenWork()
    let terminal = try StopwatchTerminal(
      program, arguments: arguments, environment: environment, columns: columns, rows: rows, persona: persona)
    let end = try await terminal.end()
    guard end.isSuccess else { return nil }
    return (Cost(time: end.time, work: Self.childrenWork() - work), end.bytes)
  }

  /// A program of the search path.
  static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The processor time of all programs that have ended.
  private static func childrenWork() -> Duration {
    var usage = rusage()
    // RUSAGE_CHILDREN, which the headers give a type of its own.
    getrusage(-1, &usage)
    let times = [usage.ru_utime, usage.ru_stime]
    return times.reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec) }
  }
}
