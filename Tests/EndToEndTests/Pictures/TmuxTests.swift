import Foundation
import TestSupport
import Testing

@Suite("Pictures in tmux", .fewAtOnce, .enabled(if: Tmux.path != nil, "tmux is not installed"))
struct TmuxTests {
  @Test("They are shown, moved through and taken away", arguments: [true, false])
  func walk(passesThrough: Bool) async throws {
    let home = try await Home.withSamples()
    try home.configure("tmux_passthrough = false")
    try await Tmux.with(home, passesThrough: passesThrough) { tmux in
      try await walk(tmux, viewer: passesThrough ? .kitty : .xterm)
    }
    try await home.run("check").expectSuccess()
  }

  private func walk(_ tmux: Tmux, viewer: Viewer) async throws {
    let session = try tmux.browse(size: .init(columns: 120, rows: 40), persona: .kitty)
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("avL-g")
    let before = try await session.wait(until: "the sheet") {
      $0.panes.count == 2 && $0.isAt(1, of: 110) && $0.shows(16, of: viewer)
    }
    session.press(.right, .down)
    let moved = try await session.wait(until: "the sixth photo") { $0.isAt(6, of: 110) }
    #expect(moved.pictures == before.pictures)
    session.press(.enter)
    try await session.wait(until: "the photo") {
      $0.panes.isEmpty && $0.contains("6/110") && $0.shows(1, of: viewer)
    }
    session.type("q")
    let after = try await session.wait(until: "the sheet again") {
      $0.isAt(6, of: 110) && $0.shows(16, of: viewer)
    }
    #expect(after.images == before.images)
    session.press(.ctrl("c"))
    try await session.wait(until: "no picture left") {
      $0.contains("status 0") && $0.heldImages == [] && $0.pictures.isEmpty
    }
    session.press(.enter)
    #expect(try await session.exit() == .exited(0))
  }

  @Test("The browser has tmux pass them through its own pane, says so once, and takes that back")
  func passthrough() async throws {
    let home = try await Home.withSamples()
    for isFirst in [true, false] {
      try await Tmux.with(home, passesThrough: false) { try await passthrough($0, isFirst: isFirst) }
    }
  }

  private func passthrough(_ tmux: Tmux, isFirst: Bool) async throws {
    let session = try tmux.browse(size: .init(columns: 120, rows: 40), persona: .kitty)
    try await session.wait(until: "the list with a picture") {
      $0.isListAt(1, of: 2) && $0.shows(1, of: .kitty)
    }
    session.type("!")
    // tmux sends a frame in pieces: the lower border comes last.
    let messages = try await session.wait(until: "all messages") {
      $0.contains("─ Messages ─") && $0.contains("─ Esc close ─")
    }
    #expect(messages.contains("tmux passes pictures through this pane") == isFirst)
    #expect(try await tmux.passthrough() == "on")
    session.press(.ctrl("c"), .ctrl("c"))
    try await session.wait(for: "status 0")
    #expect(try await tmux.passthrough() == "")
    session.press(.enter)
    #expect(try await session.exit() == .exited(0))
  }

  @Test(
    "After Ctrl-L they are those of the terminal from which tmux is attached",
    arguments: [(Viewer.kitty, Viewer.xterm), (.kitty, .silent), (.silent, .kitty), (.xterm, .kitty)])
  func attaching(from first: Viewer, to second: Viewer) async throws {
    let home = try await Home.withSamples()
    try await Tmux.with(home, passesThrough: true) { tmux in
      let size = TerminalSession.Size(columns: 120, rows: 40)
      let session = try tmux.browse(size: size, persona: first.persona)
      try await session.wait(until: "the list with a picture") {
        $0.isListAt(1, of: 2) && $0.shows(1, of: first)
      }
      let other = try tmux.attach(size: size, persona: second.persona)
      try await other.wait(until: "the list") { $0.isListAt(1, of: 2) }
      other.press(.ctrl("l"))
      try await other.wait(until: "the list with a picture") {
        $0.isListAt(1, of: 2) && $0.shows(1, of: second) && (second == .kitty || !$0.hasPlaceholders)
      }
      other.press(.ctrl("c"))
      try await other.wait(for: "status 0")
      other.press(.enter)
      #expect(try await other.exit() == .exited(0))
      #expect(try await session.exit() == .exited(0))
    }
  }

  @Test("A browser that was killed leaves them passed through, and the next one in its pane takes that back")
  func passthroughAfterKill() async throws {
    let home = try await Home.withSamples()
    let number = home.folder.path("number")
    try await Tmux.with(home, passesThrough: false) { tmux in
      let program = try Products.program()
      let session = try tmux.browse(
        size: .init(columns: 120, rows: 40), persona: .kitty,
        // The number of the shell becomes that of the program. Afterwards, the screen and its modes are as the browser left them.
        after: """
          sh -c 'echo $$ > \(number); exec \(program)'; stty sane; \
          printf '\\033[2J\\033[Hkilled\\n'; read line;
          """)
      try await session.wait(until: "the list with a picture") {
        $0.isListAt(1, of: 2) && $0.shows(1, of: .kitty)
      }
      let text = try String(contentsOfFile: number, encoding: .utf8)
      let process = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
      #expect(kill(process, SIGKILL) == 0)
      try await session.wait(for: "killed")
      #expect(try await tmux.passthrough() == "on")
      session.press(.enter)
      try await session.wait(until: "the list with a picture again") {
        $0.isListAt(1, of: 2) && $0.shows(1, of: .kitty)
      }
      #expect(try await tmux.passthrough() == "on")
      session.press(.ctrl("c"))
      try await session.wait(for: "status 0")
      #expect(try await tmux.passthrough() == "")
      session.press(.enter)
      #expect(try await session.exit() == .exited(0))
    }
  }
}

extension TerminalModel.Screen {
  /// A Boolean value that indicates whether placeholders of kitty's protocol are shown, as pictures or as signs.
  fileprivate var hasPlaceholders: Bool {
    lines.contains { $0.unicodeScalars.contains("\u{10EEEE}") }
  }
}

/// A separate tmux server that reads only the settings of the test.
///
/// Each has its own socket: a server that is about to exit still accepts clients, and then drops them.
struct Tmux {
  static let path = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { $0 + "/tmux" }
    .first(where: FileManager.default.isExecutableFile)

  private let home: Home
  private let settings: String
  private let socket: String

  /// Calls `body` with a server, which is ended afterwards with all that runs in it.
  static func with(
    _ home: Home, passesThrough: Bool, _ body: (Tmux) async throws -> Void
  ) async throws {
    let tmux = try Tmux(home, passesThrough: passesThrough)
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(tmux))
    } catch {
      outcome = .failure(error)
    }
    // In a task of its own, which a time limit of the test does not cancel. It may have ended by itself.
    _ = try? await Task { try await home.shell("\(path ?? "tmux") -S \(tmux.socket) kill-server") }.value
    try outcome.get()
  }

  private init(_ home: Home, passesThrough: Bool) throws {
    self.home = home
    settings = home.folder.path("tmux.conf")
    socket = home.folder.path("tmux-\(UUID().uuidString.prefix(8))")
    let text = """
      set -g allow-passthrough \(passesThrough ? "on" : "off")
      set -g status off
      set -g default-terminal tmux-256color
      set -s escape-time 10
      set -g exit-empty on

      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: settings))
  }

  /// The setting of the pane itself.
  func passthrough() async throws -> String {
    let show = "show-options -pqv -t :0.0 allow-passthrough"
    let run = try await home.shell("\(Self.path ?? "tmux") -S \(socket) \(show)")
    run.expectSuccess()
    return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Attaches another terminal to the session, and detaches those that were.
  func attach(size: TerminalSession.Size, persona: TerminalModel.Persona) throws -> TerminalSession {
    try TerminalSession(
      Self.path ?? "tmux", arguments: ["-S", socket, "-u", "attach-session", "-d"],
      environment: home.environment, size: size, folder: home.folder.url.path, persona: persona)
  }

  /// Opens the browser in a shell that waits for Enter after it: when its last pane ends, tmux may leave before it has sent
  /// all that the pane said.
  ///
  /// - Parameter first: A line of shell that runs before it.
  func browse(
    size: TerminalSession.Size, persona: TerminalModel.Persona, after first: String = ""
  ) throws -> TerminalSession {
    let environment = home.environment.merging(["KITTY_WINDOW_ID": "1"]) { $1 }
    return try TerminalSession(
      Self.path ?? "tmux",
      arguments: [
        "-S", socket, "-f", settings, "-u", "new-session",
        "\(first) \(try Products.program()); echo status $?; read line",
      ], environment: environment, size: size, folder: home.folder.url.path, persona: persona)
  }
}
