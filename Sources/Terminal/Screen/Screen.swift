internal import CNcurses
internal import Glibc
import PictureBasics

/// The terminal as a screen: shows frames, and gives the terminal back as it was.
///
/// There is one at a time, on standard input and output; it belongs to the main actor. Everything written to
/// the terminal goes through here.
@MainActor public final class Screen {
  /// Columns and rows.
  public private(set) var size: Size
  /// A Boolean value that indicates whether the mouse is reported; if not, the terminal's own selection of
  /// text works without Shift.
  public private(set) var reportsMouse: Bool

  /// The parser of the input, which has the bytes that are not yet a whole key or answer.
  var parser = InputParser()
  var inquiry: Inquiry
  var notified: Capabilities?
  var askedAt: ContinuousClock.Instant?
  var layer = PictureLayer()
  private var mustResend = false
  var copying = ClipboardCopying()
  var confirmation = FrameConfirmation()
  var aheadPacing = UploadPacing.ahead
  var picturePacing = UploadPacing.ofFrames
  var questions = OpenQuestions()
  var answerPatience = AnswerPatience()
  private let strings: ControlStrings
  /// A Boolean value that indicates whether the terminal distinguishes keys now.
  private var areKeysDistinct = false
  private let settings: termios
  let painter: Painter
  private let theme: Theme
  private var palette = Palette(background: nil, depth: .none)
  /// The capabilities that the palette was chosen for.
  private var paletteBasis: Capabilities?
  private let curses: CursesOutput
  private let handle: OpaquePointer
  var shown: CellGrid
  private var next: CellGrid
  private var mustRepaint = true
  /// A Boolean value that indicates whether pictures are left for a later frame.
  private var hasMorePictures = false
  private var isCopying = false
  var isOpen = true

  static let terminal = STDOUT_FILENO

  /// Opens the screen: alternate screen, keys as they come, mouse, pasting in brackets.
  ///
  /// Signals that end the program, traps and `exit` give the terminal back from now on. The locale of the
  /// process becomes the user's; if that is not UTF-8, characters outside ASCII are shown by their nearest
  /// counterparts. `depth` is how many colors there are, whatever the terminal says, and `theme` has the styles that the user
  /// chose.
  public init(
    colors: ColorPolicy = .automatic, mouse: Bool = true, depth: ColorDepth? = nil, theme: Theme = Theme()
  ) throws(TerminalError) {
    let entry = try Self.loadEntry()
    setlocale(LC_ALL, "")
    strings = ControlStrings()
    reportsMouse = mouse
    self.theme = theme
    use_env(false)
    use_tioctl(true)
    settings = Self.currentSettings()
    curses = try CursesOutput(Self.terminal)
    TerminalGuard.watch(noticesTo: -1)
    TerminalGuard.arm(terminal: Self.terminal, settings: settings, text: strings.restore)
    guard let handle = ps_newterm(entry, curses.file) else {
      curses.close()
      TerminalGuard.disarm()
      TerminalGuard.unwatch()
      throw .unknownTerminalType(entry)
    }
    self.handle = handle
    raw()
    noecho()
    nonl()
    keypad(ps_stdscr(), true)
    set_escdelay(25)
    curs_set(0)
    Self.endInitialState(of: curses)
    painter = Painter(colors: colors)
    size = Self.measure()
    shown = CellGrid(size: size)
    next = CellGrid(size: size)
    resize_term(CInt(size.height), CInt(size.width))
    // If a key press stopped an update, the state of the terminal would be unknown.
    typeahead(-1)
    inquiry = Inquiry(Self.surroundings(painter: painter, depth: depth))
    painter.directDepth = painter.directDepth(of: inquiry.capabilities.colorDepth)
    write(strings.begin + (mouse ? strings.mouseOn : ""))
  }

  /// The capabilities of the terminal known so far.
  public var capabilities: Capabilities { inquiry.capabilities }

  /// Shows a frame: `body` draws it on blank cells, and only what changed is sent, as one update.
  public func draw(_ body: (Canvas) -> Void) {
    if paletteBasis != capabilities { choosePalette() }
    next.clear(size: size)
    next.palette = palette
    next.showsUnicode = painter.isUTF8
    aheadPacing.giveUpOverdue(at: .now)
    next.heldImages = sendsPieces && !mustResend ? layer.images : nil
    body(next.canvas)
    guard isOpen else { return }
    let before = mustRepaint ? nil : shown
    (hasMorePictures, isCopying) = (false, false)
    let additions = hasMoreThanText ? addPictures(over: before) : FrameAdditions()
    let changed = painter.paint(next, over: before)
    if changed || mustRepaint || next.cursor != shown.cursor || !additions.isEmpty { update(additions) }
    swap(&shown, &next)
    distinguishKeys()
    continueCopying()
    if let number = confirmation.begin() {
      if let question = question(about: .frame(number)) {
        write(question)
      } else {
        confirmation.removeBody(of: number)?()
      }
    }
    sendAhead()
  }

  /// Lets the terminal distinguish keys if it can; after a frame, when the other screen is shown.
  private func distinguishKeys() {
    guard capabilities.distinguishesKeys, !areKeysDistinct else { return }
    areKeysDistinct = true
    armGuard()
    write(ControlStrings.distinctKeys)
  }

  /// The string that makes the terminal report keys as before; empty if it does so already.
  private var ordinaryKeys: String { areKeysDistinct ? ControlStrings.ordinaryKeys : "" }

  private func armGuard() {
    TerminalGuard.arm(
      terminal: Self.terminal, settings: settings, text: ordinaryKeys + strings.restore)
  }

  /// Runs `body` when the terminal has processed the next frame, or when that is drawn if the terminal answers nothing.
  func confirmNextFrame(_ body: @escaping () -> Void) { confirmation.request(body) }

  /// The colors for the terminal's background; until the terminal has answered, for the usual dark one.
  private func choosePalette() {
    let isLight = capabilities.brightness == .light
    let usual: Color? =
      capabilities.isComplete && capabilities.brightness == nil
      ? nil : isLight ? .rgb(255, 255, 255) : .rgb(0, 0, 0)
    let background = capabilities.background ?? usual
    palette = Palette(background: background, depth: painter.colorDepth, theme: theme)
    paletteBasis = capabilities
  }

  private func update(_ additions: FrameAdditions) {
    let whole = mustRepaint ? strings.scrollsAll : ""
    var bytes = Array((strings.frameBegins + whole).utf8) + additions.before
    let cells = curses.collect {
      if mustRepaint { painter.sendAll() } else { painter.send(keepsInPlace: hasMoreThanCells) }
      painter.placeCursor(next.cursor)
      doupdate()
    }
    // A repaint also mends a terminal that was left in line drawing.
    bytes += strings.hasLongAttributes && !mustRepaint ? AttributeShortening.shortened(cells) : cells
    mustRepaint = false
    bytes += additions.after
    // ncurses believes the cursor to be where it left it.
    if !additions.after.isEmpty { bytes += Self.move(to: painter.cursor) }
    write(bytes + additions.last + Array(strings.frameEnds.utf8))
  }

  /// Makes the next frame repaint everything and send pictures again, regardless of what the terminal shows.
  public func repaint() {
    mustRepaint = true
    mustResend = true
  }

  /// Makes the next frame repaint everything; images in the terminal stay there.
  func repaintCells() { mustRepaint = true }

  /// Asks the terminal for its size, and returns whether it changed.
  @discardableResult
  func measure() -> Bool {
    if inquiry.answersCellSize { askCellSize() }
    inquiry.apply(lineCellSize: Self.lineCellSize())
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
  public func copy(_ text: String) { copy(lines: [text]) }

  /// Puts `lines` into the user's clipboard, each without line breaks and controls, with a line break between two.
  ///
  /// - Returns: `false` if they are longer than terminals take, about half a megabyte: nothing is copied.
  @discardableResult
  public func copy(lines: [String]) -> Bool {
    guard let sequence = ClipboardText.sequence(of: lines) else { return false }
    write(sequence)
    return true
  }

  /// Puts data of a MIME type into the user's clipboard, by OSC 5522; replaces data that is on its way.
  ///
  /// The data is written with the next frames. `onAnswer` runs when the terminal answers at the end; if the terminal is
  /// given back meanwhile, it does not run.
  func copy(_ data: [UInt8], type: String, onAnswer: @escaping (ClipboardAnswer) -> Void) {
    copying.begin(data, type: type, onAnswer: onAnswer)
    isCopying = true
  }

  /// Writes as much of the copied data as a frame may take: a megabyte in about half a second.
  private func continueCopying() {
    guard let packets = copying.removePackets(limit: 64 << 10) else { return }
    write(packets)
    isCopying = true
  }

  /// Gives the terminal back, stops the program, and opens the screen again when it is continued; the next
  /// frame paints everything.
  public func suspend() {
    guard isOpen else { return }
    leave()
    TerminalGuard.stop()
    resume()
  }

  /// Gives the terminal back while `body` runs, such as another program in the foreground, and takes it again; the next
  /// frame paints everything.
  func lend(to body: () -> Void) {
    guard isOpen else { return }
    leave()
    body()
    resume()
  }

  /// Makes the terminal ours again after the program was stopped without our doing.
  func resume() {
    guard isOpen else { return }
    abandonQuestions()
    armGuard()
    reset_prog_mode()
    showOtherScreen()
    // Leaving curses mode forgets it (ncurses, lib_raw.c).
    keypad(ps_stdscr(), true)
    measure()
    write(strings.begin + (reportsMouse ? strings.mouseOn : ""))
    repaint()
  }

  /// Has ncurses switch to the other screen now, and clear it, rather than inside the next frame.
  ///
  /// The terminal saves the cursor of its first screen at that moment, and gives images to the screen that it shows: what is
  /// written before would move that cursor, and leave its images behind.
  private func showOtherScreen() {
    guard isendwin() else { return }
    write(
      curses.collect {
        werase(ps_stdscr())
        wnoutrefresh(ps_stdscr())
        doupdate()
      })
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
    curses.close()
  }

  private func leave() {
    // First: a key that is pressed while answers are awaited is for the next program.
    write(ordinaryKeys)
    areKeysDistinct = false
    var listener = AnswerListener(after: parser.removeUnfinished())
    removePictures(&listener)
    copying.cancel()
    awaitAnswers(&listener)
    listener.putBack()
    write(strings.end + strings.scrollsAll)
    endwin()
    TerminalGuard.disarm()
    TerminalGuard.setPictures([])
  }

  /// Removes all pictures; again if the questions around that did not get through tmux.
  private func removePictures(_ listener: inout AnswerListener) {
    let removals = layer.removeAll().flatMap(\.self)
    guard !removals.isEmpty, let question = inquiry.passageQuestion else { return write(removals) }
    for _ in 0..<3 {
      write(Array(question.utf8) + removals + Array(question.utf8))
      var count = 0
      let end = ContinuousClock.now + Self.patience / 2
      while count < 2, let answer = listener.next(before: end) {
        apply([answer])
        if answer.isFromKitty { count += 1 }
      }
      if count == 2 { return }
    }
  }

  /// The one place that writes to the terminal, besides ncurses, which has nothing unwritten between frames.
  func write(_ bytes: [UInt8]) {
    if isOpen { TerminalLine.write(bytes, to: Self.terminal) }
  }

  func write(_ text: String) { write(Array(text.utf8)) }
}

// Pictures.
extension Screen {
  /// A Boolean value that indicates whether data is left for the next frame, pictures or what is copied, or a draft can make
  /// way for its picture.
  var needsAnotherFrame: Bool {
    isCopying || hasMorePictures && !picturePacing.isWaiting
      || !aheadPacing.isWaiting && shown.awaited.contains { layer.images.missing(of: $0) == 0 }
  }

  /// A Boolean value that indicates whether pictures are left that follow when the terminal has processed those before.
  var awaitsPictures: Bool { hasMorePictures && picturePacing.isWaiting || !shown.awaited.isEmpty }

  private var hasMoreThanText: Bool {
    !next.pictures.isEmpty || !next.picturesInCells.isEmpty || !layer.shown.isEmpty
      || mustRepaint && !layer.isEmpty || painter.leavesCells(with: next.traits)
  }

  /// A Boolean value that indicates whether the terminal shows, or is to show, something that ncurses does
  /// not know of.
  private var hasMoreThanCells: Bool {
    !next.pictures.isEmpty || !shown.pictures.isEmpty
      || painter.leavesCells(with: next.traits) || painter.leavesCells(with: shown.traits)
  }

  /// Prepares what the next frame has besides text, before its cells are given to ncurses.
  private func addPictures(over before: CellGrid?) -> FrameAdditions {
    var additions = FrameAdditions()
    if mustResend { additions.before = layer.removeAll().flatMap(\.self) }
    mustResend = false
    picturePacing.giveUpOverdue(at: .now)
    hasMorePictures = !layer.arrange(
      next, over: before, limit: picturePacing.isWaiting ? 0 : picturePacing.limit)
    let leftRows = painter.rowsWithLeftCells(of: next)
    let rows = next.pictures.reduce(into: leftRows) { $0.formUnion($1.frame.minY..<$1.frame.maxY) }
    let written = before.map { WrittenCells(of: next, over: $0, rows: rows, asGiven: painter.given) } ?? .all
    let plan = layer.turn(to: next, written: written, repaints: before == nil)
    if !plan.isEmpty { TerminalGuard.setPictures(Self.stringEnd + layer.removals.flatMap(\.self)) }
    additions.before += plan.before.joined()
    for blank in plan.blanks { additions.before += Self.move(to: blank.point) + blank.bytes }
    // ncurses believes the cursor to be where it left it.
    if !plan.blanks.isEmpty { additions.before += Self.move(to: painter.cursor) }
    for drawing in plan.after {
      additions.after += Self.move(to: drawing.point)
      additions.after += drawing.bytes
    }
    if !leftRows.isEmpty {
      let text = DirectText(
        isDirect: painter.leaves, character: painter.character, style: painter.style)
      additions.after += text.bytes(for: next, rows: leftRows, over: before, written: written)
    }
    additions.last += plan.last.joined()
    if hasMorePictures { askAboutPictures(with: &additions) }
    return additions
  }

  /// Has the next pictures wait until the terminal has processed those of this frame, if it answers.
  private func askAboutPictures(with additions: inout FrameAdditions) {
    guard !picturePacing.isWaiting, picturePacing.isAnswered, answersAboutPictures else { return }
    picturePacing.begin(at: .now)
    additions.last += question(about: .pictures) ?? []
  }

  private static func move(to point: Point) -> [UInt8] {
    Array("\u{1b}[\(point.y + 1);\(point.x + 1)H".utf8)
  }

  /// Ends a control string that a signal may have cut in two.
  static let stringEnd = Array("\u{1b}\\".utf8)
}
