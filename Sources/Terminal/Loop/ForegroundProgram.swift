internal import CNcurses
internal import Glibc

/// Another program that has the terminal until it ends.
public enum ForegroundProgram {
  /// The program could not be started.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error as one sentence.
    public let description: String
  }

  /// Runs a program with the terminal as its input and output, and waits for its end.
  ///
  /// The program is started directly, not by a shell: arguments reach it as they are. Ctrl-C and Ctrl-\\ end it, and not the
  /// caller. While it is stopped, as by Ctrl-Z, the caller and its job are stopped as well; it goes on with them.
  ///
  /// - Parameters:
  ///   - arguments: The name of the program, which is looked up in `PATH`, and its arguments.
  ///   - environment: The environment, as `NAME=value`.
  ///   - end: Called with the exit status, while keys still send no signal to the caller: Ctrl-C is easily pressed once more.
  /// - Returns: The exit status; 128 and the number of the signal for a program that a signal ended, as in shells.
  /// - Throws: ``Failure``.
  public static func run(
    _ arguments: [String], environment: [String], then end: (Int32) -> Void = { _ in }
  ) throws(Failure) -> Int32 {
    guard let name = arguments.first else { throw Failure(description: "No program is named.") }
    // Of a program that runs while SIGCHLD is ignored, the system forgets the status.
    let former =
      setHandler(SIG_IGN, of: [SIGINT, SIGQUIT, SIGTSTP]) + setHandler(SIG_DFL, of: [SIGCHLD])
    defer { restore(former) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGQUIT, SIGPIPE, SIGTSTP, SIGWINCH] { sigaddset(&signals, number) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // The threads of the dispatch library, one of which may be this, block most signals.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    let problem = withTexts(arguments) { arguments in
      withTexts(environment) { posix_spawnp(&process, name, nil, &attributes, arguments, $0) }
    }
    guard problem == 0 else {
      throw Failure(description: "\(name) cannot be started: \(String(cString: strerror(problem))).")
    }
    let outcome = try waitForEnd(of: process, name)
    // The macros of <sys/wait.h>.
    let status = outcome & 0x7f == 0 ? (outcome >> 8) & 0xff : 128 + (outcome & 0x7f)
    end(status)
    return status
  }

  /// Waits until a program ends, and returns its status as `waitpid` does.
  private static func waitForEnd(of process: pid_t, _ name: String) throws(Failure) -> Int32 {
    var status: Int32 = 0
    while true {
      guard waitpid(process, &status, WUNTRACED) >= 0 else {
        let problem = errno
        if problem == EINTR { continue }
        let reason = String(cString: strerror(problem))
        throw Failure(description: "The outcome of \(name) is unknown: \(reason).")
      }
      // WIFSTOPPED of <sys/wait.h>.
      guard status & 0xff == 0x7f else { return status }
      // The shell waits for this process, and knows nothing of the program.
      ps_guard_stop()
      kill(process, SIGCONT)
    }
  }

  /// Gives signals a handler, and returns the actions that they had.
  private static func setHandler(
    _ handler: sighandler_t?, of signals: [Int32]
  ) -> [(number: Int32, action: sigaction)] {
    signals.map { number in
      var (action, former) = (sigaction(), sigaction())
      action.__sigaction_handler.sa_handler = handler
      sigaction(number, &action, &former)
      return (number, former)
    }
  }

  /// Gives signals the actions that they had; `signal` would forget their flags, by which a handler gets its arguments.
  private static func restore(_ former: [(number: Int32, action: sigaction)]) {
    for (number, action) in former {
      var action = action
      sigaction(number, &action, nil)
    }
  }

  /// Shows a line and waits until Enter, Space, `q` or Ctrl-C is pressed, or the terminal ends.
  ///
  /// Ctrl-Z stops the caller and its job.
  public static func waitForEnter(saying text: String) {
    let stop: UInt8 = 0x1a
    var key: UInt8?
    repeat {
      key = nextKey(of: Array("\n\r q\u{3}".utf8) + [stop], saying: text)
      if key == stop { ps_guard_stop() }
    } while key == stop
  }

  /// Shows a line and waits for one of the keys that send a byte, while the terminal neither edits lines nor sends signals;
  /// returns the key, or `nil` if the terminal ends.
  private static func nextKey(of keys: [UInt8], saying text: String) -> UInt8? {
    var (former, settings) = (termios(), termios())
    let isTerminal = tcgetattr(STDIN_FILENO, &former) == 0
    if isTerminal {
      ps_guard_arm(STDIN_FILENO, &former, nil, 0)
      settings = former
      settings.c_lflag &= ~tcflag_t(ICANON | ISIG | ECHO)
      withUnsafeMutableBytes(of: &settings.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
      tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }
    defer {
      if isTerminal {
        tcsetattr(STDIN_FILENO, TCSANOW, &former)
        ps_guard_disarm()
      }
    }
    // Only now: a key that is pressed as soon as the line is seen sends no signal.
    TerminalLine.write(Array(text.utf8), to: STDOUT_FILENO)
    while let byte = TerminalLine.readByte(from: STDIN_FILENO) {
      if keys.contains(byte) { return byte }
    }
    return nil
  }

  /// Calls `body` with texts as C strings, behind which there is a null pointer.
  private static func withTexts<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
