/// A program in a terminal from the user's point of view: keys in, screen out.
///
/// The program runs in a real pseudo-terminal, and a `TerminalModel` processes its output. There is no
/// polling: waits check again after each piece of output and each change of the process. The program is
/// killed when the session is deinitialized.
public final class TerminalSession: Sendable {
  /// The size of the window in columns and rows.
  public typealias Size = PseudoTerminal.Size

  let terminal: PseudoTerminal
  let display: Display
  /// Last, so that the program has ended when the folder is deleted.
  private let home: TemporaryFolder?

  /// Starts a program in a terminal.
  ///
  /// - Parameters:
  ///   - program: A path, or a name that is looked up in `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: Variables that are added to `standardEnvironment` and override it; no others are
  ///     inherited.
  ///   - size: The size of the window.
  ///   - folder: The working folder; nil for that of the test.
  ///   - home: The folder with the files of the program, which lives at least as long as the session.
  ///   - persona: The identity of the terminal for queries.
  ///   - underShell: A Boolean value that indicates whether a shell with job control starts the program.
  ///     Ctrl-Z requires it: the kernel does not stop a program without a parent in its session. While the
  ///     program is stopped, so is the shell, with the terminal as the program left it. `resume()` puts the
  ///     program into the foreground again. If a signal kills the program, the exit status is that of the
  ///     shell, 128 + signal.
  /// - Throws: `PseudoTerminal.Failure` if the program cannot be started.
  public init(
    _ program: String, arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(columns: 80, rows: 24), folder: String? = nil, home: TemporaryFolder? = nil,
    persona: TerminalModel.Persona = .xterm, underShell: Bool = false
  ) throws(PseudoTerminal.Failure) {
    let model = TerminalModel(columns: size.columns, rows: size.rows, persona: persona)
    let display = Display(model: model)
    self.display = display
    self.home = home
    terminal = try PseudoTerminal(
      underShell ? "/bin/sh" : program,
      arguments: (underShell ? ["-c", Self.jobControl, "sh", program] : []) + arguments,
      environment: Self.standardEnvironment.merging(environment) { $1 },
      size: size, folder: folder, handle: display.handle)
  }

  /// Runs its arguments as a job; 147 to 150 are the statuses for the four stop signals.
  private static let jobControl = """
    set -m; "$@"; status=$?
    while [ $status -ge 147 ] && [ $status -le 150 ]; do kill -STOP $$; fg >/dev/null; status=$?; done
    exit $status
    """

  /// The visible screen: cells, cursor, modes, and title.
  public var screen: TerminalModel.Screen { display.now.model.screen }
  /// The complete terminal, with its clipboard, links, and recorded strings.
  public var model: TerminalModel { display.now.model }
  /// The current status of the process.
  public var status: PseudoTerminal.Status { display.now.status }
  /// The process ID; that of the shell if there is one.
  public var process: Int32 { terminal.process }
  /// The current settings of the line.
  public var settings: LineSettings { get throws(PseudoTerminal.Failure) { try terminal.settings() } }

  /// The descriptions of modes, styles, and line settings that the program has not restored.
  public var leftovers: [String] {
    get throws(PseudoTerminal.Failure) {
      let changed = try terminal.settings().differences(from: terminal.settingsAtStart)
      return display.now.model.leftOn + changed.map { "\($0) of the line changed" }
    }
  }

  /// Holds back the terminal's answers, as a slow line does, until they are released.
  public func holdAnswers() { display.update { $0.heldAnswers = $0.heldAnswers ?? [] } }

  /// Gives the answers that were held back, and later ones at once.
  public func releaseAnswers() {
    var answers: [UInt8] = []
    display.update { state in
      answers = state.heldAnswers ?? []
      state.heldAnswers = nil
    }
    terminal.write(answers)
  }

  /// Types text without changing it.
  public func type(_ text: String) { terminal.write(text.utf8) }

  /// Presses keys one after the other; the terminal encodes them in its current modes.
  public func press(_ keys: Key...) { press(keys) }

  /// Presses keys one after the other; the terminal encodes them in its current modes.
  public func press(_ keys: [Key]) {
    let modes = display.now.model.modes
    for key in keys { terminal.write(key.encoded(in: modes).utf8) }
  }

  /// Changes the size of the window.
  public func resize(_ size: Size) throws(PseudoTerminal.Failure) {
    display.update { $0.model.resize(columns: size.columns, rows: size.rows) }
    try terminal.resize(size)
  }

  /// Gives the terminal another background, and says that it is dark or light if the program wants to know.
  public func turn(to background: String, isDark: Bool) {
    let isWanted = display.now.model.modes.privateModes.contains(2031)
    display.update { $0.model.persona.background = background }
    if isWanted { terminal.write("\u{1B}[?997;\(isDark ? 1 : 2)n".utf8) }
  }

  /// Sends a signal to the foreground process group.
  public func signal(_ signal: Int32) throws(PseudoTerminal.Failure) { try terminal.signal(signal) }

  /// Closes the terminal, as closing its window does; it shows nothing more.
  public func hangUp() { terminal.hangUp() }

  /// Continues a stopped program.
  public func resume() throws(PseudoTerminal.Failure) {
    // Set immediately, not when the kernel reports it, so that a wait for the next stop does not find this
    // one.
    display.update { $0.status = .running }
    try terminal.resume()
  }
}
