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
  /// No thread waits for it.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: The whole environment.
  ///   - directory: The current directory of the program; that of the tests by default.
  /// - Throws: The errors of starting it.
  public init(
    _ path: String, arguments: [String], environment: [String: String] = [:], directory: URL? = nil
  ) async throws {
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment
    if let directory { process.currentDirectoryURL = directory }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a full pipe would block the program.
    process.standardOutput = try Self.sink(folder.path("output"))
    process.standardError = try Self.sink(folder.path("errors"))
    let (ends, continuation) = AsyncStream<Int32>.makeStream()
    process.terminationHandler = { process in
      let bySignal = process.terminationReason == .uncaughtSignal
      continuation.yield((bySignal ? 128 : 0) + process.terminationStatus)
      continuation.finish()
    }
    try process.run()
    var iterator = ends.makeAsyncIterator()
    // The stream has exactly one element.
    status = await iterator.next() ?? -1
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
    }
    output = try text("output")
    errors = try text("errors")
  }

  private static func sink(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }
}
