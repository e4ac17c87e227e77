import Foundation
import TestSupport
import Testing

@Suite("Other programs", .fewAtOnce)
struct ProgramTests {
  private static let hostile = [
    LoopbackPhoto(1, "-rf \"$(touch oops)\" 'y' `z`; exit", by: "Ann"), LoopbackPhoto(2, "plain", by: "Ann"),
  ]

  /// A program that writes its arguments into a file, one a line.
  private func recorder(_ home: Home) async throws -> String {
    try await home.addProgram(
      "recorder", "for a in \"$@\"; do printf '<%s>\\n' \"$a\"; done > \(home.folder.path("said")); exit 3")
  }

  private func said(_ home: Home) -> String {
    (try? String(contentsOfFile: home.folder.path("said"), encoding: .utf8)) ?? ""
  }

  @Test("A program gets its arguments as they are, has the terminal, and its status is told after it")
  func foreground() async throws {
    let home = try await Home(photos: Self.hostile)
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(for: "plain")
    session.type("l")
    let program = try await recorder(home)
    session.type(":!\(program) %i 'a b' \"$(touch oops)\" 100%% -x %u\r")
    try await session.wait(for: "recorder ended with status 3. Press Enter to go back to the photos.")
    let lines = said(home).split(separator: "\n").map(String.init)
    #expect(lines.dropLast() == ["<2>", "<a b>", "<$(touch oops)>", "<100%>", "<-x>"])
    #expect(lines.last?.hasPrefix("<https://www.flickr.com/photos/") == true)
    session.press(.enter)
    try await session.wait(forFoot: "recorder ended with status 3")
    #expect(session.screen.contains("Photographers"))
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("oops")))
    try await session.type(":!/no/such %i\r", andWaitForFoot: "/no/such cannot be started")
  }

  @Test(
    "After a program, Ctrl-C goes back as Enter does, and Ctrl-Z gives the terminal to the shell",
    arguments: ["\u{3}", " ", "q", "\r", "\u{1A}"])
  func keysAfterProgram(key: String) async throws {
    let home = try await Home(photos: Self.hostile)
    let session = try home.browse(size: .init(columns: 120, rows: 24), underShell: true)
    try await session.wait(for: "plain")
    let program = try await home.addProgram("player", "echo it plays; exec sleep 600")
    session.type("l:!\(program) %i\r")
    try await session.wait(for: "it plays")
    session.press(.ctrl("c"))
    try await session.wait(for: "player ended with status 130. Press Enter to go back to the photos.")
    session.type(key)
    if key == "\u{1A}" {
      try await session.waitForStop()
      try await session.wait(until: "the terminal as it was") { _ in try session.leftovers == [] }
      try session.resume()
      session.press(.enter)
    }
    try await session.wait(until: "the photos again") { $0.modes.alternateScreen && $0.panes.count > 1 }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  @Test("A shell line gets what stands for photos in quotes, and E opens by the rules of the configuration")
  func shell() async throws {
    let home = try await Home(photos: Self.hostile)
    try await home.addProgram("viewer", "printf '%s' \"$1\" > \(home.folder.path("said"))")
    let config = home.folder.url.appendingPathComponent("config/proofsheet/config.toml")
    try FileManager.default.createDirectory(
      at: config.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("[open]\nphoto = \"\(home.folder.path("viewer")) %u &\"\n".utf8).write(to: config)
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(for: "plain")
    session.type("l:sh printf '%%s-%%s' %i %u | tr a-z A-Z > out\r")
    try await session.wait(for: "Press Enter to go back")
    let out = try String(contentsOfFile: home.folder.path("out"), encoding: .utf8)
    #expect(out.hasPrefix("2-HTTPS://WWW.FLICKR.COM/"))
    session.press(.enter)
    try await session.wait(until: "the photos again") { $0.panes.count > 1 }
    session.type("E")
    try await until { !said(home).isEmpty }
    #expect(said(home).hasPrefix("https://www.flickr.com/photos/"))
    try Data("[open]\nmusic = \"x\"\n".utf8).write(to: config)
    let wrong = try await home.run("refresh")
    #expect(wrong.errors.contains("there is no kind “music”; there are photo and video (line 2)"))
  }

  @Test("A detached program leaves the browser where it is, and a line that calls nothing is refused")
  func detached() async throws {
    let home = try await Home(photos: Self.hostile)
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(for: "plain")
    session.type("lA")
    try await session.wait(forFoot: "2 selected")
    let program = try await recorder(home)
    session.type(":!\(program) %i&")
    session.press(.backspace)
    session.type(" &\r")
    try await until { !said(home).isEmpty }
    #expect(session.screen.contains("Photographers"))
    for (line, answer) in [
      ("%x", "%x has no meaning"), ("'a", "A quotation mark is not closed"), ("&", "Type a program"),
    ] {
      try await session.type(":!p \(line)\r", andWaitForFoot: line == "&" ? "cannot be started" : answer)
      session.press(.escape)
      try await session.wait(forFoot: "? help")
    }
  }

  @Test("Y copies the picture by wl-copy, and says what is missing without it")
  func copying() async throws {
    let home = try await Home.withSamples()
    try await home.addProgram(
      "bin/wl-copy", "cat > \(home.folder.path("clip")); printf '%s' \"$*\" > \(home.folder.path("said"))")
    let session = try home.browse(
      size: .init(columns: 120, rows: 24),
      environment: [
        "PATH": "\(home.folder.path("bin")):/usr/bin:/bin", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": "",
      ])
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    try await session.type("lY", andWaitForFoot: "Copied the picture “Białowieża")
    try await until { !said(home).isEmpty }
    #expect(said(home) == "--type image/jpeg")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: home.folder.path("clip")))
    #expect(bytes.prefix(2) == Data([0xFF, 0xD8]) && bytes.count > 1_000)
    try await session.leave()
    let other = try home.browse(
      size: .init(columns: 120, rows: 24), environment: ["WAYLAND_DISPLAY": "", "DISPLAY": ""])
    try await other.wait(forCursor: "Białowieża", inPane: 1)
    try await other.type("Y", andWaitForFoot: "No program copies pictures")
  }

  @Test(
    "y copies the link by wl-copy and the terminal, and over SSH by the terminal alone",
    arguments: [false, true])
  func copyingLink(overSSH: Bool) async throws {
    let home = try await Home(photos: threePhotographers)
    let (new, clip) = (home.folder.path("clip.new"), home.folder.path("clip"))
    try await home.addProgram("bin/wl-copy", "cat > \(new); mv \(new) \(clip)")
    try await home.shell("mkdir temporary").expectSuccess()
    let session = try home.browse(
      size: .init(columns: 120, rows: 24),
      environment: [
        "PATH": "\(home.folder.path("bin")):/usr/bin:/bin", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": "",
        "SSH_CONNECTION": overSSH ? "192.0.2.1 50000 192.0.2.2 22" : "",
        "TMPDIR": home.folder.path("temporary"),
      ])
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("y", andWaitForFoot: overSSH ? "Sent https://" : "Copied https://")
    let link = try #require(session.model.clipboard.last)
    #expect(link.hasPrefix("https://"))
    if overSSH {
      try await session.leave()
      #expect(!FileManager.default.fileExists(atPath: clip))
    } else {
      try await until { FileManager.default.fileExists(atPath: clip) }
      #expect(try String(contentsOfFile: clip, encoding: .utf8) == link)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: home.folder.path("temporary"))
    #expect(!left.contains { $0.hasPrefix("proofsheet-input") })
  }

  @Test(
    "Y puts the picture into the clipboard of the terminal where no program copies",
    arguments: ["DONE", "EPERM"])
  func copyingToTerminal(_ status: String) async throws {
    let home = try await Home.withSamples()
    defer { withExtendedLifetime(home) {} }
    var persona = TerminalModel.Persona.kitty
    persona.clipboardStatus = status
    let session = try home.browse(
      size: .init(columns: 120, rows: 24), environment: ["WAYLAND_DISPLAY": "", "DISPLAY": ""],
      persona: persona)
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    let outcome =
      status == "DONE"
      ? "Copied the picture “Białowieża" : "it does not allow programs to write to the clipboard"
    try await session.type("lY", andWaitForFoot: outcome)
    let copied = session.model.clipboardData
    #expect(Array(copied.keys) == (status == "DONE" ? ["image/jpeg"] : []))
    if let data = copied["image/jpeg"] { #expect(data.prefix(2) == [0xFF, 0xD8] && data.count > 4096) }
    try await session.leave()
  }

  @Test(
    "pick draws on the terminal, prints what Enter chooses, and ends with 1 when nothing is chosen",
    arguments: ["", "<&-"])
  func picking(input: String) async throws {
    let home = try await Home(photos: Self.hostile)
    let shell = "\(try Products.program()) pick plain \(input) > out; echo status $? >> out; echo done"
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", shell], environment: home.environment, size: .init(columns: 100, rows: 24),
      folder: home.folder.url.path, persona: .xterm, underShell: false)
    try await session.wait(for: "Enter chooses the photo")
    let screen = try await session.wait(for: "1/1")
    #expect(screen.contains("plain"))
    session.press(.enter)
    try await session.wait(for: "done")
    #expect(try String(contentsOfFile: home.folder.path("out"), encoding: .utf8) == "2\nstatus 0\n")
  }

  @Test("pick prints several photos as JSON, or none", arguments: [true, false])
  func pickingSeveral(chooses: Bool) async throws {
    let home = try await Home(photos: Self.hostile)
    let shell = "\(try Products.program()) pick --multi --format json > out; echo status $? >> out; echo done"
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", shell], environment: home.environment, size: .init(columns: 100, rows: 24),
      folder: home.folder.url.path, persona: .xterm, underShell: false)
    try await session.wait(for: "1/2")
    if chooses {
      try await session.type("A", andWaitForFoot: "2 selected")
      session.press(.enter)
    } else {
      session.type("q")
    }
    try await session.wait(for: "done")
    let output = try String(contentsOfFile: home.folder.path("out"), encoding: .utf8)
    if chooses {
      #expect(output.contains("\"id\" : \"1\"") || output.contains("\"id\":\"1\""))
      #expect(output.contains("-rf \\\"$(touch oops)\\\"") && output.hasSuffix("status 0\n"))
    } else {
      #expect(output == "status 1\n")
    }
  }

  @Test("pick refuses a query that is none before it opens the screen")
  func refusing() async throws {
    let home = try await Home(photos: Self.hostile)
    let shell = "\(try Products.program()) pick year:x 2>&1; echo status $?"
    let session = try TerminalSession(
      "/bin/sh", arguments: ["-c", shell], environment: home.environment, size: .init(columns: 100, rows: 24),
      folder: home.folder.url.path, persona: .xterm, underShell: false)
    let screen = try await session.wait(for: "status 1")
    #expect(screen.contains("“x” does not fit year"))
  }
}
