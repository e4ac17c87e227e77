import CPseudoTerminal
import Dispatch
public import Foundation
import Glibc
import Synchronization

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
  /// No thread waits for it. A program that hangs fails its own test, and does not keep all others from their end: after the
  /// limit, and when the task is canceled, it is killed with its children.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments, without the name of the program.
  ///   - environment: The whole environment.
  ///   - directory: The current directory of the program; that of the tests by default.
  ///   - limit: The time after which the program is killed.
  /// - Throws: ``Overdue`` after the limit, `CancellationError` when the task is canceled, and the errors of starting the
  ///   program.
  public init(
    _ path: String, arguments: [String], environment: [String: String] = [:], directory: URL? = nil,
    limit: Duration = .seconds(300)
  ) async throws {
    let folder = try TemporaryFolder()
    // Files, not pipes: a full pipe would block the program.
    let process = try Self.start(
      [path] + arguments, environment.map { "\($0)=\($1)" }, in: directory?.path,
      output: folder.path("output"), errors: folder.path("errors"))
    let running = try RunningProgram(process)
    let clock = Task {
      try await Task.sleep(for: limit)
      running.kill(as: .overdue)
    }
    defer { clock.cancel() }
    let end = await withTaskCancellationHandler {
      await running.end()
    } onCancel: {
      running.kill(as: .canceled)
    }
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: URL(filePath: folder.path(name))), as: UTF8.self)
    }
    output = try text("output")
    errors = try text("errors")
    switch end {
    case .status(let status): self.status = status
    case .overdue: throw Overdue(command: [path] + arguments, limit: limit, output: output, errors: errors)
    case .canceled: throw CancellationError()
    }
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
}

/// A child process that leads a process group.
private final class RunningProgram: Sendable {
  /// The way in which a program ended.
  enum End: Sendable {
    case status(Int32), overdue, canceled
  }

  private struct State {
    /// The reason why the program was killed, if it was.
    var cause: End?
    var end: End?
    var waiting: CheckedContinuation<End, Never>?
  }

  private let process: pid_t
  private let state = Mutex(State())

  init(_ process: pid_t) throws {
    self.process = process
    let descriptor = cpty_process(process)
    guard descriptor >= 0 else { throw PseudoTerminal.Failure("pidfd_open", errno) }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    source.setEventHandler { [self] in if reap() { source.cancel() } }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  /// Kills the program and its children, unless it has ended or was killed.
  func kill(as cause: End) {
    state.withLock { state in
      // Under the lock: another process may get the number as soon as the end was read.
      guard state.end == nil, state.cause == nil else { return }
      state.cause = cause
      Glibc.kill(-process, SIGKILL)
    }
  }

  /// Waits until the program has ended.
  ///
  /// It does so in a canceled task too, for which the program is killed.
  func end() async -> End {
    await withCheckedContinuation { continuation in
      let end = state.withLock { state in
        if state.end == nil { state.waiting = continuation }
        return state.end
      }
      if let end { continuation.resume(returning: end) }
    }
  }

  /// Reads the status, and returns false if the program still runs.
  private func reap() -> Bool {
    let (end, waiting): (End?, CheckedContinuation<End, Never>?) = state.withLock { state in
      var status: Int32 = 0
      if state.end == nil, waitpid(process, &status, WNOHANG) == process {
        switch PseudoTerminal.Status(waited: status) {
        case .exited(let status): state.end = state.cause ?? .status(status)
        case .killed(let signal): state.end = state.cause ?? .status(128 + signal)
        case .running, .stopped: break
        }
      }
      guard let end = state.end else { return (nil, nil) }
      defer { state.waiting = nil }
      return (end, state.waiting)
    }
    if let end { waiting?.resume(returning: end) }
    return end != nil
  }
}
