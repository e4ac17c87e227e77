internal import CPseudoTerminal
internal import Glibc

/// A program that runs with a new pseudo-terminal as its controlling terminal.
///
/// The program leads a session of its own. Two threads serve it: one moves bytes, one waits for changes of
/// the process. When the value goes away the program and its foreground group are killed and reaped.
public final class PseudoTerminal: Sendable {
  /// Columns and rows of a window.
  public struct Size: Sendable, Hashable {
    /// Cells in a row.
    public var columns: Int
    /// Rows of the window.
    public var rows: Int

    /// A size in cells.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// What the process of the program does.
  public enum Status: Sendable, Hashable {
    /// It runs or waits.
    case running
    /// It was stopped by a signal and can be continued.
    case stopped(signal: Int32)
    /// It ended with an exit status.
    case exited(Int32)
    /// It was ended by a signal.
    case killed(signal: Int32)

    /// Whether the process is gone.
    public var isEnd: Bool {
      switch self {
      case .running, .stopped: false
      case .exited, .killed: true
      }
    }
  }

  /// Something that happened on the terminal.
  public enum Event: Sendable {
    /// The program wrote.
    case output([UInt8])
    /// Nothing more will come: the program ended or closed its terminal.
    case endOfOutput
    /// The process was stopped, continued or ended; `endOfOutput` may come before or after the end.
    case status(Status)
  }

  /// A call of the system that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// What was called.
    public let operation: String
    /// The number of the error.
    public let code: Int32

    init(_ operation: String, _ code: Int32) {
      self.operation = operation
      self.code = code
    }

    /// The call and the system's words.
    public var description: String { "\(operation): \(String(cString: strerror(code)))" }
  }

  /// The settings of the line before the program started.
  public let settingsAtStart: LineSettings
  private let line: Line

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: A path, or a name looked up in `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: All of its environment.
  ///   - size: The size of the window.
  ///   - folder: Its working folder, the caller's own if nil.
  ///   - handle: Called from the two threads, never from both at once for one kind of event; what it
  ///     returns is sent to the program as if the terminal had answered.
  /// - Throws: `Failure` if there is no terminal or the program cannot be started.
  public init(
    _ program: String, arguments: [String], environment: [String: String], size: Size,
    folder: String? = nil, handle: @escaping @Sendable (Event) -> [UInt8]
  ) throws(Failure) {
    let master = try Self.open(size)
    let bell = cpty_event()
    do throws(Failure) {
      guard bell >= 0 else { throw Failure("eventfd", errno) }
      settingsAtStart = try LineSettings(descriptor: master)
      let process = try Self.spawn(
        program, [program] + arguments, environment.map { "\($0)=\($1)" }, folder, master: master)
      line = Line(master: master, bell: bell, process: process, handle: handle)
    } catch {
      close(master)
      if bell >= 0 { close(bell) }
      throw error
    }
  }

  deinit { line.shutDown() }

  /// The number of the process.
  public var process: Int32 { line.process }

  /// What the process does now.
  public var status: Status { line.status }

  /// Sends bytes to the program, in order and without waiting for it to read them.
  public func write(_ bytes: some Sequence<UInt8>) { line.send(Array(bytes)) }

  /// Gives the window another size; the kernel tells the foreground group by SIGWINCH.
  public func resize(_ size: Size) throws(Failure) { try Self.resize(line.master, size) }

  /// Sends a signal to the process group in the foreground, as the terminal does for Ctrl-C.
  public func signal(_ signal: Int32) throws(Failure) {
    let group = tcgetpgrp(line.master)
    guard group > 0, kill(-group, signal) == 0 else { throw Failure("kill", errno) }
  }

  /// Continues a process that was stopped.
  public func resume() throws(Failure) {
    guard kill(line.process, SIGCONT) == 0 else { throw Failure("kill", errno) }
  }

  /// The settings of the line as they are now, also after the program has ended.
  public func settings() throws(Failure) -> LineSettings { try LineSettings(descriptor: line.master) }
}

extension PseudoTerminal {
  private static func open(_ size: Size) throws(Failure) -> CInt {
    var master: CInt = -1
    let cause = cpty_open(&master)
    guard cause == 0 else { throw Failure("posix_openpt", cause) }
    var settings = termios()
    tcgetattr(master, &settings)
    settings.c_iflag |= tcflag_t(IUTF8)  // as terminals set it: the kernel erases whole characters
    tcsetattr(master, TCSANOW, &settings)
    do throws(Failure) {
      try resize(master, size)
    } catch {
      close(master)
      throw error
    }
    return master
  }

  private static func resize(_ master: CInt, _ size: Size) throws(Failure) {
    var window = winsize(
      ws_row: UInt16(size.rows), ws_col: UInt16(size.columns),
      ws_xpixel: UInt16(size.columns * 10), ws_ypixel: UInt16(size.rows * 20))
    guard ioctl(master, UInt(TIOCSWINSZ), &window) == 0 else { throw Failure("TIOCSWINSZ", errno) }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], _ environment: [String], _ folder: String?, master: CInt
  ) throws(Failure) -> pid_t {
    var process: pid_t = 0
    let cause = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        cpty_spawn(master, program, arguments, environment, folder, &process)
      }
    }
    guard cause == 0 else { throw Failure("starting \(program)", cause) }
    return process
  }

  private static func withCStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
  ) -> CInt {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return body(&pointers)
  }
}
