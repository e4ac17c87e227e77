internal import CNcurses
internal import Glibc

/// The terminal as a screen: shows frames, and gives the terminal back as it was.
///
/// There is one at a time, on standard input and output; it belongs to the main actor. Everything written to
/// the terminal goes through here.
@MainActor public final class Screen {
  /// Columns and rows.
  public private(set) var size: Size
  /// Whether the mouse is reported; if not, the terminal's own selection of text works without Shift.
  public private(set) var reportsMouse: Bool

  private let strings: ControlStrings
  private let restoreBytes: UnsafeMutableBufferPointer<CChar>
  private let settings: termios
  private let painter: Painter
  private let handle: OpaquePointer
  private var shown: CellGrid
  private var next: CellGrid
  private var mustRepaint = true
  private var isOpen = true

  private static let terminal = STDOUT_FILENO

  /// Opens the screen: alternate screen, keys as they come, mouse, pasting in brackets.
  ///
  /// Signals that end the program, traps and `exit` give the terminal back from now on. The locale of the
  /// process becomes the user's; if that is not UTF-8, characters outside ASCII are shown by their nearest
  /// counterparts.
  public init(colors: ColorPolicy = .automatic, mouse: Bool = true) throws(TerminalError) {
    try Self.checkTerminal()
    setlocale(LC_ALL, "")
    strings = ControlStrings()
    restoreBytes = Self.prepare(strings.restore)
    reportsMouse = mouse
    use_env(false)
    use_tioctl(true)
    settings = Self.currentSettings()
    TerminalGuard.watch(noticesTo: -1)
    TerminalGuard.arm(
      terminal: Self.terminal, settings: settings, bytes: UnsafeBufferPointer(restoreBytes))
    guard let handle = ps_newterm() else {
      TerminalGuard.disarm()
      TerminalGuard.unwatch()
      throw .unknownTerminalType(Self.type ?? "")
    }
    self.handle = handle
    raw()
    noecho()
    nonl()
    keypad(ps_stdscr(), true)
    set_escdelay(25)
    painter = Painter(colors: colors)
    size = Self.measure()
    shown = CellGrid(size: size)
    next = CellGrid(size: size)
    resize_term(CInt(size.height), CInt(size.width))
    curs_set(0)
    write(strings.begin + (mouse ? strings.mouseOn : ""))
  }

  /// Shows a frame: `body` draws it on blank cells, and only what changed is sent, as one update.
  public func draw(_ body: (Canvas) -> Void) {
    next.clear(size: size)
    body(next.canvas)
    guard isOpen else { return }
    let changed = painter.paint(next, over: mustRepaint ? nil : shown)
    if changed || mustRepaint || next.cursor != shown.cursor { update() }
    swap(&shown, &next)
  }

  private func update() {
    if mustRepaint { clearok(ps_curscr(), true) }
    mustRepaint = false
    write(strings.frameBegins)
    painter.placeCursor(next.cursor)
    doupdate()
    write(strings.frameEnds)
  }

  /// Makes the next frame paint everything anew, whatever the terminal shows now.
  public func repaint() { mustRepaint = true }

  /// Asks the terminal for its size, and returns whether it changed.
  @discardableResult
  func measure() -> Bool {
    let now = Self.measure()
    guard now != size else { return false }
    size = now
    resize_term(CInt(size.height), CInt(size.width))
    mustRepaint = true
    return true
  }

  /// Turns the reports of the mouse on or off.
  public func setMouse(_ isOn: Bool) {
    reportsMouse = isOn
    write(isOn ? strings.mouseOn : strings.mouseOff)
  }

  /// Puts `text` into the user's clipboard, by OSC 52: works over SSH, and is ignored by terminals that do not
  /// allow it.
  public func copy(_ text: String) {
    write("\u{1b}]52;c;\(Base64.encoded(SafeText.fitted(text).utf8))\u{07}")
  }

  /// Gives the terminal back, stops the program, and opens the screen again when it is continued; the next
  /// frame paints everything.
  public func suspend() {
    guard isOpen else { return }
    leave()
    TerminalGuard.stop()
    resume()
  }

  /// Makes the terminal ours again after the program was stopped without our doing.
  func resume() {
    guard isOpen else { return }
    TerminalGuard.arm(
      terminal: Self.terminal, settings: settings, bytes: UnsafeBufferPointer(restoreBytes))
    reset_prog_mode()
    // Leaving curses mode forgets it (ncurses, lib_raw.c).
    keypad(ps_stdscr(), true)
    measure()
    write(strings.begin + (reportsMouse ? strings.mouseOn : ""))
    mustRepaint = true
  }

  /// Gives the terminal back as it was.
  ///
  /// A closed screen shows nothing more.
  public func close() {
    guard isOpen else { return }
    leave()
    isOpen = false
    TerminalGuard.unwatch()
    delscreen(handle)
  }

  private func leave() {
    write(strings.end)
    endwin()
    TerminalGuard.disarm()
  }

  /// The one place that writes to the terminal, besides ncurses, which has nothing unwritten between frames.
  private func write(_ text: String) {
    guard isOpen else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(Self.terminal, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }
}

extension Screen {
  private static var type: String? { getenv("TERM").map { String(cString: $0) } }

  /// Throws when standard input and output cannot show a screen; writes nothing.
  public static func checkTerminal() throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1, isatty(terminal) == 1 else { throw .notATerminal }
    guard let type, !type.isEmpty else { throw .terminalTypeNotSet }
    var status: CInt = 0
    guard setupterm(nil, terminal, &status) == OK else {
      throw type == "dumb" ? .dumbTerminal(type: type) : .unknownTerminalType(type)
    }
    guard ps_capability("cup") != nil, ps_capability("clear") != nil else {
      throw .dumbTerminal(type: type)
    }
  }

  /// What the terminal says of its size, else what its entry says.
  private static func measure() -> Size {
    var window = winsize()
    if ps_window_size(terminal, &window) == 0, window.ws_col > 0, window.ws_row > 0 {
      return Size(width: Int(window.ws_col), height: Int(window.ws_row))
    }
    return Size(width: Int(ps_columns()), height: Int(ps_lines()))
  }

  /// A copy of `text` that a handler of a signal can read at any time; it is never freed.
  private static func prepare(_ text: String) -> UnsafeMutableBufferPointer<CChar> {
    let bytes = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(fromContentsOf: text.utf8.map { CChar(bitPattern: $0) })
    return bytes
  }

  /// How the terminal is set now: what it is to be set back to.
  private static func currentSettings() -> termios {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return settings
  }
}
