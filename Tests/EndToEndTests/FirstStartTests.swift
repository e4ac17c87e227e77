import TestSupport
import Testing

@Suite("The first start", .fewAtOnce)
struct FirstStartTests {
  @Test("Without a library, the browser shows photographers and photos of the sample roll")
  func firstStart() async throws {
    let home = try Home()
    let session = try home.browse()
    let screen = try await session.wait(forFoot: "This is the sample roll: 110 photos. ? shows the keys")
    #expect(screen.panes.count == 2)
    #expect(screen.panes[0].top.contains("Photographers"))
    #expect(screen.panes[0].bottom.contains(" 1/77"))
    #expect(screen.panes[0].contains("Alice Ashdown"))
    #expect(screen.crookedRows == [])
    session.type("gl")
    try await session.wait(forCursor: "Białowieża from the south", inPane: 1)
    session.type("qq")
    #expect(try await session.exit() == .exited(0))
    #expect(try session.leftovers == [])
    let check = try await home.run("check")
    check.expectSuccess()
    #expect(check.lines.contains("Photo\t110"))
  }

  @Test("A second start shows the library at once and fetches nothing")
  func secondStart() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    let screen = try await session.wait(forCursor: "Anchor", inPane: 1)
    #expect(
      screen.panes[0].lines.prefix(3).map { $0.filter(\.isLetter) } == ["AAnn", "BBob", "CCid"])
    #expect(screen.foot.hasPrefix(" sample") && screen.foot.contains("? help"))
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try await home.run("photos").lines.count == 8)
  }

  @Test(
    "Without a source, photos come from where they came last, and the sample roll is for an empty library")
  func lastSource() async throws {
    let home = try Home()
    let page = try home.file("photos.json", FlickrAnswers.page(photos: threePhotographers))
    try await home.run("refresh", "--source", page).expectSuccess()
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("r", andWaitForFoot: "Nothing new: this source has no more photos")
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    let run = try await home.run("refresh", "--json")
    #expect(try run.figures().numbers["photos"] == 8)
    #expect(try await home.run("refresh", "--source", "sample", "--json").figures().numbers["photos"] != 8)
    #expect(try await home.run("refresh", "--json").figures().numbers["new"] == 0)
  }

  @Test(
    "The foot shows as many keys as there is room for",
    arguments: [
      (80, "r refresh  d delete  u undo  v sheet  / search  ? help"),
      (60, "r refresh  d delete  u undo  ? help"),
      (45, "r refresh  ? help"),
    ])
  func hints(columns: Int, keys: String) async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: columns, rows: 24))
    let screen = try await session.wait(for: "Ann")
    #expect(screen.foot.contains(keys))
  }

  @Test("A source in the network is not asked before the user says so")
  func quietStart() async throws {
    let home = try Home()
    let server = try LoopbackFlickr()
    let session = try home.browse("--source", server.url + "/page-{page}.json")
    let screen = try await session.wait(for: "No photos yet: r fetches")
    try await session.waitForRest()
    #expect(screen.lines.filter { $0.contains("No photos yet") }.count == 1)
    #expect(server.requests.isEmpty)
  }
}
