import Foundation
import TestSupport
import Testing

@Suite("Showing one photo", .fewAtOnce)
struct ShowTests {
  private let pictures: LoopbackPictures
  private let home: Home

  init() async throws {
    pictures = try LoopbackPictures()
    home = try await Home(photos: [Self.anchor(at: pictures.url)])
  }

  private static func anchor(at host: String) -> LoopbackPhoto {
    var photo = LoopbackPhoto(11, "Anchor at Älmhult", by: "Ann")
    photo.pictureHost = host
    photo.description = "Rust \u{1B}[31m and <b>rope</b>"
    photo.license = 4
    photo.views = 7
    photo.pathAlias = "ann"
    return photo
  }

  /// What stands below the picture.
  private static let lines = [
    "Anchor at Älmhult", "© Ann · CC BY 2.0", "https://www.flickr.com/photos/ann/11/", "Taken: 2023-11-14",
    "Uploaded: 2023-11-14", "Views: 7", "Tags: one two", "Size: 1024 × 683", "About: Rust [31m and rope",
  ]

  private func show(
    _ arguments: String..., on persona: TerminalModel.Persona = .xterm,
    size: TerminalSession.Size = .init(columns: 80, rows: 24), environment: [String: String] = [:]
  ) throws -> TerminalSession {
    try TerminalSession(
      try Products.program(), arguments: ["show", "11"] + arguments,
      environment: home.environment.merging(environment) { $1 }, size: size, folder: home.folder.url.path,
      persona: persona)
  }

  /// Runs a line of shell in a terminal, in which `$0` is the program.
  private func shell(
    _ line: String, on persona: TerminalModel.Persona, environment: [String: String] = [:]
  ) throws -> TerminalSession {
    try TerminalSession(
      "/bin/sh", arguments: ["-c", line, try Products.program()],
      environment: home.environment.merging(environment) { $1 }, folder: home.folder.url.path,
      persona: persona)
  }

  /// What is left behind besides the picture, which is to stay.
  private func leftovers(_ session: TerminalSession) throws -> [String] {
    try session.leftovers.filter { !["pictures", "images"].contains($0) }
  }

  // MARK: Pictures

  @Test(
    "The picture is shown as the terminal can, what is known stands below it, and the cursor on a line of its own",
    arguments: [
      (TerminalModel.Persona.kitty, TerminalModel.Picture.Kind.placeholders), (.oldKitty, .placement),
      (.sixel, .sixel), (.wezterm, .iterm),
    ])
  func picture(persona: TerminalModel.Persona, kind: TerminalModel.Picture.Kind) async throws {
    let session = try show(on: persona)
    #expect(try await session.exit() == .exited(0))
    let screen = session.screen
    let picture = try #require(screen.pictures.first)
    #expect(screen.pictures.count == 1 && picture.kind == kind)
    #expect(picture.image != nil && !picture.isDamaged)
    #expect(picture.position == .init(row: 0, column: 0))
    #expect(picture.rows >= 12 && picture.columns > picture.rows * 2)
    #expect(Array(screen.lines[picture.rows...].prefix(Self.lines.count)) == Self.lines)
    #expect(screen.cursor == .init(row: picture.rows + Self.lines.count, column: 0))
    #expect(try leftovers(session) == [])
  }

  @Test(
    "At the foot of the screen everything moves up, and nothing of the picture is lost",
    arguments: [TerminalModel.Persona.kitty, .oldKitty, .sixel, .wezterm])
  func foot(persona: TerminalModel.Persona) async throws {
    let session = try shell("seq 40; \"$0\" show 11 --size 21x7; echo end", on: persona)
    #expect(try await session.exit() == .exited(0))
    let picture = try #require(session.screen.pictures.first)
    #expect(session.screen.pictures.count == 1 && !picture.isDamaged)
    #expect((picture.columns, picture.rows) == (21, 7))
    let title = try #require(session.screen.find(Self.lines[0]))
    #expect(title.row == picture.position.row + picture.rows && title.column == 0)
    #expect(session.screen.line(picture.position.row - 1) == "40")
    #expect(session.screen.line(22) == "end")
  }

  @Test("Two runs show two pictures: the second does not take the place of the first")
  func twice() async throws {
    let session = try shell("for i in 1 2; do \"$0\" show 11 --size 6x2; done", on: .kitty)
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.pictures.count == 2 && session.screen.heldImages.count == 2)
    #expect(session.screen.pictures.allSatisfy { $0.image != nil && !$0.isDamaged })
  }

  @Test(
    "Symbols have the colors of the terminal",
    arguments: [
      (["COLORTERM": "truecolor"], "direct"), (["COLORTERM": ""], "palette"),
      (["TERM": "linux", "COLORTERM": ""], "eight"), (["NO_COLOR": "1", "COLORTERM": "truecolor"], "none"),
      (["TERM": "vt100"], "none"), (["TERM": "no-such-terminal"], "none"), (["TERM": ""], "none"),
    ])
  func symbols(environment: [String: String], colors: String) async throws {
    let session = try show(environment: environment)
    #expect(try await session.exit() == .exited(0))
    let title = try #require(session.screen.find(Self.lines[0]))
    let cells = session.screen.rows[..<title.row].joined()
    let seen = Set(cells.flatMap { [$0.style.foreground, $0.style.background] }.map(Self.kind))
    #expect(title.row >= 12 && cells.contains { $0.text != " " || $0.style != .plain })
    switch colors {
    case "direct": #expect(seen.contains("direct") && seen.isSubset(of: ["direct", "standard"]))
    case "palette": #expect(seen.contains("palette") && !seen.contains("direct"))
    case "eight": #expect(seen.contains("eight") && seen.isSubset(of: ["eight", "standard"]))
    default: #expect(seen == ["standard"])
    }
    #expect(session.screen.pictures == [] && session.screen.lines.contains("Views: 7"))
    #expect(try leftovers(session) == [])
  }

  private static func kind(_ color: TerminalModel.Color) -> String {
    switch color {
    case .standard: "standard"
    case .palette(let number): number < 8 ? "eight" : "palette"
    case .rgb: "direct"
    }
  }

  @Test("Without UTF-8 all is ASCII")
  func ascii() async throws {
    let session = try show(environment: ["LC_ALL": "C"])
    #expect(try await session.exit() == .exited(0))
    #expect(session.output().allSatisfy { $0 < 0x80 })
    #expect(session.screen.contains("Anchor at Almhult") && session.screen.contains("c Ann - CC BY 2.0"))
  }

  @Test(
    "A narrow terminal gets a small picture and all facts", arguments: ["xterm", "kitty", "sixel", "wezterm"])
  func narrow(persona: String) async throws {
    let session = try show(
      on: try #require(TerminalModel.Persona.named[persona]), size: .init(columns: 20, rows: 5))
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.line(3).hasSuffix("rope"))
    #expect(session.screen.cursor == .init(row: 4, column: 0))
    #expect(try leftovers(session) == [])
  }

  @Test("--size and --format are obeyed")
  func options() async throws {
    let sized = try show("--size", "30x6", "--format", "symbols", on: .kitty)
    #expect(try await sized.exit() == .exited(0))
    #expect(sized.screen.find(Self.lines[0]) == .init(row: 6, column: 0) && sized.screen.pictures == [])
    let none = try show("--format", "none", on: .kitty)
    #expect(try await none.exit() == .exited(0))
    #expect(Array(none.screen.lines.prefix(Self.lines.count)) == Self.lines)
    #expect(!none.output().contains(0x1B))
    let tooLarge = try show("--size", "300x90", "--format", "sixel", on: .sixel)
    #expect(try await tooLarge.exit() == .exited(0))
    #expect(tooLarge.screen.find(Self.lines[8]) != nil)
  }

  // MARK: Asking

  @Test("A terminal that does not answer is not waited for long, and gets symbols")
  func silence() async throws {
    let start = ContinuousClock.now
    let session = try show(on: .silent)
    #expect(try await session.exit() == .exited(0))
    // Mostly the start of the program on a busy machine: it waits for 300 ms.
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(session.screen.find(Self.lines[0])?.row ?? 0 >= 12)
    #expect(try leftovers(session) == [])
  }

  @Test("Who is killed while the terminal is asked leaves the line as it was")
  func killed() async throws {
    let session = try show(on: .silent)
    try await session.wait(until: "the question") { _ in session.output().contains("\u{1B}[c".utf8) }
    try session.signal(SIGTERM)
    #expect(try await session.exit() == .killed(signal: SIGTERM))
    #expect(try leftovers(session) == [])
  }

  @Test("What is no terminal is not asked, nor is a terminal of which only the output is ours")
  func unasked() async throws {
    let session = try shell("\"$0\" show 11 </dev/null", on: .kitty)
    #expect(try await session.exit() == .exited(0))
    #expect(!session.output().contains("\u{1B}[c".utf8))
    #expect(session.screen.find(Self.lines[0]) != nil && session.screen.pictures == [])
    let background = try shell("set -m; \"$0\" show 11 & wait", on: .kitty)
    #expect(try await background.exit() == .exited(0))
    #expect(!background.output().contains("\u{1B}[c".utf8))
    #expect(background.screen.find(Self.lines[0]) != nil)
  }

  /// Whether the system lets a program put back what was typed.
  private static let canPutBack =
    (try? String(contentsOfFile: "/proc/sys/dev/tty/legacy_tiocsti", encoding: .utf8))?.hasPrefix("1")
    ?? false

  @Test(
    "What is typed while the terminal is asked is read by who comes next", .enabled(if: canPutBack),
    arguments: [TerminalModel.Persona.silent, .kitty])
  func typing(persona: TerminalModel.Persona) async throws {
    let session = try shell("\"$0\" show 11; read line; echo \"read $line.\"", on: persona)
    session.type("ls -")
    try await session.wait(until: "the question") { _ in session.output().contains("\u{1B}[c".utf8) }
    session.type("l ä\r")
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.contains("read ls -l ä."))
  }

  // MARK: Without a terminal

  @Test("A pipe gets lines of label and text, no escape, and nothing is fetched")
  func pipe() async throws {
    let run = try await home.run("show", "11")
    run.expectSuccess()
    #expect(
      run.lines == [
        "id\t11", "title\tAnchor at Älmhult", "by\tAnn", "license\tCC BY 2.0", "taken\t2023-11-14",
        "uploaded\t2023-11-14", "views\t7", "tags\tone two", "size\t1024 × 683",
        "page\thttps://www.flickr.com/photos/ann/11/", "about\tRust [31m and rope",
      ])
    #expect(pictures.asked == [])
  }

  @Test(
    "A pipe gets a picture that is asked for by name",
    arguments: [
      ("sixel", "\u{1B}P"), ("kitty", "\u{1B}_Ga=t"), ("iterm", "\n"), ("symbols", ""), ("auto", ""),
    ])
  func pipedPicture(format: String, start: String) async throws {
    let run = try await home.run("show", "11", "--format", format, "--size", "24x8")
    run.expectSuccess()
    #expect(run.output.hasPrefix(start) && run.output.utf8.count > 400)
    #expect(run.output.contains("\nviews\t7\n") && run.output.contains("\u{1B}"))
    #expect(!run.output.contains("\u{1B}[c") && pictures.asked.count == 1)
    var model = TerminalModel(columns: 80, rows: 40, persona: format == "iterm" ? .wezterm : .sixel)
    model.feed(run.output.replacing("\n", with: "\r\n"))
    if ["sixel", "iterm"].contains(format) {
      #expect(model.pictures.count == 1 && model.pictures.allSatisfy { !$0.isDamaged })
    }
  }

  @Test("--json prints the fields of the list of photos, and the path of the picture once it was fetched")
  func json() async throws {
    let first = try await home.run("show", "11", "--json")
    first.expectSuccess()
    #expect(first.lines.count == 1 && first.output.contains("\"file\":null"))
    let list = try await home.run("photos", "--json").output
    let object = first.output.replacing("\"file\":null,", with: "")
    #expect(list == "[\n\(object)]\n")
    #expect(pictures.asked == [])
    try await home.run("show", "11", "--format", "sixel").expectSuccess()
    let second = try await home.run("show", "11", "--json")
    let file = try #require(try second.json(Located.self).file)
    #expect(file.hasPrefix(home.folder.path("cache")))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)).starts(with: [0xFF, 0xD8]))
  }

  private struct Located: Decodable { let file: String? }

  // MARK: What goes wrong

  @Test("A photo that is not in the library is reported in a sentence")
  func unknown() async throws {
    try await home.run("show", "12").expectFailure("There is no photo with the id 12 in the library")
    try await Home().run("show", "12").expectFailure("There is no library in")
  }

  @Test(
    "Without its picture, the known fields of a photo are still printed",
    arguments: ["gone", "missing", "broken", "page", "busy"])
  func noPicture(fault: String) async throws {
    switch fault {
    case "gone": pictures.answer("11", .pictureUnavailable)
    case "missing": pictures.answer("11", .html(status: 404, "Not Found"))
    case "broken": pictures.answer("11", .jpeg([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 4_000)))
    case "page": pictures.answer("11", .html(status: 200, "Sign in"))
    default: pictures.answer("11", .html(status: 503, "Busy"))
    }
    let run = try await home.run("show", "11", "--format", "symbols")
    #expect(run.status == 1)
    #expect(run.lines.first == "id\t11" && run.lines.count == 11)
    let sentence = run.errors
    #expect(
      sentence.hasPrefix("proofsheet: ") && sentence.hasSuffix(".\n") && sentence.count { $0.isNewline } == 1)
    let session = try show()
    #expect(try await session.exit() == .exited(1))
    #expect(Array(session.screen.lines.prefix(Self.lines.count)) == Self.lines)
    #expect(session.screen.line(Self.lines.count).hasPrefix("proofsheet: "))
    // Only the library says what is known, and it is only read.
    #expect(try await home.run("show", "11").status == 0)
  }

  @Test("Offline, a cached picture is shown, another is not, and the known fields are printed")
  func offline() async throws {
    try await home.run("show", "11", "--format", "sixel").expectSuccess()
    let port = try LoopbackFlickr.closedPort()
    defer { withExtendedLifetime(port) {} }
    let page = FlickrAnswers.page(photos: [Self.anchor(at: port.url)])
    try await home.run("refresh", "--source", try home.file("offline.json", page)).expectSuccess()
    // The cache knows pictures by their path, not by their host.
    try await home.run("show", "11", "--format", "sixel").expectSuccess()
    try FileManager.default.removeItem(atPath: home.folder.path("cache"))
    let run = try await home.run("show", "11", "--format", "sixel")
    #expect(run.status == 1 && run.lines.count == 11 && run.errors.contains("refused the connection"))
  }
}
