internal import Glibc

/// The terminal of the session in place of standard input and output, for a program whose output goes elsewhere.
public struct ControllingTerminal: ~Copyable {
  private let input: CInt
  private let output: CInt

  /// Has standard input and output be the terminal until ``end()``.
  ///
  /// - Throws: ``TerminalError/notATerminal`` if the process has no terminal.
  public init() throws(TerminalError) {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard terminal >= 0 else { throw .notATerminal }
    defer { close(terminal) }
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    dup2(terminal, STDIN_FILENO)
    dup2(terminal, STDOUT_FILENO)
  }

  /// Gives standard input and output back.
  public consuming func end() {
    for (saved, standard) in [(input, STDIN_FILENO), (output, STDOUT_FILENO)] where saved >= 0 {
      dup2(saved, standard)
      close(saved)
    }
  }
}
