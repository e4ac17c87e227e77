import Foundation
import TestSupport
import Testing

@Suite("The left list", .fewAtOnce)
struct GroupTests {
  private static let size = TerminalSession.Size(columns: 120, rows: 24)

  private static var photos: [LoopbackPhoto] {
    let rows = [
      ("Anchor", "Ann", "sea harbor", "2024-07-01"), ("Bridge", "Bob", "harbor", "2024-07-02"),
      ("Cliff", "Ann", "sea", "2023-01-05"), ("Door", "Bob", "", "2023-01-05"),
    ]
    return zip(rows, 1...).map { row, number in
      var photo = LoopbackPhoto(number, row.0, by: row.1)
      photo.tags = row.2
      photo.taken = "\(row.3) 12:00:00"
      return photo
    }
  }

  @Test(
    "With a key, the camera of a photo that is looked at is fetched once and kept: details, facets and groups know it"
  )
  func cameras() async throws {
    let home = try Home()
    let flickr = try FakeFlickr(photos: 30)
    let environment = ["FLICKR_API_KEY": "abc"]
    try await home.run("refresh", "--source", "recent", "--endpoint", flickr.url, environment: environment)
      .expectSuccess()
    let session = try home.browse("--endpoint", flickr.url, size: Self.size, environment: environment)
    try await session.wait(until: "the photographers") { ($0.panes.first?.cursor ?? nil) != nil }
    session.type("a")
    try await session.wait(until: "all photos") { $0.panes.count > 1 && $0.panes[1].bottom.contains("/30") }
    session.type("i")
    try await session.wait(for: "Esc close")
    try await session.wait(for: "Nikon D700")
    try await session.wait(for: "1/250 s · f/8")
    let calls = flickr.server.requests.count { $0.query["method"] == "flickr.photos.getExif" }
    #expect(calls == 1)
    session.type("x")
    try await session.wait(until: "the list") { !$0.contains("Esc close") }
    try await session.type("B", andWaitForFoot: "Browse by: photographers")
    session.type("cameras\r")
    try await wait(session, for: "Nikon D700", count: 1)
    session.type("G")
    try await session.wait(forCursor: "Nikon D700", inPane: 0)
    try await session.type("lf", andWaitForFoot: "Filter")
    session.type("f:8 -camera:d7000\r")
    try await session.wait(until: "the photo") {
      $0.panes[1].bottom.contains("1/1") && $0.panes[1].top.contains("d7000")
    }
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
  }

  /// Waits until a row of the left list shows a number.
  private func wait(_ session: TerminalSession, for name: String, count: Int) async throws {
    try await session.wait(until: "\(name) \(count)") { screen in
      screen.panes[0].lines.contains { row in
        row.contains("\(name) ") && row.split(separator: " ").contains("\(count)")
      }
    }
  }

  @Test("B lists tags with counts that follow every change, and the photos of the one under the cursor")
  func tags() async throws {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse(size: Self.size)
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("B", andWaitForFoot: "Browse by: photographers")
    session.type("t\r")
    try await session.wait(for: "─ Tags ─")
    try await session.wait(forCursor: "Without tags", inPane: 0)
    try await session.wait(forCursor: "Door", inPane: 1)
    try await wait(session, for: "harbor", count: 2)
    session.type("G")
    try await session.wait(forCursor: "sea", inPane: 0)
    try await session.wait(until: "the photos with the tag") {
      $0.panes[1].bottom.contains("1/2") && $0.contains("─ sea ─") && $0.panes[1].contains("Cliff")
    }
    // The name of the photographer, because photos of several are listed.
    #expect(session.screen.panes[1].contains("Ann"))
    try await session.type("ld", andWaitForFoot: "Deleted “Anchor”")
    try await wait(session, for: "harbor", count: 1)
    try await wait(session, for: "sea", count: 1)
    session.type("u")
    try await wait(session, for: "sea", count: 2)
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("h/har\r")
    try await session.wait(forCursor: "harbor", inPane: 0)
    session.type("fsea\r")
    try await session.wait(until: "one tag") { $0.panes[0].bottom.contains("1/1") }
    session.type("9")
    session.press(.ctrl("o"))
    try await session.wait(for: "─ Photographers ─")
    try await session.wait(forCursor: "Anchor", inPane: 1)
  }

  @Test("Days are listed from the latest on, and the place is remembered")
  func memory() async throws {
    let home = try await Home(photos: Self.photos)
    let session = try home.browse(size: Self.size)
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type(":browse days\r")
    try await session.wait(forCursor: "2024-07-02", inPane: 0)
    try await session.wait(forCursor: "Bridge", inPane: 1)
    session.type("2j")
    try await session.wait(forCursor: "2023-01-05", inPane: 0)
    try await session.wait(forCursor: "Cliff", inPane: 1)
    session.type("lj")
    try await session.wait(forCursor: "Door", inPane: 1)
    try await session.leave()
    let next = try home.browse(size: Self.size)
    try await next.wait(for: "─ Days ─")
    try await next.wait(forCursor: "2023-01-05", inPane: 0)
    try await next.wait(forCursor: "Door", inPane: 1)
    // All photos at the right leave the left list as it is.
    try await next.type("a", andWaitFor: "─ All photos ─")
    try await next.leave()
    let last = try home.browse(size: Self.size)
    try await last.wait(for: "─ All photos ─")
    try await last.wait(forCursor: "2023-01-05", inPane: 0)
    try await last.type(":browse m\r", andWaitFor: "─ Months ─")
    try await last.wait(forCursor: "2024-07", inPane: 0)
    try await last.type(":browse p\r", andWaitForFoot: "“p” can be photographers, places")
  }
}
