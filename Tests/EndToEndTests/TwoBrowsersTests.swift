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
    try await right.wait(until: "Anchor gone") { $0.panes.count > 1 && !$0.panes[1].contains("Anchor") }
    #expect(right.screen.panes[1].current == "Cloud")
    #expect(right.screen.panes[0].contains("Ann                    3"))
    try await left.type("u", andWaitForFoot: "Brought back “Anchor”")
    try await right.wait(until: "Anchor back") { $0.body == before.body }
    // Both delete, each another one, and both show neither.
    try await left.type("jd", andWaitForFoot: "Deleted “Bridge”")
    try await right.type("jd", andWaitForFoot: "Deleted “Dune”")
    for session in [left, right] {
      try await session.wait(until: "two photos left") {
        !$0.panes[1].contains("Bridge") && !$0.panes[1].contains("Dune") && $0.panes[1].contains("Anchor")
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
        $0.panes[1].contains("Eagle") && $0.panes[1].contains("Alphabet") && !$0.panes[1].contains("Anchor")
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
      !$0.panes[1].contains("Cloud") && !$0.panes[0].contains("Bob")
    }
    try await home.run("restore", "13", "21").expectDone()
    try await session.wait(until: "Cloud and Bob back") {
      $0.panes[1].contains("Cloud") && $0.panes[0].contains("Bob")
    }
    try await session.type("u", andWaitForFoot: "Brought back “Anchor”")
    try await session.wait(forCursor: "Anchor", inPane: 1)
  }
}

extension CommandRun {
  fileprivate func expectDone(at location: SourceLocation = #_sourceLocation) {
    #expect(status == 0, "\(errors)", sourceLocation: location)
  }
}
