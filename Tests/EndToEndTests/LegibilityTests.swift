import TestSupport
import Testing

@Suite("What can be read on any terminal", .fewAtOnce)
struct LegibilityTests {
  @Test("The frame of the focus has another color on a light background than on a dark one")
  func background() async throws {
    let home = try await Home(photos: threePhotographers)
    for (background, color) in [("1010/1010/1010", UInt8(44)), ("fafa/fafa/fafa", 23)] {
      var persona = TerminalModel.Persona.xterm
      persona.background = background
      let session = try home.browse(persona: persona)
      try await session.wait(forCursor: "Anchor", inPane: 1)
      // The answer comes after the first frame.
      try await session.wait(until: "the color for the background") { screen in
        screen.rows[0][0].style.foreground == .palette(color)
      }
      session.press(.ctrl("c"))
      #expect(try await session.exit() == .exited(0))
    }
  }

  @Test("The colors follow the terminal when the user turns it light, and nothing stays on afterwards")
  func turned() async throws {
    let home = try await Home(photos: threePhotographers)
    defer { withExtendedLifetime(home) {} }
    let session = try home.browse()
    try await session.wait(until: "the color on dark") { $0.rows[0][0].style.foreground == .palette(44) }
    session.turn(to: "fafa/fafa/fafa", isDark: false)
    try await session.wait(until: "the color on light") { $0.rows[0][0].style.foreground == .palette(23) }
    session.turn(to: "1010/1010/1010", isDark: true)
    try await session.wait(until: "the color on dark") { $0.rows[0][0].style.foreground == .palette(44) }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  @Test(
    "Colors are those of the configuration, for the background that there is; without color there are none")
  func configured() async throws {
    let home = try await Home(photos: threePhotographers)
    try home.configure(
      """
      [colors]
      frame = "underline bright-yellow"
      cursor = "bold 16 on 214"

      [colors.light]
      frame = "#0000aa"
      """)
    let session = try home.browse()
    let screen = try await session.wait(until: "the colors") {
      $0.rows[0][0].style.foreground == .palette(11) && $0.panes[0].cursor != nil
    }
    #expect(screen.rows[0][0].style.attributes.contains(.underline))
    let cursor = screen.rows[1][4].style
    #expect(cursor.foreground == .palette(16) && cursor.background == .palette(214))
    session.turn(to: "fafa/fafa/fafa", isDark: false)
    try await session.wait(until: "the other frame") { $0.rows[0][0].style.foreground == .palette(19) }
    #expect(session.screen.rows[1][4].style.background == .palette(214))
    try home.configure("[colors]\ntheme = \"light\"\n[colors.light]\nframe = \"red\"")
    let forced = try home.browse()
    try await forced.wait(until: "the light theme") { $0.rows[0][0].style.foreground == .palette(1) }
    let plain = try home.browse(environment: ["NO_COLOR": "1"])
    try await plain.wait(forCursor: "Anchor", inPane: 1)
    #expect(plain.screen.rows.joined().allSatisfy { $0.style.foreground == .standard })
  }

  @Test(
    "A wrong color is an error with its line",
    arguments: [
      ("frame = \"pink\"", "frame: “pink” is no part of a style; there are bold, dim,", "(line 2)"),
      ("border = \"red\"", "there is no color “border”; there are frame, title, cursor,", "(line 2)"),
      ("frame = 7", "frame must be text, as in frame = \"bold cyan\"", "(line 2)"),
      ("theme = \"dusk\"", "there is no theme “dusk”; it can be auto, dark or light", "(line 2)"),
      ("[colors.dark]\nframe = \"red on\"", "frame: “on” is no part of a style", "(line 3)"),
      ("[colors.dark]\ntheme = \"red\"", "there is no color “theme”", "(line 3)"),
      ("[colors.light]\nframe = 1", "frame must be text", "(line 3)"),
    ])
  func refused(line: String, reason: String, place: String) async throws {
    let home = try Home()
    try home.configure("[colors]\n\(line)\n")
    let run = try await home.run("refresh", "--source", "sample")
    #expect(run.status != 0 && run.errors.contains(reason) && run.errors.contains(place), "\(run.errors)")
  }

  @Test("Without UTF-8, the scroll bar differs from the frame, ß becomes ss, and all is ASCII")
  func ascii() async throws {
    let photos = (1...60).map { LoopbackPhoto($0, "Straße \($0)", by: "Björn Weiß") }
    let home = try await Home(photos: photos)
    let server = try LoopbackFlickr()
    let page = FlickrAnswers.page(photos: FlickrAnswers.photos(90))
    server.serve("/page-1.json", .json(page).stalled(.after(20_000)))
    let session = try home.browse(
      "--source", server.url + "/page-1.json", size: .init(columns: 120, rows: 24),
      environment: ["LC_ALL": "C"])
    try await session.wait(for: "Strasse 1")
    session.type("r")
    let screen = try await session.wait(until: "progress") {
      $0.contains("Fetching page 1: ") && $0.contains("#.........")
    }
    #expect(screen.contains("Bjorn Weiss"))
    #expect(screen.lines.contains { $0.contains("# ") } && screen.text.allSatisfy(\.isASCII))
    session.press(.escape)
    try await session.wait(for: "Refresh canceled")
  }
}
