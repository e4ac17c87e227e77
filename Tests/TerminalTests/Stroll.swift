import TestSupport
import Testing

/// A program that shows pictures, in a terminal that holds them.
struct Stroll {
  let session: TerminalSession

  init(
    _ persona: TerminalModel.Persona, choice: String = "auto", environment: [String: String] = [:],
    size: TerminalSession.Size = .init(columns: 100, rows: 30), underShell: Bool = false,
    program: [String] = []
  ) throws {
    session = try TerminalSession(
      try Products.executable("picturewalk"), arguments: [choice] + program,
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }, size: size, persona: persona,
      underShell: underShell)
  }

  /// Shows a frame, and returns the screen with it.
  @discardableResult
  func show(_ number: Int, _ lines: String...) async throws -> TerminalModel.Screen {
    session.press(.paste((["frame \(number)"] + lines).joined(separator: "\n")))
    return try await session.wait(until: "frame \(number)") { $0.contains(" frame \(number) ") }
  }

  /// Waits until the capabilities of the terminal are known, and returns the screen.
  @discardableResult
  func waitForCapabilities(_ way: String = "") async throws -> TerminalModel.Screen {
    try await session.wait(until: "\(way) complete") { $0.contains(" complete \(way)") }
  }

  /// What was written since `mark`, as text.
  func written(since mark: TerminalSession.Mark) -> String {
    String(decoding: session.output(since: mark), as: UTF8.self)
  }

  /// What was written since `mark`, without questions to the terminal around tmux, which is asked again after a while.
  func drawn(since mark: TerminalSession.Mark) -> String {
    written(since: mark).replacing(/\u{1b}Ptmux;\u{1b}\u{1b}\[>q.*?a=q.*?\u{1b}\u{1b}\\\u{1b}\\/, with: "")
  }

  func quit() async throws {
    session.type("q")
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }
}

/// A terminal and how it shows pictures.
struct Way: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let persona: TerminalModel.Persona
  let graphics: String
  var environment: [String: String] = [:]

  /// Whether pictures are part of the cells.
  var isText: Bool { graphics == "symbols" || graphics == "kittyPlaceholders" }

  static let kitty = Way(testDescription: "kitty", persona: .kitty, graphics: "kittyPlaceholders")
  static let oldKitty = Way(testDescription: "kitty-old", persona: .oldKitty, graphics: "kittyPlacement")

  static let all = [
    Way(testDescription: "xterm", persona: .xterm, graphics: "symbols"),
    Way(
      testDescription: "xterm with direct colors", persona: .xterm, graphics: "symbols",
      environment: ["COLORTERM": "truecolor"]),
    kitty, oldKitty,
    Way(
      testDescription: "kitty with the entry of a terminal of 8 colors", persona: .kitty,
      graphics: "kittyPlaceholders", environment: ["TERM": "xterm"]),
    Way(testDescription: "sixel", persona: .sixel, graphics: "sixel"),
    Way(testDescription: "wezterm", persona: .wezterm, graphics: "iterm"),
    Way(testDescription: "none", persona: .silent, graphics: "symbols"),
    Way(
      testDescription: "tmux that passes through", persona: .tmux(passesThrough: true),
      graphics: "kittyPlaceholders", environment: ["TMUX": "/tmp/x,1,0", "TERM": "tmux-256color"]),
    Way(
      testDescription: "tmux", persona: .tmux(passesThrough: false), graphics: "symbols",
      environment: ["TMUX": "/tmp/x,1,0", "TERM": "tmux-256color"]),
  ]

  /// Terminals whose widths differ from those of the C library.
  static let withOtherWidths = [
    Way(testDescription: "marks without a column", widths: (0, 0, 1, true)),
    Way(testDescription: "marks of one column", widths: (1, 1, 2, false)),
    Way(testDescription: "marks of one column and narrow emoji", widths: (1, 1, 1, false)),
    Way(testDescription: "wide emoji", widths: (0, 1, 2, true)),
    Way(testDescription: "marks without a column, with pictures", persona: .sixel, widths: (0, 0, 2, false)),
  ]

  private init(
    testDescription: String, persona: TerminalModel.Persona = .xterm,
    widths: (marks: Int, spacingMarks: Int, emoji: Int, joinsLetters: Bool)
  ) {
    var persona = persona
    persona.widths.marks = widths.marks
    persona.widths.spacingMarks = widths.spacingMarks
    persona.widths.emoji = widths.emoji
    persona.widths.joinsLetters = widths.joinsLetters
    self.init(
      testDescription: testDescription, persona: persona, graphics: persona.showsSixel ? "sixel" : "symbols")
  }

  init(
    testDescription: String, persona: TerminalModel.Persona, graphics: String,
    environment: [String: String] = [:]
  ) {
    self.testDescription = testDescription
    self.persona = persona
    self.graphics = graphics
    self.environment = environment
  }

  static let withPictures = all.filter { $0.graphics != "symbols" }

  func stroll(size: TerminalSession.Size = .init(columns: 100, rows: 30), underShell: Bool = false) throws
    -> Stroll
  {
    try Stroll(persona, environment: environment, size: size, underShell: underShell)
  }
}
