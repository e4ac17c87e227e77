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
