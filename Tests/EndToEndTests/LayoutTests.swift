import TestSupport
import Testing

@Suite("Windows of every size", .fewAtOnce)
struct LayoutTests {
  @Test(
    "Three panes where there is room, two at 80 columns",
    arguments: [(120, 40, 3), (110, 24, 3), (109, 24, 2), (80, 24, 2), (72, 24, 2)])
  func panes(columns: Int, rows: Int, panes: Int) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: columns, rows: rows))
    let screen = try await session.wait(forCursor: "Anchor", inPane: 1)
    #expect(screen.panes.count == panes)
    #expect(screen.crookedRows == [])
    if panes == 3 { #expect(screen.panes[2].contains("CC BY 2.0")) }
  }

  @Test(
    "A narrow window shows one pane: Enter goes in, Esc, h and q come back",
    arguments: [(40, 12), (71, 24), (20, 5)])
  func narrow(columns: Int, rows: Int) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: columns, rows: rows))
    for back in ["\u{1B}", "h", "q"] {
      var screen = try await session.wait(forCursor: "Ann", inPane: 0)
      #expect(screen.panes.count == 1 && screen.crookedRows == [])
      session.press(.enter)
      screen = try await session.wait(forCursor: "Anchor", inPane: 0)
      #expect(screen.panes.count == 1 && screen.crookedRows == [])
      session.press(.enter)
      try await session.wait(until: "the photo alone") { $0.panes.isEmpty && $0.contains("Anchor") }
      session.type("i")
      try await session.wait(for: "Esc close")
      session.press(.escape)
      try await session.wait(until: "the photo again") { $0.panes.isEmpty }
      session.press(.escape)
      try await session.wait(forCursor: "Anchor", inPane: 0)
      session.type(back)
    }
    try await session.wait(forCursor: "Ann", inPane: 0)
    session.type("q")
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  @Test(
    "A window that is too small says so, and what would be enough",
    arguments: [(19, 10), (30, 4), (1, 1), (2, 3)])
  func tooSmall(columns: Int, rows: Int) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    let before = try await session.wait(forCursor: "Anchor", inPane: 1)
    try session.resize(.init(columns: columns, rows: rows))
    if columns >= 15 {
      try await session.wait(for: "Too small")
      #expect(session.screen.contains("\(columns)x\(rows), need 20x5"))
    }
    session.type("jkx")
    try session.resize(.init(columns: 80, rows: 24))
    try await session.wait(until: "the screen as before") { $0.body == before.body }
    try session.resize(.init(columns: columns, rows: rows))
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  private static let sizes = [
    (120, 40), (40, 12), (1, 1), (80, 24), (19, 4), (300, 100), (72, 5), (20, 60), (110, 6),
  ]

  @Test(
    "Resized again and again, in whatever is open, the last size is filled",
    arguments: ["", "l", "?", "/a", "fa", "S", "i", "a", "12"])
  func resizing(keys: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: 100, rows: 30))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    // What follows the keys is drawn at some size at the latest when the last one is.
    session.type(keys)
    for (columns, rows) in Self.sizes + Self.sizes.reversed() {
      try session.resize(.init(columns: columns, rows: rows))
    }
    try session.resize(.init(columns: 100, rows: 30))
    let screen = try await session.wait(until: "the last size") { screen in
      screen.rows.count == 30 && screen.line(0).hasSuffix("╮") && screen.line(26).hasPrefix("│")
        && screen.statusLine.contains("by title")
    }
    #expect(screen.rows[0].count == 100)
    // The first one closes what is open. Both in one piece: after the end, the second one would be a signal.
    session.type("\u{3}\u{3}")
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
  }

  @Test("Resized while a refresh runs, the window is filled and the refresh comes to its end")
  func resizingDuringRefresh() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    let page = FlickrAnswers.page(photos: FlickrAnswers.photos(250))
    server.serve("/page-1.json", .json(page).stalled(.after(50_000)))
    let session = try home.browse("--source", server.url + "/page-1.json")
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: "Fetching page 1: ")
    for (columns, rows) in Self.sizes { try session.resize(.init(columns: columns, rows: rows)) }
    server.release()
    for (columns, rows) in Self.sizes { try session.resize(.init(columns: columns, rows: rows)) }
    try session.resize(.init(columns: 90, rows: 25))
    let screen = try await session.wait(until: "the end of the refresh") { screen in
      screen.foot.contains("250 new photos") && screen.panes.count == 2
        && screen.panes[0].bottom.contains("/87")
    }
    #expect(screen.crookedRows == [])
    #expect(screen.panes[0].current?.hasPrefix("Ann") == true)
  }
}
