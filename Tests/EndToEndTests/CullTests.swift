import Foundation
import TestSupport
import Testing

@Suite("Judging photos", .fewAtOnce)
struct CullTests {
  private func open(
    _ photos: [LoopbackPhoto] = threePhotographers, columns: Int = 110
  ) async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: photos)
    let session = try home.browse(size: .init(columns: columns, rows: 24))
    try await session.wait(for: "Photographers")
    session.type("ag")
    try await session.wait(until: "all photos") { $0.panes[1].contains("›Anchor") }
    return (home, session)
  }

  @Test("Marks go on to the next photo, are counted, undone at their photo, and found by the command line")
  func judging() async throws {
    let (home, session) = try await open()
    try await session.type("c", andWaitForFoot: "Culling: p picks, x rejects")
    try await session.type("p", andWaitForFoot: "CULL 1/8 · 1 ✓ · 0 ✗")
    try await session.wait(forFoot: "2/8")
    try await session.type("x", andWaitForFoot: "CULL 2/8 · 1 ✓ · 1 ✗")
    try await session.type("37", andWaitForFoot: "CULL 4/8 · 1 ✓ · 1 ✗")
    try await session.wait(forFoot: "5/8")
    try await session.type("U", andWaitForFoot: "CULL 3/8")
    try await session.wait(forFoot: "4/8")
    session.press(.ctrl("r"))
    try await session.wait(forFoot: "CULL 4/8")
    try await session.type("q", andWaitForFoot: "4 of 8 judged: 1 picked, 1 rejected")
    let screen = session.screen
    for (title, marks) in [("Anchor", "✓"), ("Bridge", "✗"), ("Cloud", "★★★"), ("›Dune", "[yellow]")] {
      #expect(screen.panes[1].contains(title, marked: marks), "\(title)")
    }
    try await session.leave()
    #expect(
      try await home.run("photos", "--flag", "pick").lines.map { $0.split(separator: "\t")[1] } == ["Anchor"])
    #expect(try await home.run("photos", "--star", "3", "--json").output.contains(#""stars":3"#))
    #expect(try await home.run("photos", "--label", "yellow", "--json").output.contains(#""label":"yellow""#))
    #expect(try await home.run("photos", "--flag", "none").lines.count == 6)
    #expect(try await home.run("photos", "--star", "9").status == 64)
  }

  @Test("Views show what has a flag, a mark takes a photo out of them, and the former list comes back")
  func views() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type("c", andWaitForFoot: "Culling")
    try await session.type("px", andWaitForFoot: "CULL 2/8 · 1 ✓ · 1 ✗")
    try await session.type("v", andWaitForFoot: "Showing photos without a flag")
    try await session.wait(forFoot: "/6")
    try await session.type("x", andWaitForFoot: "/5")
    try await session.type("v", andWaitForFoot: "Showing picks")
    try await session.wait(forFoot: "1/1")
    try await session.type("v", andWaitForFoot: "Showing rejects")
    try await session.wait(forFoot: "/2")
    try await session.type("q", andWaitForFoot: "3 of 8 judged")
    try await session.wait(until: "all photos") {
      $0.panes.count > 1 && $0.panes[1].bottom.contains("/8")
    }
  }

  @Test("The mark that empties the list is counted in the end")
  func emptying() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    session.type("fflag:none\r")
    try await session.wait(until: "the filter") { $0.statusLine.contains("/flag:none") }
    try await session.type("c", andWaitForFoot: "CULL 0/8")
    for judged in 1...7 { try await session.type("x", andWaitForFoot: "CULL \(judged)/8") }
    try await session.type("p", andWaitForFoot: "8 of 8 judged: 1 picked, 7 rejected")
  }

  @Test("The selected photos are judged alone, and the list from before comes back")
  func selection() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type(" j ", andWaitForFoot: "2 selected")
    try await session.type("c", andWaitForFoot: "CULL 0/2")
    try await session.type(".", andWaitForFoot: "Nothing to repeat yet")
    try await session.type("5", andWaitForFoot: "CULL 1/2")
    // A mark that is there already is nothing to undo.
    session.press(.backspace)
    try await session.type("5U", andWaitForFoot: "CULL 0/2")
    try await session.type("5", andWaitForFoot: "CULL 1/2")
    try await session.type(".", andWaitForFoot: "The last photo. 2 of 2 judged")
    session.press(.escape)
    try await session.wait(until: "all photos") {
      $0.panes[1].bottom.contains("/8") && $0.panes[1].contains("Cloud", marked: "★★★★★")
    }
  }

  @Test("Keys typed at once after c judge the photos, and do not act on all that were selected")
  func typedAhead() async throws {
    let (home, session) = try await open()
    session.type("   ")
    try await session.wait(until: "three selected") { $0.panes[1].contains("›Dune") }
    try await session.type("cpd", andWaitForFoot: "CULL 1/2 · 1 ✓ · 0 ✗")
    session.press(.ctrl("c"))
    #expect(try await session.exit() == .exited(0))
    #expect(try await home.run("photos").lines.count == 7)
    #expect(
      try await home.run("photos", "--flag", "pick").lines.map { $0.split(separator: "\t")[1] } == ["Anchor"])
  }

  @Test("Photos are compared beside each other, and one is picked")
  func comparing() async throws {
    let photos = (1...5).map { number in
      var photo = LoopbackPhoto(number, "Shot \(number)", by: "Ann")
      photo.taken = "2024-05-17 18:03:0\(number)"
      return photo
    }
    let (home, session) = try await open(photos + threePhotographers, columns: 150)
    defer { withExtendedLifetime(home) {} }
    try await session.type("/shot 2\r", andWaitForFoot: "found")
    try await session.type("c", andWaitForFoot: "Culling")
    session.type("c")
    try await session.wait(until: "four photos") { screen in
      (2...5).allSatisfy { screen.contains("Shot \($0)") } && screen.contains("▸ Shot 2")
    }
    #expect(session.screen.contains("18:03:02") && session.screen.contains("18:03:05"))
    // One of the five is not in view.
    try await session.wait(forFoot: "2 of 5 compared")
    session.press(.tab)
    try await session.wait(for: "▸ Shot 3")
    try await session.wait(forFoot: "3 of 5 compared")
    try await session.type("4", andWaitForFoot: "CULL 1/13")
    try await session.wait(for: "▸ ★★★★ Shot 3")
    session.press(.enter)
    try await session.wait(forFoot: "Picked “Shot 3”, rejected 4 others")
    try await session.wait(forFoot: "CULL 5/13 · 1 ✓ · 4 ✗")
    try await session.type("U", andWaitForFoot: "CULL 1/13 · 0 ✓ · 0 ✗")
    try await session.type("K", andWaitForFoot: "CULL 5/13 · 1 ✓ · 4 ✗")
  }

  @Test("In the lists, m marks what is selected, and u takes that back")
  func prompt() async throws {
    let (home, session) = try await open()
    defer { withExtendedLifetime(home) {} }
    try await session.type(" j ", andWaitForFoot: "2 selected")
    session.type("m")
    try await session.wait(for: "Mark:")
    try await session.type("pick\r", andWaitForFoot: "Picked 2 photos")
    for title in ["Anchor", "Cloud"] {
      #expect(session.screen.panes[1].contains(title, marked: "✓"), "\(title)")
    }
    try await session.type("u", andWaitForFoot: "Undone: picking 2 photos")
    #expect(session.screen.panes[1].lacks("✓"))
    try await session.type(":mark pink\r", andWaitForFoot: "pink")
    session.press(.escape)
    try await session.wait(until: "the prompt closed") { !$0.contains("pink") }
    try await session.type(":xmp\r", andWaitForFoot: "no file of your own")
  }

  @Test("T adds tags to what is selected and removes others, which facets find, and u takes that back")
  func tags() async throws {
    let (home, session) = try await open()
    try await session.type(" j ", andWaitForFoot: "2 selected")
    session.type("T")
    try await session.wait(forFoot: "Tags (-tag removes)")
    session.type("tw")
    session.press(.tab)
    try await session.wait(forFoot: "removes): two")
    session.press(.ctrl("u"))
    try await session.type("blue -two\r", andWaitForFoot: "Tagged 2 photos: +blue -two")
    session.press(.escape)
    try await session.wait(forFoot: "no longer selected")
    try await session.type("ftag:blue\r", andWaitForFoot: "/2")
    try await session.wait(until: "the tags") {
      $0.lines.contains { $0.contains("Tags") && $0.contains("one blue") }
    }
    try await session.type("u", andWaitForFoot: "Undone: tagging 2 photos")
    try await session.leave()
    #expect(try await home.run("photos", "--search", "blue").status == 1)
  }

  @Test("A program that is killed loses at most the last mark")
  func killed() async throws {
    let (home, session) = try await open()
    try await session.type("c", andWaitForFoot: "Culling")
    try await session.type("pppppp", andWaitForFoot: "CULL 6/8 · 6 ✓")
    try await home.waitUntil("all marks but the last", of: ["photos", "--flag", "pick"]) {
      $0.split(separator: "\n").count >= 5
    }
    kill(session.process, SIGKILL)
    _ = try await session.exit()
    #expect(try await home.run("photos", "--flag", "pick").lines.count >= 5)
    #expect(try await home.run("check").output.contains("sound"))
  }
}
