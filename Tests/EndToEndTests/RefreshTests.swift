import TestSupport
import Testing

@Suite("A refresh in the browser", .fewAtOnce)
struct RefreshTests {
  @Test("Each refresh imports the next page, and the cursor stays on its photographer in its line")
  func pages() async throws {
    let home = try Home()
    try await home.run("refresh").expectSuccess()
    let session = try home.browse()
    try await session.wait(forCursor: "35mm_and_rain", inPane: 0)
    session.type("29G")
    var screen = try await session.wait(forCursor: "Maeve Tarrant", inPane: 0)
    try await session.wait(forCursor: "Lavender rows", inPane: 1)
    let line = screen.panes[0].cursor
    for page in 2...6 {
      let before = screen
      session.type("r")
      screen = try await session.wait(until: "the sentence about page \(page)") { screen in
        screen.panes[0].bottom != before.panes[0].bottom && screen.foot.contains(" new photo")
      }
      #expect(screen.panes[0].bottom != before.panes[0].bottom)
      #expect(screen.panes[0].current?.hasPrefix("Maeve Tarrant") == true)
      #expect(screen.panes[0].cursor == line)
      #expect(screen.panes[1].current?.hasPrefix("Lavender rows") == true)
      // The sentence stays for a second, whatever is pressed.
      session.press(.escape)
      try await session.wait(until: "no sentence") { !$0.foot.contains(" new photo") }
    }
    try await session.type("r", andWaitForFoot: "Nothing new: this source has no more photos")
    #expect(session.screen.panes[0].current?.hasPrefix("Maeve Tarrant") == true)
    session.press(.ctrl("c"))
    _ = try await session.exit()
    try await home.run("check").expectSuccess()
  }

  @Test("Photos that come before and after the one under the cursor leave it in its line")
  func photos() async throws {
    let home = try Home()
    try await home.run("refresh").expectSuccess()
    let session = try home.browse()
    try await session.wait(forCursor: "35mm_and_rain", inPane: 0)
    session.type("a60G")
    let before = try await session.wait(until: "photo 60") {
      $0.panes.count == 2 && $0.panes[1].bottom.contains("60/110")
    }
    let after = try await session.type("5r", andWaitForFoot: " new photos")
    #expect(after.panes[1].current == before.panes[1].current)
    #expect(after.panes[1].cursor == before.panes[1].cursor)
    #expect(after.panes[1].bottom != before.panes[1].bottom)
  }

  @Test("Progress is shown while a server is slow, the keys go on, and Esc cancels with nothing changed")
  func canceling() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    let page = FlickrAnswers.page(photos: FlickrAnswers.photos(90))
    server.serve("/page-1.json", .json(page).stalled(.after(100_000)))
    let session = try home.browse("--source", server.url + "/page-1.json")
    let before = try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("r")
    try await session.wait(until: "so many KB") {
      $0.foot.contains("Fetching page 1: ") && $0.foot.contains("Esc cancels")
    }
    session.type("G")
    try await session.wait(forCursor: "Cid", inPane: 0)
    session.type("r")
    try await session.wait(forFoot: "A refresh is under way: Esc cancels it")
    session.press(.escape)
    try await session.wait(forFoot: "Refresh canceled")
    session.type("g")
    let after = try await session.wait(forCursor: "Anchor", inPane: 1)
    #expect(after.body == before.body)
    server.release()
    session.type("q")
    #expect(try await session.exit() == .exited(0))
    #expect(try await home.run("photos").lines.count == 8)
  }

  @Test("Leaving during a refresh leaves at once, with a sound library")
  func leaving() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    server.serve("/page-1.json", LoopbackAnswer.json("{}").stalled(.beforeHeader))
    let session = try home.browse("--source", server.url + "/page-1.json")
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: "Waiting for page 1")
    session.type("q")
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
    try await home.run("check").expectSuccess()
  }

  @Test(
    "A refresh that fails says why until a key is pressed, and changes nothing", arguments: BadSource.allCases
  )
  func failing(source: BadSource) async throws {
    let home = try await Home(photos: threePhotographers)
    try await source.use(home) { address in
      let session = try home.browse("--source", address, size: .init(columns: 200, rows: 24))
      let before = try await session.wait(forCursor: "Anchor", inPane: 1)
      session.type("r")
      let after = try await session.wait(until: "an error") { $0.foot.hasPrefix(" ! ") }
      for part in source.words { #expect(after.foot.contains(part), "\(after.foot)") }
      #expect(after.body == before.body)
      session.type("j")
      try await session.wait(until: "the error gone") { !$0.foot.contains(" ! ") }
      session.press(.ctrl("c"))
      #expect(try await session.exit() == .exited(0))
      #expect(try await home.run("photos").lines.count == 8)
    }
  }

  @Test("An error that comes while something is typed does not swallow a key")
  func errorDuringPrompt() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    server.serve("/page-1.json", LoopbackAnswer.html(status: 404, "Not Found").stalled(.beforeHeader))
    let session = try home.browse(
      "--source", server.url + "/page-1.json", size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: "Waiting")
    try await server.waitForRequests(1)
    try await session.type("/", andWaitForFoot: "Search:")
    server.release()
    try await session.wait(until: "the error above the prompt") {
      $0.foot.contains("404 Not Found") && $0.foot.contains("Search:")
    }
    session.type("bob")
    try await session.wait(forCursor: "Bob", inPane: 0)
    #expect(session.screen.foot.contains("Search: bob"))
    session.press(.enter)
    try await session.wait(until: "the error alone") {
      $0.foot.contains("404 Not Found") && !$0.foot.contains("Search:")
    }
    session.type("G")
    try await session.wait(until: "no error") { !$0.foot.contains("404 Not Found") }
    #expect(session.screen.panes[0].current?.hasPrefix("Cid") == true)
  }

  @Test("Another source is chosen by S, and one that does not exist is refused with its forms")
  func sources() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    server.serve(pages: [FlickrAnswers.page(photos: [LoopbackPhoto(41, "Island", by: "Dee")])])
    let session = try home.browse(size: .init(columns: 160, rows: 24))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("S", andWaitForFoot: "Look at: sample")
    session.press(.ctrl("u"))
    try await session.type("nowhere\r", andWaitForFoot: "“nowhere” is not a source")
    #expect(session.screen.contains("Enter use") && session.screen.foot.contains("Look at: nowhere"))
    session.press(.ctrl("u"))
    try await session.type("\(server.url)/page-{page}.json\r", andWaitForFoot: "1 new photo")
    #expect(session.screen.panes[0].contains("Dee"))
  }

  @Test("A source is chosen from the list of those with names and those that were used, or typed as before")
  func picker() async throws {
    let home = try await Home(photos: threePhotographers)
    let settings = home.folder.path("settings.toml")
    try await home.run("source", "add", "island", "feed:island", "--config", settings).expectSuccess()
    let session = try home.browse(
      "--config", settings, "--source", "sample", size: .init(columns: 120, rows: 30))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("S", andWaitForFoot: "Look at: sample")
    try await session.wait(until: "the list") { screen in
      ["island", "feed:island", "file:///", "•sample", "interesting", "license:", "Enter use"].allSatisfy {
        text in
        screen.lines.contains { $0.contains(text) }
      }
    }
    session.press(.down)
    try await session.wait(forFoot: "Look at: everything")
    session.press(.up)
    try await session.wait(forFoot: "Look at: license:")
    for name in ["everything", "new", "last refresh", "gone", "look-alikes", "deleted", "island"] {
      session.press(.down)
      try await session.wait(forFoot: "Look at: \(name)")
    }
    session.press(.escape)
    try await session.wait(forFoot: "? help")
    try await session.type("S", andWaitForFoot: "Look at: sample")
    session.press(.down)
    try await session.type("s", andWaitForFoot: "Look at: everythings")
    session.press(.escape)
    try await session.wait(forFoot: "? help")
  }

  @Test("New photos come by r, older ones by R")
  func older() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    server.serve(pages: [
      FlickrAnswers.page(1, pages: 2, photos: [LoopbackPhoto(41, "Island", by: "Dee")]),
      FlickrAnswers.page(2, pages: 2, photos: [LoopbackPhoto(42, "Jetty", by: "Eve")]),
    ])
    let session = try home.browse(
      "--source", "recent", "--endpoint", server.url, size: .init(columns: 120, rows: 24),
      environment: ["FLICKR_API_KEY": "key"])
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: "1 new photo")
    try await session.type("r", andWaitForFoot: "Up to date")
    try await session.type("R", andWaitForFoot: "1 new photo")
    #expect(session.screen.panes[0].contains("Eve"))
  }
}
