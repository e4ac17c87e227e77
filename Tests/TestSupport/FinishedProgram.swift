public import Foundation

/// A program that was run to its end, without a terminal.
public struct FinishedProgram: Sendable {
  /// The exit status, or 128 and the number of the signal that ended it.
  public let status: Int32
  /// What it wrote to its standard output.
  public let output: String
  /// What it wrote to its standard error.
  public let errors: String

  /// Runs a program without input, and returns when it has ended.
  ///
  /// No thread waits for it. A program that hangs fails its own test, and does not keep all others from their end.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: The whole environment.
  ///   - directory: The current directory of the program; that of the tests by default.
  ///   - limit: The time after which the program is killed.
  /// - Throws: ``Overdue`` after the limit, and the errors of starting the program.
  public init(
    _ path: String, arguments: [String], environment: [String: String] = [:], directory: URL? = nil,
    limit: Duration = .seconds(300)
  ) async throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment
    if let directory { process.currentDirectoryURL = directory }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a full pipe would block the program.
    let sinks = try ["output", "errors"].map { try Self.sink(folder.path($0)) }
    (process.standardOutput, process.standardError) = (sinks[0], sinks[1])
    let (ends, continuation) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { process in
      let bySignal = process.terminationReason == .uncaughtSignal
      continuation.yield((bySignal ? 128 : 0) + process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    // Foundation would keep them open.
    for sink in sinks { try sink.close() }
    let number = process.processIdentifier
    let clock = Task {
      try await Task.sleep(for: limit)
      kill(number, SIGKILL)
      // Its end is not waited for: a child of it that goes on would hide it.
      continuation.finish()
    }
    defer { clock.cancel() }
    var iterator = ends.makeAsyncIterator()
    let status = await iterator.next()
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
    }
    output = try text("output")
    errors = try text("errors")
    guard let status else {
      throw Overdue(command: [path] + arguments, limit: limit, output: output, errors: errors)
    }
    self.status = status
  }

  /// The error of a program that did not end in time.
  public struct Overdue: Error, CustomStringConvertible {
    /// The path of the program, and its arguments.
    public let command: [String]
    /// The time after which it was killed.
    public let limit: Duration
    /// What it had written to its standard output.
    public let output: String
    /// What it had written to its standard error.
    public let errors: String

    /// The command, the limit, and what the program had written.
    public var description: String {
      "\(command.joined(separator: " ")) did not end within \(limit); output: “\(output)”, errors: “\(errors)”"
    }
  }

  private static func sink(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }
}
