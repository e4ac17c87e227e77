import Foundation
import TestSupport
import Testing

@Suite("Look-alikes in the browser", .fewAtOnce)
struct LookAlikesTests {
  private let home: Home

  init() async throws {
    home = try Home()
    try AlikePictures.write(into: home.folder.url.appending(path: "Pictures"))
    try await home.run("refresh", "--source", "folder:~/Pictures").expectSuccess()
    try await home.run("looks").expectSuccess()
  }

  private func open() async throws -> TerminalSession {
    let session = try home.browse("Pictures", "--fresh", size: .init(columns: 120, rows: 30))
    try await session.wait(forCursor: "a1", inPane: 1)
    session.type(":source look-alikes\r")
    try await session.wait(forFoot: "5 photos in 2 stacks of look-alikes")
    try await session.wait(until: "both stacks, the larger one first") {
      $0.panes[1].contains("▤ 3 a1") && $0.panes[1].contains("▤ 2 b1") && $0.panes[1].bottom.contains("/2")
    }
    return session
  }

  @Test("A stack opens with its photos, the best first with the reason, and Esc goes back to the stacks")
  func opening() async throws {
    let session = try await open()
    session.press(.enter)
    try await session.wait(until: "the photos of the stack") {
      $0.panes[1].contains("best: came first") && $0.panes[1].contains("a3")
        && $0.panes[1].bottom.contains("/3")
        && $0.panes[1].lacks("b1")
    }
    // In the sheet, the line below names the reason of the photo under the cursor.
    session.type("v")
    try await session.wait(until: "the sheet") { $0.panes[1].bottom.contains("best: came first") }
    session.type("v")
    try await session.wait(until: "the list") {
      $0.panes[1].contains("best: came first") && !$0.panes[1].bottom.contains("best")
    }
    session.press(.escape)
    try await session.wait(until: "the stacks") { $0.panes[1].contains("▤ 2 b1") }
  }

  @Test("D keeps the best and deletes the others, and one undo restores the stack")
  func resolving() async throws {
    let session = try await open()
    try await session.type("D", andWaitForFoot: "Kept the best photo, deleted 2 others")
    try await session.wait(until: "the other stack") {
      $0.panes[1].lacks("▤ 3") && $0.panes[1].contains("▤ 2 b1") && $0.panes[1].bottom.contains("1/1")
    }
    session.type("u")
    try await session.wait(until: "the stack again, under the cursor") {
      $0.foot.contains("Brought back 2 photos") && $0.panes[1].contains("▤ 3 a1")
        && $0.panes[1].bottom.contains("1/2")
    }
    #expect(session.screen.panes[1].contains("▤ 2 b1"))
    // The best is kept from within the stack as well.
    session.press(.enter)
    try await session.wait(until: "the photos of the stack") { $0.panes[1].bottom.contains("/3") }
    try await session.type("D", andWaitForFoot: "Kept the best photo, deleted 2 others")
    try await session.wait(until: "the other stack") {
      $0.panes[1].lacks("▤ 3") && $0.panes[1].bottom.contains("1/1")
    }
    session.type("u")
    try await session.wait(until: "the stack again") {
      $0.panes[1].contains("▤ 3 a1") && $0.panes[1].bottom.contains("1/2")
    }
  }

  @Test("I separates a photo from an opened stack, or all of a stack, also in the next session")
  func separating() async throws {
    let session = try await open()
    session.press(.enter)
    try await session.wait(until: "the photos of the stack") { $0.panes[1].bottom.contains("/3") }
    try await session.type("GI", andWaitForFoot: "“a3” is not like the others")
    try await session.wait(until: "two photos") { $0.panes[1].bottom.contains("/2") }
    session.press(.escape)
    try await session.wait(until: "a smaller stack") { $0.panes[1].contains("▤ 2 a1") }
    try await session.type("I", andWaitForFoot: "These photos are not alike")
    try await session.wait(until: "one stack") { $0.panes[1].bottom.contains("1/1") }
    try await session.type("u", andWaitForFoot: "Undone: separating 2 photos")
    try await session.wait(until: "two stacks") { $0.panes[1].bottom.contains("/2") }
    session.type(":q\r")
    #expect(try await session.exit() == .exited(0))
    let run = try await home.run("looks")
    run.expectSuccess()
    #expect(run.output == "No new picture, 4 photos in 2 stacks of look-alikes\n")
  }

  @Test("& lists the photos that are most like one first, and says how many have no picture yet")
  func more() async throws {
    let flickr = try FakeFlickr(photos: 30)
    try await home.run("refresh", "--source", "feed", "--endpoint", flickr.url).expectSuccess()
    let session = try home.browse("Pictures", "--fresh", size: .init(columns: 120, rows: 30))
    try await session.wait(forCursor: "a1", inPane: 1)
    session.type("jjj")
    try await session.wait(forCursor: "b1", inPane: 1)
    try await session.type("&", andWaitForFoot: "20 of 28 have no picture yet")
    try await session.wait(until: "all photos with a look, those like b1 first") {
      let lines = $0.panes[1].lines
      return $0.contains("Like “b1”") && $0.panes[1].bottom.contains("/8") && lines.count > 1
        && lines[0].contains("b1") && lines[1].contains("b2")
    }
    #expect(session.screen.foot.contains("by likeness"))
    try await session.type("s", andWaitForFoot: "Photos sorted by")
    session.press(.ctrl("o"))
    try await session.wait(until: "the folder") { $0.contains("─ folder:") }
  }

  @Test("K and X are refused where no stacks are listed")
  func refused() async throws {
    let session = try home.browse("Pictures", "--fresh", size: .init(columns: 120, rows: 30))
    try await session.wait(forCursor: "a1", inPane: 1)
    // What the reading of the folder says would take the place of the refusal.
    try await session.wait(forFoot: "Up to date")
    try await session.type("D", andWaitForFoot: "Look at stacks first: S lists look-alikes")
  }
}
