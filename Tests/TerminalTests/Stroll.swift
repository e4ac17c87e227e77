import TestSupport
import Testing

/// A program that shows pictures, in a terminal that holds them.
struct Stroll {
  let session: TerminalSession

  init(
    _ persona: TerminalModel.Persona, choice: String = "auto", environment: [String: String] = [:],
    size: TerminalSession.Size = .init(columns: 100, rows: 30), underShell: Bool = false
  ) throws {
    session = try TerminalSession(
      try Products.executable("picturewalk"), arguments: [choice],
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }, size: size, persona: persona,
      underShell: underShell)
  }

  /// Shows a frame, and returns the screen with it.
  @discardableResult
  func show(_ number: Int, _ lines: String...) async throws -> TerminalModel.Screen {
    session.press(.paste((["frame \(number)"] + lines).joined(separator: "\n")))
    return try await session.wait(until: "frame \(number)") { $0.contains(" frame \(number) ") }
  }

  /// Waits until the terminal is known, and returns the screen.
  @discardableResult
  func settle(_ way: String = "") async throws -> TerminalModel.Screen {
    try await session.wait(until: "\(way) settled") { $0.contains(" settled \(way)") }
  }

  /// What was written since `mark`, as text.
  func written(since mark: TerminalSession.Mark) -> String {
    String(decoding: session.output(since: mark), as: UTF8.self)
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

  static let all = [
    Way(testDescription: "xterm", persona: .xterm, graphics: "symbols"),
    Way(
      testDescription: "xterm with direct colours", persona: .xterm, graphics: "symbols",
      environment: ["COLORTERM": "truecolor"]),
    Way(testDescription: "kitty", persona: .kitty, graphics: "kittyPlaceholders"),
    Way(testDescription: "kitty-old", persona: .oldKitty, graphics: "kittyPlacement"),
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

  static let withPictures = all.filter { $0.graphics != "symbols" }

  func stroll(size: TerminalSession.Size = .init(columns: 100, rows: 30), underShell: Bool = false) throws
    -> Stroll
  {
    try Stroll(persona, environment: environment, size: size, underShell: underShell)
  }
}
