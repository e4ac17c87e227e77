import Foundation
import TestSupport
import Testing

@Suite("Two browsers on one library", .fewAtOnce)
struct TwoBrowsersTests {
  @Test("Each shows what the other deletes, restores and fetches, and keeps its cursor")
  func changes() async throws {
    let home = try await Home(photos: threePhotographers)
    let (left, right) = (try home.browse(), try home.browse())
    try await left.wait(forCursor: "Anchor", inPane: 1)
    try await right.wait(forCursor: "Anchor", inPane: 1)
    right.type("ljj")
    let before = try await right.wait(forCursor: "Cloud", inPane: 1)
    try await left.type("ld", andWaitForFoot: "Deleted “Anchor”")
    try await right.wait(until: "Anchor gone") { $0.panes.count > 1 && $0.panes[1].lacks("Anchor") }
    #expect(right.screen.panes[1].current == "Cloud")
    #expect(right.screen.panes[0].contains("Ann                    3"))
    try await left.type("u", andWaitForFoot: "Brought back “Anchor”")
    try await right.wait(until: "Anchor back") { $0.body == before.body }
    // Both delete, each another one, and both show neither.
    try await left.type("jd", andWaitForFoot: "Deleted “Bridge”")
    try await right.type("jd", andWaitForFoot: "Deleted “Dune”")
    for session in [left, right] {
      try await session.wait(until: "two photos left") {
        $0.panes[1].lacks("Bridge") && $0.panes[1].lacks("Dune") && $0.panes[1].contains("Anchor")
          && $0.panes[0].contains("Ann                    2")
      }
    }
    let page = FlickrAnswers.page(photos: [
      LoopbackPhoto(15, "Eagle", by: "Ann"), LoopbackPhoto(41, "Island", by: "Dan"),
      LoopbackPhoto(11, "Alphabet", by: "Ann"),
    ])
    try await home.run("refresh", "--source", try home.file("more.json", page)).expectSuccess()
    for session in [left, right] {
      try await session.wait(until: "what was fetched") {
        $0.panes[1].contains("Eagle") && $0.panes[1].contains("Alphabet") && $0.panes[1].lacks("Anchor")
          && $0.panes[0].contains("Dan")
      }
      #expect(session.screen.crookedRows == [])
    }
    #expect(right.screen.panes[1].current == "Cloud")
    for session in [left, right] {
      session.press(.ctrl("c"))
      #expect(try await session.exit() == .exited(0))
    }
    try await home.run("check").expectSuccess()
  }

  @Test("What is deleted and restored on the command line is shown, and undo still undoes what was done here")
  func commands() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("ld", andWaitForFoot: "Deleted “Anchor”")
    try await home.run("delete", "13", "21").expectDone()
    try await session.wait(until: "Cloud and Bob gone") {
      $0.panes[1].lacks("Cloud") && $0.panes[0].lacks("Bob")
    }
    try await home.run("restore", "13", "21").expectDone()
    try await session.wait(until: "Cloud and Bob back") {
      $0.panes[1].contains("Cloud") && $0.panes[0].contains("Bob")
    }
    try await session.type("u", andWaitForFoot: "Brought back “Anchor”")
    try await session.wait(forCursor: "Anchor", inPane: 1)
  }

  @Test("Each shows the marks, tags and albums that the other makes and undoes")
  func edits() async throws {
    let home = try await Home(photos: threePhotographers)
    let (left, right) = (try await browseAll(home), try await browseAll(home))
    // Marks.
    try await left.type("c", andWaitForFoot: "Culling")
    try await left.type("5", andWaitForFoot: "CULL 1/8")
    try await right.wait(until: "five stars") { $0.panes[1].contains("Anchor", marked: "★★★★★") }
    try await left.type("U", andWaitForFoot: "CULL 0/8")
    try await right.wait(until: "no stars") {
      $0.panes[1].contains("Anchor") && $0.panes[1].lacks("★★★★★")
    }
    left.type("q")
    try await left.wait(until: "no culling") { !$0.foot.contains("CULL") }
    // Tags, in the left list of the other.
    try await right.type("B", andWaitForFoot: "Browse by:")
    right.press(.ctrl("u"))
    right.type("tags\r")
    try await left.type("gT", andWaitForFoot: "Tags")
    left.type("dusk\r")
    try await right.wait(until: "the tag") { $0.panes[0].contains("dusk") }
    left.type("u")
    try await right.wait(until: "no tag") { $0.panes[0].lacks("dusk") }
    // Albums, in the same list.
    try await right.type("B", andWaitForFoot: "Browse by:")
    right.press(.ctrl("u"))
    right.type("albums\r")
    try await left.type("b", andWaitForFoot: "Add to album:")
    left.type("Lisbon\r")
    try await right.wait(until: "the album") { $0.panes[0].contains("Lisbon") }
    left.type("u")
    try await right.wait(until: "no album") { $0.panes[0].lacks("Lisbon") }
    for session in [left, right] { try await session.leave() }
    try await home.run("check").expectSuccess()
  }

  @Test("A photo whose file one moves to the trash goes in the other, and comes back with the undo")
  func trash() async throws {
    let home = try Home()
    let folder = home.folder.url.appending(path: "Pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["anchor", "boat"] {
      let file = CameraFile(taken: "2024:05:11 18:03:09", artist: "Ann", comment: name)
      try Data(file.bytes).write(to: folder.appending(path: name + ".jpg"))
    }
    let left = try home.browse("Pictures", size: .init(columns: 120, rows: 24))
    try await left.wait(until: "both photos") { $0.contains("›anchor") && $0.contains("boat") }
    let right = try home.browse("Pictures", size: .init(columns: 120, rows: 24))
    try await right.wait(until: "both photos") { $0.contains("›anchor") && $0.contains("boat") }
    left.type(":trash\r")
    try await right.wait(until: "anchor gone") { !$0.contains("anchor") && $0.contains("›boat") }
    left.type("u")
    try await right.wait(until: "anchor back") { $0.contains("anchor") && $0.contains("boat") }
    for session in [left, right] { try await session.leave() }
  }

  /// Opens a browser with the list of all photos.
  private func browseAll(_ home: Home) async throws -> TerminalSession {
    let session = try home.browse(size: .init(columns: 120, rows: 30))
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("ag")
    try await session.wait(until: "all photos") { $0.panes.count > 1 && $0.panes[1].bottom.contains("1/8") }
    return session
  }
}
