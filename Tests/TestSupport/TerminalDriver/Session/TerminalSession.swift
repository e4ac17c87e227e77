/// A person's view of a program in a terminal: keys in, screen out.
///
/// The program runs in a real pseudo-terminal; what it writes goes through a `TerminalModel`. Nothing is
/// polled: waiting looks again after each chunk of output and each change of the process. The program is
/// killed when the session goes away.
public final class TerminalSession: Sendable {
  /// Columns and rows of the window.
  public typealias Size = PseudoTerminal.Size

  let terminal: PseudoTerminal
  let display: Display

  /// Starts a program in a terminal.
  ///
  /// - Parameters:
  ///   - program: A path, or a name looked up in `PATH`.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: Added to, and stronger than, `standardEnvironment`; nothing else is passed on.
  ///   - size: The size of the window.
  ///   - folder: The working folder, the test's own if nil.
  ///   - persona: Who answers the program's questions.
  ///   - underShell: Whether a shell with job control starts it, which Ctrl-Z needs: the kernel does not stop
  ///     a program without a parent in its session. While the program is stopped so is the shell, with the
  ///     terminal as the program left it; `resume()` puts the program in the foreground again. A program that
  ///     is killed by a signal is seen as the shell sees it, as exit status 128 + signal.
  /// - Throws: `PseudoTerminal.Failure` if the program cannot be started.
  public init(
    _ program: String, arguments: [String] = [], environment: [String: String] = [:],
    size: Size = Size(columns: 80, rows: 24), folder: String? = nil,
    persona: TerminalModel.Persona = .xterm, underShell: Bool = false
  ) throws(PseudoTerminal.Failure) {
    let model = TerminalModel(columns: size.columns, rows: size.rows, persona: persona)
    let display = Display(model: model)
    self.display = display
    terminal = try PseudoTerminal(
      underShell ? "/bin/sh" : program,
      arguments: (underShell ? ["-c", Self.jobControl, "sh", program] : []) + arguments,
      environment: Self.standardEnvironment.merging(environment) { $1 },
      size: size, folder: folder, handle: display.handle)
  }

  /// Runs its arguments as a job; 147 to 150 are the statuses of the four signals that stop.
  private static let jobControl = """
    set -m; "$@"; status=$?
    while [ $status -ge 147 ] && [ $status -le 150 ]; do kill -STOP $$; fg >/dev/null; status=$?; done
    exit $status
    """

  /// What is visible now: cells, cursor, modes and title.
  public var screen: TerminalModel.Screen { display.now.model.screen }
  /// The terminal as a whole, with its clipboard, links and recorded strings.
  public var model: TerminalModel { display.now.model }
  /// What the process does now.
  public var status: PseudoTerminal.Status { display.now.status }
  /// The number of the process; the shell's if there is one.
  public var process: Int32 { terminal.process }
  /// The settings of the line as they are now.
  public var settings: LineSettings { get throws(PseudoTerminal.Failure) { try terminal.settings() } }

  /// What is not as it was before the program started, in words: modes, styles and settings of the line.
  public var leftovers: [String] {
    get throws(PseudoTerminal.Failure) {
      let changed = try terminal.settings().differences(from: terminal.settingsAtStart)
      return display.now.model.leftOn + changed.map { "\($0) of the line changed" }
    }
  }

  /// Types text as it is.
  public func type(_ text: String) { terminal.write(text.utf8) }

  /// Presses keys, one after the other, as the terminal sends them in its modes of this moment.
  public func press(_ keys: Key...) { press(keys) }

  /// Presses keys, one after the other, as the terminal sends them in its modes of this moment.
  public func press(_ keys: [Key]) {
    let modes = display.now.model.modes
    for key in keys { terminal.write(key.encoded(in: modes).utf8) }
  }

  /// Gives the window another size.
  public func resize(_ size: Size) throws(PseudoTerminal.Failure) {
    display.update { $0.model.resize(columns: size.columns, rows: size.rows) }
    try terminal.resize(size)
  }

  /// Sends a signal to the process group in the foreground.
  public func signal(_ signal: Int32) throws(PseudoTerminal.Failure) { try terminal.signal(signal) }

  /// Continues a program that was stopped.
  public func resume() throws(PseudoTerminal.Failure) {
    // Now, not when the kernel reports it, so that waiting for the next stop does not find this one.
    display.update { $0.status = .running }
    try terminal.resume()
  }
}
