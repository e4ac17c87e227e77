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
  /// - Returns: The exit status; 128 and the number of the signal for a program that a signal ended, as in shells.
  /// - Throws: ``Failure``.
  public static func run(_ arguments: [String], environment: [String]) throws(Failure) -> Int32 {
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
    let status = try waitForEnd(of: process, name)
    // The macros of <sys/wait.h>.
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
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

  /// Shows a line and waits until Enter is pressed, or the terminal ends.
  public static func waitForEnter(saying text: String) {
    TerminalLine.write(Array(text.utf8), to: STDOUT_FILENO)
    while let byte = TerminalLine.readByte(from: STDIN_FILENO),
      byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r")
    {}
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
