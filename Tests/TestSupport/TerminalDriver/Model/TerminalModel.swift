/// A terminal emulator without a window: it processes a program's output and provides the visible screen.
///
/// Where terminals differ, it behaves as xterm, according to `TERM=xterm-256color`. It also supports the
/// sequences of `screen`, `tmux`, `vt100`, and `linux`. It responds to queries as its persona.
public struct TerminalModel: Sendable {
  /// The identity of the terminal.
  public internal(set) var persona: Persona
  /// The modes that the program has set.
  public internal(set) var modes = Modes()
  /// The title of the window (OSC 0 and 2).
  public internal(set) var title = ""
  /// The texts that the program put on the clipboard (OSC 52), decoded, oldest first.
  public internal(set) var clipboard: [String] = []
  /// The data that the program put on the clipboard (OSC 5522), by MIME type.
  public internal(set) var clipboardData: [String: [UInt8]] = [:]
  /// The identifier of the data for the clipboard in the response, with its key and the colon before it.
  var clipboardID = ""
  /// The targets of the links that the program wrote (OSC 8), in order.
  public internal(set) var links: [String] = []
  /// All control strings: OSC, DCS, APC, PM, SOS, and titles of screen, oldest first.
  public internal(set) var strings: [ControlString] = []
  /// The number of bells.
  public internal(set) var bells = 0

  var grid: Grid
  var otherGrid: Grid
  var cursor = Cursor()
  var savedCursor = SavedCursor()
  var otherSavedCursor = SavedCursor()
  var style = Style.plain
  var charsets = CharacterSets()
  var region: Range<Int>
  var tabStops: Set<Int>
  var lastPrinted: Unicode.Scalar?
  var titleStack: [String] = []
  var replies = ""
  var finishedFrame: Frame?
  var artwork = Artwork()
  /// The images of the other screen: in kitty, each screen has its own.
  var otherArtwork = Artwork()
  var drawnCount = 0
  /// A Boolean value that indicates whether the current output is for the terminal around tmux.
  var isPassedThrough = false
  /// A Boolean value that indicates whether tmux drops sequences.
  var isDropping = false
  private var parser = Parser()

  /// Creates a terminal in its initial state.
  public init(columns: Int = 80, rows: Int = 24, persona: Persona = .xterm) {
    precondition(columns > 0 && rows > 0, "a terminal has at least one cell")
    self.persona = persona
    grid = Grid(columns: columns, rows: rows)
    otherGrid = grid
    region = 0..<rows
    tabStops = Self.standardTabStops
  }

  static let standardTabStops = Set(stride(from: 8, to: 1 << 12, by: 8))

  /// The number of columns of the screen.
  public var columns: Int { grid.columns }
  /// The number of rows of the screen.
  public var rows: Int { grid.rows.count }

  /// The visible screen; while a synchronized frame is open, the previous frame.
  public var screen: Screen {
    let frame = finishedFrame ?? frame
    return Screen(
      rows: frame.rows, cursor: frame.cursor, modes: modes, title: title, artwork: frame.artwork,
      otherImages: Set(otherArtwork.images.keys))
  }

  /// The visible pictures.
  public var pictures: [Picture] { screen.pictures }

  /// The descriptions of states that the program should have restored before it ended.
  public var leftOn: [String] {
    var left = modes.leftOn
    if region != 0..<rows { left.append("scroll region") }
    if style != .plain { left.append("colors or attributes") }
    if charsets.current != .ascii { left.append("line drawing") }
    if !artwork.images.isEmpty || !otherArtwork.images.isEmpty { left.append("images") }
    if !pictures.isEmpty { left.append("pictures") }
    return left
  }

  /// Processes output of the program, in pieces of any size, and returns the terminal's responses.
  @discardableResult
  public mutating func feed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var parser = self.parser
    parser.parse(bytes) { perform($0) }
    self.parser = parser
    defer { replies = "" }
    return Array(replies.utf8)
  }

  /// Processes output of the program as text.
  @discardableResult
  public mutating func feed(_ text: String) -> [UInt8] { feed(text.utf8) }

  /// Changes the size of the screen, without rewrapping the text.
  public mutating func resize(columns: Int, rows: Int) {
    precondition(columns > 0 && rows > 0, "a terminal has at least one cell")
    let above = max(0, cursor.row - (rows - 1))
    grid.scrollUp(above, region: 0..<self.rows, style: .plain)
    grid.resize(columns: columns, rows: rows)
    otherGrid.resize(columns: columns, rows: rows)
    region = 0..<rows
    cursor.row -= above
    cursor.column = min(cursor.column, columns - 1)
    cursor.wrapPending = false
  }

  /// Processes output that tmux passes through, as an independent piece.
  mutating func takePassedThrough(_ text: String) {
    var parser = Parser()
    parser.parse(text.utf8) { perform($0) }
  }

  private mutating func perform(_ action: Parser.Action) {
    switch action {
    case .print(let scalar): print(scalar)
    case .control(let scalar): control(scalar)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .sequence(let sequence): self.sequence(sequence)
    case .string(let string): take(string)
    }
  }
}

extension TerminalModel {
  /// The cells and the cursor at one moment.
  struct Frame: Sendable {
    let rows: [[Cell]]
    let cursor: Position
    let artwork: Artwork
  }

  var frame: Frame {
    Frame(
      rows: grid.rows, cursor: Position(row: cursor.row, column: cursor.column), artwork: artwork)
  }

  /// The cursor, at the position of the next character.
  struct Cursor: Sendable {
    var row = 0
    var column = 0
    /// A Boolean value that indicates whether the last column is written and the next character begins a new
    /// row.
    var wrapPending = false
  }

  /// The state that DECSC saves.
  struct SavedCursor: Sendable {
    var cursor = Cursor()
    var style = Style.plain
    var charsets = CharacterSets()
    var origin = false
  }

  mutating func saveCursor() {
    savedCursor = SavedCursor(cursor: cursor, style: style, charsets: charsets, origin: modes.origin)
  }

  mutating func restoreCursor() {
    cursor = savedCursor.cursor
    cursor.row = min(cursor.row, rows - 1)
    cursor.column = min(cursor.column, columns - 1)
    style = savedCursor.style
    charsets = savedCursor.charsets
    if savedCursor.origin { modes.privateModes.insert(6) } else { modes.privateModes.remove(6) }
  }
}
