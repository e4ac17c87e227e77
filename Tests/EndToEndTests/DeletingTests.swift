import TestSupport
import Testing

@Suite("Deleting in the browser", .fewAtOnce)
struct DeletingTests {
  @Test("A deleted photo gives the cursor to its neighbor, and u restores the screen as it was")
  func deleting() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("lj")
    let before = try await session.wait(forCursor: "Bridge", inPane: 1)
    var screen = try await session.type("d", andWaitForFoot: "Deleted “Bridge”  u undo")
    #expect(screen.panes[1].current == "Cloud")
    #expect(screen.panes[1].cursor == before.panes[1].cursor)
    #expect(screen.panes[1].lacks("Bridge"))
    #expect(screen.panes[0].contains("Ann                    3"))
    screen = try await session.type("u", andWaitForFoot: "Brought back “Bridge”")
    #expect(screen.body == before.body)
    session.press(.ctrl("r"))
    screen = try await session.wait(forFoot: "Deleted “Bridge” again")
    #expect(screen.panes[1].current == "Cloud")
    #expect(screen.panes[1].lacks("Bridge"))
    try await session.type("u", andWaitForFoot: "Brought back")
    try await session.type("u", andWaitForFoot: "Nothing to undo")
    #expect(session.screen.body == before.body)
  }

  @Test("A count deletes as many from the cursor on, and one u restores all of them")
  func count() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("lj")
    let before = try await session.wait(forCursor: "Bridge", inPane: 1)
    var screen = try await session.type("2d", andWaitForFoot: "Deleted 2 photos")
    #expect(screen.panes[1].lacks("Bridge") && screen.panes[1].lacks("Cloud"))
    #expect(screen.panes[1].contains("Anchor"))
    screen = try await session.type("u", andWaitForFoot: "Brought back 2 photos")
    #expect(screen.body == before.body)
  }

  @Test("The photographer goes with the last photo and comes back with it", arguments: ["Ann", "Bob", "Cid"])
  func lastPhoto(name: String) async throws {
    let home = try await Home(photos: [
      LoopbackPhoto(1, "Photo of Ann", by: "Ann"), LoopbackPhoto(2, "Photo of Bob", by: "Bob"),
      LoopbackPhoto(3, "Photo of Cid", by: "Cid"),
    ])
    let session = try home.browse()
    try await session.wait(forCursor: "Photo of Ann", inPane: 1)
    session.type(name == "Bob" ? "j" : name == "Cid" ? "G" : "g")
    try await session.wait(forCursor: "Photo of \(name)", inPane: 1)
    session.press(.enter)
    let before = try await session.wait(until: "the photo selected") {
      $0.selections.contains { $0.contains("Photo of") }
    }
    let neighbor = name == "Bob" ? "Cid" : "Bob"
    session.type("d")
    let screen = try await session.wait(forCursor: "Photo of \(neighbor)", inPane: 1)
    #expect(screen.panes[0].current?.hasPrefix(neighbor) == true)
    #expect(screen.panes[0].lacks(name))
    session.type("u")
    try await session.wait(until: "the screen as it was") { $0.body == before.body }
  }

  @Test(
    "In a long list, what comes back stands where it stood", arguments: [1, 2, 3, 28, 29, 30, 57, 58, 60])
  func place(number: Int) async throws {
    // Three photographers a letter, from A1 to T3, with a photo each.
    let photos = (0..<60).map { index in
      let name = "\(Character(Unicode.Scalar(65 + UInt8(index / 3))))\(index % 3 + 1)"
      return LoopbackPhoto(index + 1, "By \(name)", by: name)
    }
    let home = try await Home(photos: photos)
    let session = try home.browse()
    try await session.wait(forCursor: "By A1", inPane: 1)
    let title = photos[number - 1].title
    session.type("28G")
    try await session.wait(forCursor: "By J1", inPane: 1)
    session.type("\(number)Gl")
    let before = try await session.wait(until: "\(title) selected") {
      $0.selections.contains { $0.hasPrefix("›\(title)") }
    }
    try await session.type("d", andWaitForFoot: "Deleted “\(title)”")
    try await session.wait(until: "another photo") { $0.panes[1].current.map { $0 != title } == true }
    session.type("u")
    try await session.wait(until: "the screen as before") { $0.body == before.body }
  }

  @Test("Undo goes to the photo that comes back, from another photographer too")
  func undoElsewhere() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("l2j")
    try await session.wait(forCursor: "Cloud", inPane: 1)
    try await session.type("d", andWaitForFoot: "Deleted “Cloud”")
    session.type("qG")
    try await session.wait(forCursor: "Fog", inPane: 1)
    try await session.type("u", andWaitForFoot: "Brought back “Cloud”")
    let screen = try await session.wait(forCursor: "Cloud", inPane: 1)
    #expect(screen.panes[0].current?.hasPrefix("Ann") == true)
    #expect(screen.selections.contains { $0.hasPrefix("›Cloud") })
  }

  @Test("Several selected photos are deleted and come back together")
  func several() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    session.type("l  ")
    var screen = try await session.wait(forFoot: "2 selected")
    for title in ["Anchor", "Bridge"] { #expect(screen.panes[1].contains(title, marked: "●"), "\(title)") }
    #expect(screen.panes[1].current == "Cloud")
    screen = try await session.type("d", andWaitForFoot: "Deleted 2 photos")
    #expect(screen.panes[1].current == "Cloud")
    #expect(screen.panes[1].bottom.contains("1/2"))
    screen = try await session.type("u", andWaitForFoot: "Brought back 2 photos")
    #expect(screen.panes[1].bottom.contains("/4"))
    #expect(screen.panes[0].contains("Ann                    4"))
    session.press(.ctrl("r"))
    screen = try await session.wait(forFoot: "Deleted 2 photos again")
    #expect(screen.panes[1].bottom.contains("/2"))
  }

  @Test("Keys typed at once act on what they lead to")
  func typedAhead() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("Gljd", andWaitForFoot: "Deleted “Gate”")
    try await session.wait(forCursor: "Harbour", inPane: 1)
    session.type("qkldu")
    try await session.wait(forCursor: "Elk", inPane: 1)
    try await session.wait(forFoot: "Brought back “Elk”")
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try await home.run("photos").output.contains("Gate") == false)
    #expect(try await home.run("photos").lines.count == 7)
  }

  @Test("A deleted photo stays deleted over refreshes and starts, until it is restored")
  func staysDeleted() async throws {
    let home = try Home()
    let source = try home.file("page.json", FlickrAnswers.page(photos: threePhotographers))
    var session = try home.browse("--source", source)
    try await session.wait(for: "No photos yet")
    try await session.type("r", andWaitForFoot: "8 new")
    session.type("gl")
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("d", andWaitForFoot: "Deleted “Anchor”")
    session.type("qj")
    try await session.wait(forCursor: "Elk", inPane: 1)
    try await session.type("ld", andWaitForFoot: "Deleted “Elk”")
    try await session.type("r", andWaitForFoot: "Nothing new: this source has no more photos")
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))

    session = try home.browse("--source", source, "--fresh")
    try await session.wait(forCursor: "Bridge", inPane: 1)
    let screen = try await session.type("r", andWaitForFoot: "Nothing new: this source has no more photos")
    #expect(screen.panes[0].lacks("Bob"))
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    try await home.run("check").expectSuccess()
    #expect(try await home.run("restore", "11", "21").output == "Restored 2 photos.\n")
    #expect(try await home.run("photos").lines.count == 8)
    #expect(try await home.run("photographers").output.contains("Bob"))
  }

  /// A browser that asks what to look at, with an empty line, after two photos were deleted.
  private func choosing() async throws -> (home: Home, session: TerminalSession) {
    let home = try await Home(photos: threePhotographers)
    try await home.run("delete", "11", "21").expectDone()
    let session = try home.browse()
    try await session.wait(forCursor: "Bridge", inPane: 1)
    try await session.type("S", andWaitFor: "what can be restored · 2 photos")
    session.press(.ctrl("u"))
    return (home, session)
  }

  @Test("S lists the photos that were deleted before, restores them, and goes back to the list")
  func restoring() async throws {
    let (home, session) = try await choosing()
    let screen = try await session.type("deleted\r", andWaitFor: "Elk")
    #expect(screen.contains(" Deleted photos ") && screen.contains("Anchor"))
    try await session.type("2\r", andWaitForFoot: "Restored 2 photos")
    try await session.type("q", andWaitFor: "Anchor")
    try await session.leave()
    #expect(try await home.run("photos").lines.count == 8)
    #expect(try await home.run("restore", "--list").output == "")
    try await home.run("check").expectSuccess()
  }

  @Test("A key that is typed before the deleted photos are read waits for them")
  func restoringAtOnce() async throws {
    let (home, session) = try await choosing()
    try await session.type("deleted\r2\r", andWaitForFoot: "Restored 2 photos")
    try await session.type("q", andWaitFor: "Anchor")
    try await session.leave()
    #expect(try await home.run("photos").lines.count == 8)
  }

  @Test("What cannot be deleted or undone says so")
  func reasons() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse()
    try await session.wait(forCursor: "Anchor", inPane: 1)
    try await session.type("d", andWaitForFoot: "Go to a photo first: Enter opens the row")
    try await session.type("u", andWaitForFoot: "Nothing to undo")
    session.press(.ctrl("r"))
    try await session.wait(forFoot: "Nothing to redo")
    try await session.type("n", andWaitForFoot: "No search yet")
    try await session.type("ldddd", andWaitForFoot: "Deleted “Dune”")
  }
}
