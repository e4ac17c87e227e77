import Foundation
import TestSupport
import Testing

@Suite("Albums in the browser", .fewAtOnce)
struct AlbumTests {
  /// Opens all photos of a library.
  private func browse(_ home: Home) async throws -> TerminalSession {
    let session = try home.browse(size: .init(columns: 120, rows: 30))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("ag")
    try await session.wait(until: "all photos") { $0.panes.count > 1 && $0.panes[1].bottom.contains("1/8") }
    return session
  }

  /// Waits until the photos of the right pane are these, with the cursor on one of them.
  private func wait(
    _ session: TerminalSession, for titles: [String], cursor: String, line: Int = #line
  ) async throws {
    try await session.wait(until: "\(titles), on \(cursor)", line: line) { screen in
      guard screen.panes.count > 1 else { return false }
      let rows = screen.panes[1].lines.map { $0.drop { $0 == " " || $0 == "›" } }
      let shown = rows.compactMap { $0.split(separator: " ").first.map(String.init) }
      return shown == titles && screen.panes[1].current?.hasPrefix(cursor) == true
    }
  }

  @Test("Photos are added to an album, moved in it, deleted and put back, and an undo restores each state")
  func album() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try await browse(home)
    // Anchor, Cloud and Dune.
    try await session.type(" j ", andWaitForFoot: "2 selected")
    session.type("b")
    try await session.wait(forFoot: "Add to album:")
    try await session.type("Lisbon\r", andWaitForFoot: "Added 2 photos to the new album Lisbon")
    session.press(.escape)
    try await session.wait(forFoot: "2 photos no longer selected")
    try await session.type("g.", andWaitForFoot: "“Anchor” is in Lisbon already")
    try await session.type("G3k.", andWaitForFoot: "Added “Elk” to Lisbon")
    try await session.type("g:album Lisbon", andWaitForFoot: ":album Lisbon")
    session.press(.ctrl("u"))
    session.press(.escape)
    try await session.wait(until: "no prompt") { !$0.foot.contains(":") }
    // The list of collections has the album, with its count.
    try await session.type("S", andWaitForFoot: "Look at: everything")
    try await session.wait(for: "your album · 3 photos")
    session.press(.ctrl("u"))
    session.type("Lisbon\r")
    try await wait(session, for: ["Anchor", "Cloud", "Elk"], cursor: "Anchor")
    #expect(session.screen.contains("─ Lisbon ") && session.screen.statusLine.contains("by album order"))
    session.type("J")
    try await wait(session, for: ["Cloud", "Anchor", "Elk"], cursor: "Anchor")
    session.type("9J")
    try await wait(session, for: ["Cloud", "Elk", "Anchor"], cursor: "Anchor")
    try await session.type("J", andWaitForFoot: "At the end of the album")
    session.type("2K")
    try await wait(session, for: ["Anchor", "Cloud", "Elk"], cursor: "Anchor")
    session.type("u")
    try await wait(session, for: ["Cloud", "Elk", "Anchor"], cursor: "Anchor")
    session.type("gd")
    try await wait(session, for: ["Elk", "Anchor"], cursor: "Elk")
    session.type("u")
    try await wait(session, for: ["Cloud", "Elk", "Anchor"], cursor: "Cloud")
    try await session.type("jX", andWaitForFoot: "Removed “Elk” from Lisbon")
    try await wait(session, for: ["Cloud", "Anchor"], cursor: "Anchor")
    session.type("u")
    try await wait(session, for: ["Cloud", "Elk", "Anchor"], cursor: "Anchor")
    // Another order, and back.
    try await session.type("s", andWaitForFoot: "Photos sorted by title")
    try await wait(session, for: ["Anchor", "Cloud", "Elk"], cursor: "Anchor")
    try await session.type("J", andWaitForFoot: ":sort album first")
    try await session.type(":sort album\r", andWaitForFoot: "Photos in the order of the album")
    try await wait(session, for: ["Cloud", "Elk", "Anchor"], cursor: "Anchor")
    // With a filter, the photo moves past the one that is listed.
    session.type("f-by:Bob\r")
    try await wait(session, for: ["Cloud", "Anchor"], cursor: "Anchor")
    session.type("K")
    try await wait(session, for: ["Anchor", "Cloud"], cursor: "Anchor")
    session.press(.escape)
    try await wait(session, for: ["Anchor", "Cloud", "Elk"], cursor: "Anchor")
    try await session.leave()
    // The album is remembered, and its order is in the library.
    let again = try home.browse(size: .init(columns: 120, rows: 30))
    try await wait(again, for: ["Anchor", "Cloud", "Elk"], cursor: "Anchor")
  }

  @Test("Albums are renamed, described, covered, copied and deleted, and a facet and the details name them")
  func commands() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try await browse(home)
    try await session.type("J", andWaitForFoot: "Go to an album first: S lists them")
    try await session.type(
      ":album everything\r", andWaitForFoot: "“everything” is the name of another collection")
    session.press(.escape)
    try await session.wait(until: "no prompt") { !$0.foot.contains(":album") }
    try await session.type("3b", andWaitForFoot: "Add to album:")
    try await session.type("Sea\r", andWaitForFoot: "Added 3 photos to the new album Sea")
    try await session.type(":source sea\r", andWaitFor: "─ Sea ")
    try await session.type(":album-rename Sea and sand\r", andWaitForFoot: "Renamed Sea to Sea and sand")
    try await session.wait(for: "─ Sea and sand ")
    try await session.type(":album-describe By the water\r", andWaitForFoot: "Described Sea and sand")
    try await session.type("j:album-cover\r", andWaitForFoot: "“Bridge” is the cover of Sea and sand")
    session.type("i")
    try await session.wait(until: "the album of the photo") {
      $0.lines.contains { $0.contains("Albums") && $0.contains("Sea and sand") }
    }
    session.type("q")
    try await session.wait(until: "the list") { !$0.contains("Esc close") }
    try await session.type(":album-copy\r", andWaitForFoot: "to your album Sea and sand 2")
    try await wait(session, for: ["Anchor", "Bridge", "Cloud"], cursor: "Bridge")
    session.type("dd")
    try await wait(session, for: ["Anchor"], cursor: "Anchor")
    session.type("a")
    try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/6") }
    try await session.type("falbum:sea", andWaitForFoot: "Filter: album:sea")
    session.press(.tab)
    try await session.wait(for: "album:\"Sea and sand 2\"")
    session.press(.ctrl("u"))
    session.type("album:\"Sea and sand\"\r")
    try await wait(session, for: ["Anchor"], cursor: "Anchor")
    session.press(.escape)
    try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("/6") }
    try await session.type("2u", andWaitForFoot: "Brought back 2 photos")
    try await session.type("B", andWaitForFoot: "Browse by:")
    session.press(.ctrl("u"))
    session.type("albums\r")
    try await session.wait(until: "the albums") {
      $0.panes[0].contains("Sea and sand 2") && $0.panes[0].contains("In no album")
    }
    try await session.type(
      ":album-delete Sea and sand 2\r", andWaitForFoot: "Deleted the album Sea and sand 2")
    try await session.wait(until: "one album less") { $0.panes[0].lacks("Sea and sand 2") }
    try await session.type("u", andWaitForFoot: "Undone: deleting the album “Sea and sand 2”")
    try await session.wait(until: "the album") { $0.panes[0].contains("Sea and sand 2") }
  }

  @Test("An album whose creation is undone while it is shown leaves an empty list, and a redo fills it again")
  func undoneCreation() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try await browse(home)
    try await session.type(":album Sea\r", andWaitForFoot: "Added “Anchor” to the new album Sea")
    session.type(":source Sea\r")
    try await wait(session, for: ["Anchor"], cursor: "Anchor")
    try await session.type("u", andWaitFor: "No photos in this album")
    try await session.type("X", andWaitForFoot: "Go to an album first")
    session.press(.ctrl("r"))
    try await wait(session, for: ["Anchor"], cursor: "Anchor")
    #expect(session.screen.contains("─ Sea "))
    try await session.leave()
  }
}
