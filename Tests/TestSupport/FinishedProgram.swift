import CPseudoTerminal
import Dispatch
public import Foundation
import Glibc

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
    // Files, not pipes: a full pipe would block the program.
    let process = try Self.start(
      [path] + arguments, environment.map { "\($0)=\($1)" }, in: directory?.path,
      output: folder.path("output"), errors: folder.path("errors"))
    let (ends, continuation) = AsyncStream<Int32>.makeStream()
    try Self.onEnd(of: process) { status in
      continuation.yield(status)
      continuation.finish()
    }
    let clock = Task {
      try await Task.sleep(for: limit)
      // Its end is not waited for: a child of it that goes on would hide it. And an end that is reported after this is that
      // by the signal, which would be taken for its own.
      continuation.finish()
      kill(process, SIGKILL)
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

  /// Starts a program with no open file but its standard ones.
  ///
  /// Foundation's `Process` crashes at times when more than about 1,350 files are open: it copies an entry of /proc/self/fd
  /// beyond the end of a buffer (Swift 6.3).
  private static func start(
    _ arguments: [String], _ environment: [String], in folder: String?, output: String, errors: String
  ) throws -> pid_t {
    var process = pid_t()
    let code = PseudoTerminal.withCStrings(arguments) { arguments in
      PseudoTerminal.withCStrings(environment) { environment in
        cpty_spawn_plain(output, errors, arguments, environment, folder, &process)
      }
    }
    guard code == 0 else { throw PseudoTerminal.Failure("starting \(arguments[0])", code) }
    return process
  }

  /// Calls `body` with the status of a child when it has ended.
  private static func onEnd(of process: pid_t, _ body: @escaping @Sendable (Int32) -> Void) throws {
    let descriptor = cpty_process(process)
    guard descriptor >= 0 else { throw PseudoTerminal.Failure("pidfd_open", errno) }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    source.setEventHandler {
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { return }
      switch PseudoTerminal.Status(waited: status) {
      case .exited(let status): body(status)
      case .killed(let signal): body(128 + signal)
      case .running, .stopped: return
      }
      source.cancel()
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }
}
