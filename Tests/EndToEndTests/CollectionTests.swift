import Foundation
import TestSupport
import Testing

@Suite("Collections", .fewAtOnce)
struct CollectionTests {
  @Test("S lists everything, the last refresh and the photos of a source, each with its own title")
  func choosing() async throws {
    let home = try await Home(photos: threePhotographers)
    let server = try LoopbackFlickr()
    server.serve(pages: [FlickrAnswers.page(photos: [LoopbackPhoto(41, "Island", by: "Dee")])])
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("S", andWaitForFoot: "Look at: ")
    session.press(.ctrl("u"))
    try await session.type("everything\r", andWaitFor: " All photos ")
    try await session.type("S", andWaitForFoot: "Look at: everything")
    session.press(.ctrl("u"))
    // A source that was never fetched is fetched.
    session.type("\(server.url)/page-{page}.json\r")
    try await session.wait(forFoot: "1 new photo")
    try await session.wait(until: "the photo of the source") {
      $0.panes[1].contains("Island") && $0.contains("─ http://127") && $0.panes[1].lacks("Anchor")
    }
    try await session.type("S", andWaitForFoot: "Look at: http")
    try await session.wait(for: "1 photo, fetched just now")
    session.press(.ctrl("u"))
    try await session.type("last refresh\r", andWaitFor: " Last refresh ")
    #expect(session.screen.panes[1].contains("Island") && session.screen.panes[1].lacks("Anchor"))
    try await session.type("a", andWaitFor: " All photos ")
    session.press(.ctrl("o"))
    try await session.wait(for: " Last refresh ")
  }

  @Test("New photos are those that came since they were last looked at, in another session")
  func new() async throws {
    let home = try await Home(photos: threePhotographers)
    for photos in [["Anchor", "Bridge"], []] {
      let session = try home.browse("--fresh", size: .init(columns: 120, rows: 24))
      try await session.wait(forCursor: "Anchor", inPane: 1)
      session.type(":source new\r")
      let screen = try await session.wait(for: " New photos ")
      for photo in photos { #expect(screen.panes[1].contains(photo)) }
      if photos.isEmpty { try await session.wait(for: "No photos have come since you last looked here") }
      session.type(":q\r")
      #expect(try await session.exit() == .exited(0))
    }
  }

  @Test("What is selected can be listed, and stays listed when the selection ends")
  func selected() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("a")
    try await session.wait(for: " All photos ")
    try await session.type(" j ", andWaitForFoot: "2 selected")
    session.type(":source selected\r")
    try await session.wait(until: "the two photos") {
      $0.contains(" Selected photos ") && $0.panes[1].bottom.contains("/2")
    }
    session.press(.escape)
    try await session.wait(forFoot: "2 photos no longer selected")
    #expect(session.screen.panes[1].bottom.contains("/2"))
  }

  @Test("V selects a range to wherever the cursor goes, A all photos and ~ those that are not selected")
  func ranges() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("a")
    try await session.wait(for: " All photos ")
    try await session.type("gVjj", andWaitForFoot: "3 selected")
    #expect(!session.screen.foot.contains("of 3 selected"))
    try await session.type("k", andWaitForFoot: "2 selected")
    session.type("Vjj")
    try await session.wait(until: "the end of the range") {
      $0.foot.contains("2 selected") && $0.panes[1].bottom.contains("4/8")
    }
    try await session.type("~", andWaitForFoot: "6 selected")
    try await session.type("A", andWaitForFoot: "8 selected")
    try await session.type("A", andWaitForFoot: "by title")
    try await session.wait(until: "no selection") { !$0.foot.contains("selected") }
  }

  @Test("O sorts in the opposite direction, and :sort names a direction")
  func directions() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("ag")
    try await session.wait(until: "all photos") { $0.panes[1].bottom.contains("1/8") }
    try await session.type("O", andWaitForFoot: "by title ↓")
    // The cursor stays on its photo, which is the last now.
    try await session.wait(for: "8/8")
    try await session.type("g", andWaitFor: "1/8")
    let last = try #require(session.screen.panes[1].current)
    try await session.type(":sort title asc\r", andWaitForFoot: "Photos sorted by title")
    try await session.type("G", andWaitFor: "8/8")
    #expect(session.screen.panes[1].current == last)
  }

  @Test("The place of the cursor is known after a new order, whatever the first rows are")
  func placeInNewOrder() async throws {
    let home = try await Home.withSamples()
    let session = try home.browse(size: .init(columns: 120, rows: 24))
    try await session.wait(forCursor: "Białowieża", inPane: 1)
    session.type("a10g")
    try await session.wait(until: "the tenth photo") { $0.isAt(10, of: 110) }
    // The first rows are a hundred before the cursor and those after it: here, the whole list.
    session.type("O")
    try await session.wait(until: "the same photo") { $0.isAt(101, of: 110) }
    try await session.leave()
  }
}
