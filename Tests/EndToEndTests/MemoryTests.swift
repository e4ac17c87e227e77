import Foundation
import TestSupport
import Testing

@Suite("What the browser remembers", .fewAtOnce)
struct MemoryTests {
  private func makeHome() async throws -> Home {
    try await Home(
      photos: (10..<15).map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") }
        + (20..<25).map { LoopbackPhoto($0, "Photo \($0)", by: "Ben") })
  }

  @Test("It goes on at the photographer and the photo where it was left, in the same order")
  func place() async throws {
    let home = try await makeHome()
    let session = try home.browse()
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.type("j")
    try await session.wait(forCursor: "Photo 20", inPane: 1)
    session.type("l3j")
    try await session.wait(forCursor: "Photo 23", inPane: 1)
    try await session.type("s", andWaitForFoot: "by date uploaded")
    session.type(":q\r")
    #expect(try await session.exit() == .exited(0))

    let again = try home.browse()
    try await again.wait(forCursor: "Photo 23", inPane: 1)
    try await again.wait(forFoot: "by date uploaded")
    #expect(again.screen.panes[0].current == "Ben")
    // The keys go to the photos, and what was typed is there.
    again.type(":")
    again.press(.up)
    try await again.wait(for: ":q")
    again.press(.enter)
    #expect(try await again.exit() == .exited(0))

    let fresh = try home.browse("--fresh")
    try await fresh.wait(forCursor: "Photo 10", inPane: 1)
    try await fresh.wait(forFoot: "by title")
  }

  @Test(
    "A signal and a closed window leave the place and what was typed",
    arguments: [SIGTERM, SIGINT, SIGHUP, nil])
  func ended(signal: Int32?) async throws {
    let home = try await makeHome()
    let life = try Lifeline(home.folder.path("life"))
    let session = try home.browse(lifeline: life, isInteractive: true)
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.type("j")
    try await session.wait(forCursor: "Photo 20", inPane: 1)
    session.type("l:sort uploaded\r")
    try await session.wait(forFoot: "by date uploaded")
    session.type("3G")
    try await session.wait(forFoot: "3/5")
    let cursor = session.screen.panes[1].current
    if let signal { try session.signal(signal) } else { session.hangUp() }
    #expect(await life.ends())

    let again = try home.browse()
    try await again.wait(forFoot: "by date uploaded")
    try await again.wait(forFoot: "3/5")
    #expect(again.screen.panes[0].current == "Ben" && again.screen.panes[1].current == cursor)
    again.type(":")
    again.press(.up)
    try await again.wait(for: ":sort uploaded")
  }

  @Test("All photos and the sheet are remembered")
  func allPhotos() async throws {
    let home = try await makeHome()
    let session = try home.browse()
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.type("a7G")
    try await session.wait(forFoot: "7/10")
    session.type("v")
    try await session.wait(forFoot: "v list")
    session.type(":q\r")
    #expect(try await session.exit() == .exited(0))
    let again = try home.browse()
    try await again.wait(for: "All photos")
    try await again.wait(forFoot: "7/10")
    try await again.wait(forFoot: "v list")
  }

  @Test("A photo that is gone, and a file that is damaged, cost no more than the place")
  func gone() async throws {
    let home = try await makeHome()
    let session = try home.browse()
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.type("jl2j")
    try await session.wait(forCursor: "Photo 22", inPane: 1)
    session.type(":q\r")
    #expect(try await session.exit() == .exited(0))
    for id in 20..<25 { try await home.run("delete", String(id)).expectSuccess() }
    let again = try home.browse()
    try await again.wait(forCursor: "Photo 10", inPane: 1)
    again.press(.ctrl("c"))
    #expect(try await again.exit() == .exited(0))
    try Data("{\"order\": 7".utf8).write(to: URL(filePath: home.library).appending(path: "browser.json"))
    let last = try home.browse()
    try await last.wait(forCursor: "Photo 10", inPane: 1)
  }
}
