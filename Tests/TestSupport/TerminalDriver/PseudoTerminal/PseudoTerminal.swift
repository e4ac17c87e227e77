internal import CPseudoTerminal
internal import Glibc

/// A program that runs with a new pseudo-terminal as its controlling terminal.
///
/// The program leads its own session. Two threads serve it: one transfers bytes, the other waits for changes
/// of the process. When the object is deinitialized, the program and its foreground group are killed and
/// reaped.
public final class PseudoTerminal: Sendable {
  /// The size of a window in columns and rows.
  public struct Size: Sendable, Hashable {
    /// The number of columns.
    public var columns: Int
    /// The number of rows.
    public var rows: Int

    /// Creates a size in cells.
    public init(columns: Int, rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The status of the program's process.
  public enum Status: Sendable, Hashable {
    /// The process is running or waiting.
    case running
    /// A signal stopped the process, which can be continued.
    case stopped(signal: Int32)
    /// The process ended with an exit status.
    case exited(Int32)
    /// A signal ended the process.
    case killed(signal: Int32)

    /// Decodes a status of `waitpid`, as the macros of `sys/wait.h` do.
    init(waited word: CInt) {
      if word == 0xFFFF {
        self = .running
      } else if word & 0xFF == 0x7F {
        self = .stopped(signal: word >> 8 & 0xFF)
      } else if word & 0x7F == 0 {
        self = .exited(word >> 8 & 0xFF)
      } else {
        self = .killed(signal: word & 0x7F)
      }
    }

    /// A Boolean value that indicates whether the process has ended.
    public var isEnd: Bool {
      switch self {
      case .running, .stopped: false
      case .exited, .killed: true
      }
    }
  }

  /// An event of the terminal.
  public enum Event: Sendable {
    /// The program wrote output.
    case output([UInt8])
    /// The output has ended, because the program ended or closed its terminal.
    case endOfOutput
    /// The process was stopped, continued, or ended; `endOfOutput` may come before or after the end.
    case status(Status)
  }

  /// A system call that failed.
  public struct Failure: Error, CustomStringConvertible {
    /// The name of the system call.
    public let operation: String
    /// The error number.
    public let code: Int32

    init(_ operation: String, _ code: Int32) {
      self.operation = operation
      self.code = code
    }

    /// The system call and the description of the error.
    public var description: String { "\(operation): \(String(cString: strerror(code)))" }
  }

  /// The settings of the line before the program started.
  public let settingsAtStart: LineSettings
  private let line: Line

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked up in `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: The complete environment.
  ///   - size: The size of the window.
  ///   - folder: The working folder; nil for the caller's.
  ///   - handle: A closure that receives events on the two threads, one at a time for each kind of event. Its
  ///     result is sent to the program as the terminal's response.
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

  /// The process ID.
  public var process: Int32 { line.process }

  /// The current status of the process.
  public var status: Status { line.status }

  /// Sends bytes to the program in order, without waiting for it to read them.
  public func write(_ bytes: some Sequence<UInt8>) { line.send(Array(bytes)) }

  /// Changes the size of the window; the kernel notifies the foreground group with SIGWINCH.
  public func resize(_ size: Size) throws(Failure) { try Self.resize(line.master, size) }

  /// Sends a signal to the foreground process group, as the terminal does for Ctrl-C.
  public func signal(_ signal: Int32) throws(Failure) {
    let group = tcgetpgrp(line.master)
    guard group > 0, kill(-group, signal) == 0 else { throw Failure("kill", errno) }
  }

  /// Closes the terminal, as closing its window does: the kernel hangs up its line.
  public func hangUp() { line.hangUp() }

  /// Continues a stopped process.
  public func resume() throws(Failure) {
    guard kill(line.process, SIGCONT) == 0 else { throw Failure("kill", errno) }
  }

  /// Returns the current settings of the line, even after the program has ended.
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

  /// Calls `body` with strings of C, behind which there is a null pointer.
  static func withCStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
  ) -> CInt {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    return body(&pointers)
  }
}
