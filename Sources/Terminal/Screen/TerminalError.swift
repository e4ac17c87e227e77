internal import Glibc

/// Why a screen cannot be opened.
///
/// Nothing was written to the terminal then.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is no terminal.
  case notATerminal
  /// The variable TERM is missing or empty.
  case terminalTypeNotSet
  /// The terminal can do no more than print lines.
  case dumbTerminal(type: String)
  /// There is no entry for the terminal's type on this system, and none that could stand in for it.
  case unknownTerminalType(String)
  /// The system refused what a screen needs, as when the process has too many files open.
  case unavailable(errno: Int32)

  /// One sentence that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .notATerminal:
      "The browser needs a terminal for its input and output."
    case .terminalTypeNotSet:
      "The terminal's type is not known: set TERM, for example to xterm-256color."
    case .dumbTerminal(let type):
      "A terminal of type \(type) cannot show a screen: set TERM to what the terminal really is."
    case .unknownTerminalType(let type):
      "There is no entry for the terminal type \(type): install ncurses-term or set TERM to a known type."
    case .unavailable(let number):
      "The terminal cannot be opened: \(String(cString: strerror(number)))."
    }
  }
}
