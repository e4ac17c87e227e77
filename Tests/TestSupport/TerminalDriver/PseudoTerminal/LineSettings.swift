public import Glibc

/// The settings of a terminal line (termios), which a program must restore.
public struct LineSettings: Sendable, Equatable {
  /// `c_iflag`.
  public let input: tcflag_t
  /// `c_oflag`.
  public let output: tcflag_t
  /// `c_cflag`.
  public let control: tcflag_t
  /// `c_lflag`.
  public let local: tcflag_t
  /// `c_cc`: the special characters and, in noncanonical mode, MIN and TIME.
  public let characters: [UInt8]

  /// A Boolean value that indicates whether the kernel echoes input.
  public var echoes: Bool { local & tcflag_t(ECHO) != 0 }
  /// A Boolean value that indicates whether the program reads complete lines.
  public var isCanonical: Bool { local & tcflag_t(ICANON) != 0 }
  /// A Boolean value that indicates whether Ctrl-C, Ctrl-Z, and Ctrl-\ send signals.
  public var signals: Bool { local & tcflag_t(ISIG) != 0 }
  /// A Boolean value that indicates whether output is processed, so that a line feed also returns the
  /// carriage.
  public var processesOutput: Bool { output & tcflag_t(OPOST) != 0 }

  /// Reads the settings of the terminal on a descriptor, which may be its master.
  init(descriptor: CInt) throws(PseudoTerminal.Failure) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { throw .init("tcgetattr", errno) }
    input = settings.c_iflag
    output = settings.c_oflag
    control = settings.c_cflag
    local = settings.c_lflag
    characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
  }

  /// Returns descriptions of the differences from other settings.
  public func differences(from before: LineSettings) -> [String] {
    let flags: [(String, tcflag_t, tcflag_t)] = [
      ("ECHO", local ^ before.local, tcflag_t(ECHO)),
      ("ICANON", local ^ before.local, tcflag_t(ICANON)),
      ("ISIG", local ^ before.local, tcflag_t(ISIG)),
      ("IEXTEN", local ^ before.local, tcflag_t(IEXTEN)),
      ("OPOST", output ^ before.output, tcflag_t(OPOST)),
      ("ONLCR", output ^ before.output, tcflag_t(ONLCR)),
      ("ICRNL", input ^ before.input, tcflag_t(ICRNL)),
      ("IXON", input ^ before.input, tcflag_t(IXON)),
    ]
    let named = flags.filter { $0.1 & $0.2 != 0 }.map(\.0)
    return named.isEmpty && self != before ? ["other settings of the line"] : named
  }
}
